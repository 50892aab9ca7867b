// Where the nodes of a hand-written tree are in its text. Only the lab judges a text; this finds places in one that it
// accepts, so that a click can change a single word and leave comments and line breaks as they are.

/**
 * @typedef {{ from: number, to: number }} Span
 * @typedef {{ action: string, index: number, parent: TextNode | null, children: TextNode[],
 *   span: Span, body: Span, odds: Span | null, label: Span | null, word: Span,
 *   chance: string | null, mover: string | null, value: string | null, estimate: string | null }} TextNode
 *   `span` is all of a child, `body` without its probability and the name of its move, `word` its mover or number
 * @typedef {{ agents: string[], root: TextNode }} TextTree
 * @typedef {Span & { word: string }} Token
 */

export const CHANCE = 'chance';
const SIGN = /[[\]:=~]/;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** @param {string} word */
export const isNumber = (word) => NUMBER.test(word);

/** @param {string} word */
const isOdds = (word) => /[/%]/.test(word);

/** @param {string} name */
export const isName = (name) => /^[\p{L}\p{N}_\-+']+$/u.test(name);

/**
 * @param {string} text
 * @returns {Token[]}
 */
function tokens(text) {
  const found = [];
  for (const { 0: word, index } of text.matchAll(/#.*|[[\]:=~]|[^\s[\]:=~#]+/g))
    if (!word.startsWith('#')) found.push({ word, from: index, to: index + word.length });
  return found;
}

/**
 * The nodes of a text, each with its place; null if the text is not written in this way.
 * @param {string} text
 * @returns {TextTree | null}
 */
export function readTree(text) {
  const all = tokens(text);
  let at = 0;
  let agents = ['max', 'min'];
  const word = (ahead = 0) => all[at + ahead]?.word ?? '';

  if (word() === 'agents' && word(1) === ':') {
    const line = text.slice(0, all[0].from).split('\n').length;
    at = 2;
    agents = [];
    while (at < all.length && !SIGN.test(word()) && !isNumber(word()) && !/^[[~=]$/.test(word(1))) {
      if (text.slice(0, all[at].from).split('\n').length !== line) break;
      agents.push(word());
      at += 1;
    }
  }

  /**
   * @param {TextNode | null} parent
   * @returns {TextNode | null}
   */
  function child(parent) {
    if (at >= all.length) return null;
    const { from } = all[at];
    const odds = parent && isOdds(word()) ? all[at++] : null;
    const label = parent && word(1) === ':' ? { ...all[at], to: all[at + 1].to } : null;
    if (label) at += 2;
    const node = body(parent, label ? label.word : String((parent?.children.length ?? 0) + 1));
    return node && { ...node, span: { from, to: node.body.to }, odds, label, chance: odds?.word ?? null };
  }

  /**
   * @param {TextNode | null} parent
   * @param {string} action
   * @returns {TextNode | null}
   */
  function body(parent, action) {
    const from = all[at]?.from;
    if (word(1) === '=') at += 2;
    const own = all[at];
    if (!own || SIGN.test(own.word)) return null;
    at += 1;
    /** @type {TextNode} */
    const node = {
      action,
      index: parent?.children.length ?? 0,
      parent,
      children: [],
      span: own,
      body: { from, to: own.to },
      odds: null,
      label: null,
      word: own,
      chance: null,
      mover: null,
      value: null,
      estimate: null,
    };
    if (word() !== '[' && word() !== '~') {
      node.value = own.word;
      return isNumber(own.word) ? node : null;
    }
    node.mover = own.word;
    if (node.mover !== CHANCE && !agents.includes(node.mover)) return null;
    if (word() === '~') {
      node.estimate = word(1);
      at += 2;
    }
    if (word() !== '[') return null;
    at += 1;
    while (at < all.length && word() !== ']') {
      const next = child(node);
      if (!next) return null;
      node.children.push(next);
    }
    if (at >= all.length || node.children.length === 0) return null;
    node.body.to = all[at].to;
    at += 1;
    return node;
  }

  const root = child(null);
  if (!root || at < all.length) return null;
  adopt(root);
  return { agents, root };
}

/**
 * Children were copied while they were read: sets their parents to what became of them.
 * @param {TextNode} node
 */
function adopt(node) {
  for (const child of node.children) {
    child.parent = node;
    adopt(child);
  }
}

/**
 * A node by the actions that lead to it; null if there is none.
 * @param {TextTree} tree
 * @param {string[]} path
 * @returns {TextNode | null}
 */
export function nodeAt({ root }, path) {
  /** @type {TextNode | null} */
  let node = root;
  for (const action of path) node = node?.children.find((child) => child.action === action) ?? null;
  return node;
}

/**
 * The actions that lead to a node.
 * @param {TextNode} node
 * @returns {string[]}
 */
export const pathTo = (node) => (node.parent ? [...pathTo(node.parent), node.action] : []);

/**
 * Every node, in the order of the text.
 * @param {TextNode} node
 * @returns {TextNode[]}
 */
export const allOf = (node) => [node, ...node.children.flatMap(allOf)];

/**
 * The innermost node around a place in the text; null outside the tree.
 * @param {TextTree} tree
 * @param {number} place
 * @returns {TextNode | null}
 */
export function nodeAround({ root }, place) {
  const around = allOf(root).filter(({ span }) => span.from <= place && place <= span.to);
  return around.at(-1) ?? null;
}

/**
 * The probabilities of a chance node's children as whole parts: 1/6, 1/3 and 50% are 1, 2 and 3.
 * @param {TextNode} node
 * @returns {number[]}
 */
export function partsOf(node) {
  const shares = node.children.map(({ chance }) => share(chance));
  const whole = shares.reduce((common, [, below]) => (common * below) / divisor(common, below), 1);
  const parts = shares.map(([above, below]) => (above * whole) / below);
  const shared = parts.reduce(divisor, parts[0]);
  return parts.map((part) => part / shared);
}

/**
 * A probability as a fraction.
 * @param {string | null} odds
 * @returns {[number, number]}
 */
function share(odds) {
  if (odds === null) return [1, 1];
  const [above, below] = odds.endsWith('%') ? [odds.slice(0, -1), '100'] : odds.split('/');
  const places = (/\.(\d+)/.exec(above)?.[1] ?? '').length;
  const [top, bottom] = [Math.round(Number(above) * 10 ** places), Number(below) * 10 ** places];
  const common = divisor(top, bottom);
  return [top / common, bottom / common];
}

/**
 * The greatest common divisor.
 * @param {number} one
 * @param {number} other
 * @returns {number}
 */
const divisor = (one, other) => (other === 0 ? one : divisor(other, one % other));
