// What this browser remembers of a person's choices. Private windows may refuse; then a choice lasts as long as the
// page.

/** What was remembered under a key, or what is usual. */
export function recall(key, usual = null) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? usual;
  } catch {
    return usual;
  }
}

/** Remembers it for the next time. */
export function remember(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Nothing depends on it.
  }
}
