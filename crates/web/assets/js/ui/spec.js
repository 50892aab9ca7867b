// Specs of games and agents, `name:key=value,key=value`: parsed for controls, and written again.

/**
 * `{ name, settings }` of a spec, the settings in the order written.
 * @param {string} text
 */
export function parse(text) {
  const colon = text.indexOf(':');
  if (colon < 0) return { name: text, settings: {} };
  /** @type {Record<string, string>} */
  const settings = {};
  for (const part of text.slice(colon + 1).split(',')) {
    const equals = part.indexOf('=');
    if (equals > 0) settings[part.slice(0, equals).trim()] = part.slice(equals + 1).trim();
  }
  return { name: text.slice(0, colon), settings };
}

/**
 * The spec of a name and its settings; those that are null or empty are left out.
 * @param {string} name
 * @param {Record<string, string | null | undefined>} [settings]
 */
export function format(name, settings = {}) {
  const written = Object.entries(settings).filter(([, value]) => value !== null && value !== undefined && value !== '');
  return written.length ? `${name}:${written.map(([key, value]) => `${key}=${value}`).join(',')}` : name;
}
