// Sentences with gaps, and numbers among texts. Sentences: `{name}` is a field, `{n|move|moves}` the first word if the field is 1 and else the second, `{{`
// and `}}` are braces. The lab fills templates by the same rules, in plylab-core's message/template.rs.

/**
 * The template with its gaps filled by `fill(name, forms)`; a gap that gives null stays as written.
 * @param {string} template
 * @param {(name: string, forms: string[] | null) => string | null} fill
 */
export function filled(template, fill) {
  let text = '';
  let at = 0;
  while (at < template.length) {
    const sign = template[at];
    if ((sign === '{' || sign === '}') && template[at + 1] === sign) {
      text += sign;
      at += 2;
      continue;
    }
    const end = sign === '{' ? template.indexOf('}', at) : -1;
    if (end < 0) {
      text += sign;
      at += 1;
      continue;
    }
    const [name, ...forms] = template.slice(at + 1, end).split('|');
    text += fill(name, forms.length > 0 ? forms : null) ?? template.slice(at, end + 1);
    at = end + 1;
  }
  return text;
}

/**
 * The form of a word for a number: `chosen(1, ['move', 'moves'])`.
 * @param {unknown} value
 * @param {string[]} forms
 */
export const chosen = (value, [one, many = one]) => (value === 1 ? one : many);

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
 * The names of the gaps of a template, each once, in alphabetical order.
 * @param {string} template
 */
export function gaps(template) {
  const names = new Set();
  filled(template, (name) => (names.add(name), ''));
  return [...names].sort();
}
