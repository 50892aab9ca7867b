// English texts and their translations. A text may have gaps: `{player} to move` matches any text that ends so; `{#n}`
// holds a number. The lab looks names up by the same rules, in plylab-lab's messages/names.rs.

/** @param {string} sign */
const digit = (sign) => sign >= '0' && sign <= '9';

/**
 * Is it a number, with or without a sign?
 * @param {string} text
 */
export function isNumber(text) {
  const digits = '+-−'.includes(text[0] ?? ' ') ? text.slice(1) : text;
  return digits !== '' && digit(digits[0]) && [...digits].every((sign) => digit(sign) || '.,\u202f'.includes(sign));
}

/**
 * `{a} to {b}!` as `{ start: '', gaps: [['a', ' to '], ['b', '!']] }`.
 * @param {string} text
 */
function pattern(text) {
  const [start, ...pieces] = text.split('{');
  const gaps = pieces.map((piece) => piece.split('}'));
  return { start, gaps, weight: start.length + gaps.reduce((sum, [, after]) => sum + after.length, 0) };
}

/**
 * What fills the gaps of a text, each as short as possible; null if the text does not match.
 * @param {ReturnType<typeof pattern>} pattern
 * @param {string} text
 */
function read({ start, gaps }, text) {
  if (!text.startsWith(start)) return null;
  let rest = text.slice(start.length);
  const found = [];
  for (const [index, [gap, after]] of gaps.entries()) {
    const last = index + 1 === gaps.length;
    if (last && !rest.endsWith(after)) return null;
    const end = last ? rest.length - after.length : rest.indexOf(after);
    const part = end > 0 ? rest.slice(0, end) : '';
    if (part === '' || (gap.startsWith('#') && !isNumber(part))) return null;
    found.push([gap, part]);
    rest = rest.slice(end + after.length);
  }
  return found;
}

/**
 * `finder(names)(text, say)`: the translation, with the contents of its gaps translated by `say`; null if there is
 * none.
 * @param {Record<string, string>} names
 * @returns {(text: string, say: (part: string) => string) => string | null}
 */
export function finder(names) {
  const patterns = Object.entries(names)
    .filter(([text]) => text.includes('{'))
    .map(([text, translation]) => ({ each: pattern(text), translation }))
    .sort((one, other) => other.each.weight - one.each.weight);
  return (text, say) => {
    if (Object.hasOwn(names, text)) return names[text];
    for (const { each, translation } of patterns) {
      const found = read(each, text);
      if (found)
        return found.reduce((said, [gap, part]) => said.replaceAll(`{${gap}}`, () => say(part)), translation);
    }
    return null;
  };
}
