// What this browser remembers of a person's choices. Private windows may refuse; then a choice lasts as long as the
// page.

/**
 * What was remembered under a key, or what is usual, which has the same shape.
 * @template T
 * @param {string} key
 * @param {T} usual
 * @returns {T}
 */
export function recall(key, usual) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? usual;
  } catch {
    return usual;
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
