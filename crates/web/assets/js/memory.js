// The user's choices, remembered by this browser. Private windows may refuse storage; then a choice lasts as long as
// the page.

/**
 * What was remembered under a key, or a default of the same shape.
 * @template T
 * @param {string} key
 * @param {T} fallback
 * @returns {T}
 */
export function recall(key, fallback) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? fallback;
  } catch {
    return fallback;
  }
}

/**
 * Remembers it for the next time.
 * @param {string} key
 * @param {unknown} value
 */
export function remember(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Nothing depends on it.
  }
}
