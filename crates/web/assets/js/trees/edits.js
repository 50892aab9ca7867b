// Changes of a hand-written tree by clicks: each takes the text and a node of it, and gives the new text.

import { CHANCE, partsOf } from './written.js';

/**
 * @import { TextNode } from './written.js'
 * @typedef {{ from: number, to: number, text: string }} Splice
 */

/**
 * @param {string} text
 * @param {Splice[]} splices
 */
function spliced(text, splices) {
  return [...splices]
    .sort((one, other) => other.from - one.from || other.to - one.to)
    .reduce((now, { from, to, text: fresh }) => now.slice(0, from) + fresh + now.slice(to), text);
}

/**
 * The probabilities of a node's children, written as parts of their sum; none where they are alike.
 * @param {TextNode[]} children
 * @param {number[]} parts
 * @returns {Splice[]}
 */
function oddsOf(children, parts) {
  const sum = parts.reduce((total, part) => total + part, 0);
  const even = parts.every((part) => part === parts[0]);
  return children.map(({ odds, span }, index) => {
    const words = even ? '' : `${parts[index]}/${sum}`;
    if (odds) return { from: odds.from, to: words ? odds.to : odds.to + 1, text: words };
    return { from: span.from, to: span.from, text: words && `${words} ` };
  });
}

/** @param {TextNode} node */
const weighted = (node) => node.mover === CHANCE && node.children.some(({ odds }) => odds !== null);

/**
 * Takes a child out, and its line if nothing else is on it.
 * @param {string} text
 * @param {TextNode} node
 * @returns {Splice}
 */
function without(text, { span }) {
  const line = text.lastIndexOf('\n', span.from - 1) + 1;
  const ends = text.indexOf('\n', span.to);
  const end = ends < 0 ? text.length : ends;
  const alone = !text.slice(line, span.from).trim() && !text.slice(span.to, end).trim();
  if (alone) return { from: line, to: Math.min(text.length, end + 1), text: '' };
  const before = /[ \t]*$/.exec(text.slice(line, span.from))?.[0].length ?? 0;
  return { from: span.from - before, to: span.to, text: '' };
}

/**
 * Puts a child behind the last one, on a line of its own if that has one. Below chance, its probability is one part.
 * @param {string} text
 * @param {TextNode} parent
 * @param {string} words
 * @returns {Splice[]}
 */
function behind(text, parent, words) {
  const last = parent.children[parent.children.length - 1];
  const line = text.lastIndexOf('\n', last.span.from - 1) + 1;
  const indent = text.slice(line, last.span.from);
  const gap = indent.trim() || line < parent.body.from ? ' ' : `\n${indent}`;
  const at = { from: last.span.to, to: last.span.to };
  if (!weighted(parent)) return [{ ...at, text: gap + words }];
  const parts = partsOf(parent);
  const sum = parts.reduce((total, part) => total + part, 1);
  const odds = parent.children.flatMap(({ odds: old }, index) =>
    old ? [{ from: old.from, to: old.to, text: `${parts[index]}/${sum}` }] : [],
  );
  return [...odds, { ...at, text: `${gap}1/${sum} ${words}` }];
}

/**
 * What takes a child away: its parent keeps the value of an only child, which is a leaf, or 0.
 * @param {string} text
 * @param {TextNode} node
 * @param {TextNode} parent
 * @returns {Splice[]}
 */
function taken(text, node, parent) {
  if (parent.children.length === 1)
    return [{ from: parent.word.from, to: parent.body.to, text: node.mover === null ? (node.value ?? '0') : '0' }];
  if (!weighted(parent)) return [without(text, node)];
  const rest = parent.children.filter((child) => child !== node);
  const parts = partsOf(parent).filter((_, index) => parent.children[index] !== node);
  return [without(text, node), ...oddsOf(rest, parts)];
}

/**
 * A name for a new move; none where its number is free.
 * @param {TextNode} parent
 */
function label(parent) {
  const taken = new Set(parent.children.map(({ action }) => action));
  const own = parent.children.length + 1;
  if (!taken.has(String(own))) return '';
  let more = own;
  while (taken.has(`m${more}`)) more += 1;
  return `m${more}: `;
}

/**
 * Sets a leaf's value, or the estimate of another node; without a number, the estimate goes.
 * @param {string} text
 * @param {TextNode} node
 * @param {string} value
 */
export function setValue(text, node, value) {
  if (node.mover === null) return spliced(text, [{ ...node.word, text: value }]);
  const bracket = text.indexOf('[', node.word.to);
  const words = value ? ` ~${value} ` : ' ';
  return spliced(text, [{ from: node.word.to, to: bracket, text: words }]);
}

/**
 * Changes who moves at a node; a leaf gets a child with its value.
 * @param {string} text
 * @param {TextNode} node
 * @param {string} mover
 */
export function setMover(text, node, mover) {
  if (node.mover === null) return spliced(text, [{ ...node.word, text: `${mover} [ ${node.value} ]` }]);
  const even = mover === CHANCE || !weighted(node) ? [] : oddsOf(node.children, node.children.map(() => 1));
  return spliced(text, [{ ...node.word, text: mover }, ...even]);
}

/**
 * Makes a node a leaf.
 * @param {string} text
 * @param {TextNode} node
 * @param {string} value
 */
export const setLeaf = (text, node, value) =>
  spliced(text, [{ from: node.word.from, to: node.body.to, text: value }]);

/**
 * Names the move that leads to a node; without a name, it is called by its number.
 * @param {string} text
 * @param {TextNode} node
 * @param {string} name
 */
export function rename(text, node, name) {
  const words = name ? `${name}: ` : '';
  if (!node.label) return spliced(text, [{ from: node.body.from, to: node.body.from, text: words }]);
  return spliced(text, [{ from: node.label.from, to: name ? node.label.to : node.body.from, text: words.trimEnd() }]);
}

/**
 * Adds a child: a leaf worth 0, behind the others; a leaf first becomes a node of this mover.
 * @param {string} text
 * @param {TextNode} node
 * @param {string} mover
 */
export function addChild(text, node, mover) {
  if (node.mover === null) return setMover(text, node, mover);
  return spliced(text, behind(text, node, `${label(node)}0`));
}

/**
 * Takes a node away, with everything below it.
 * @param {string} text
 * @param {TextNode} node
 */
export const remove = (text, node) => (node.parent ? spliced(text, taken(text, node, node.parent)) : text);

/**
 * Changes places with a sibling, so many to the right or, if less than 0, to the left.
 * @param {string} text
 * @param {TextNode} node
 * @param {number} by
 */
export function shift(text, node, by) {
  const other = node.parent?.children[node.index + by];
  if (!other) return text;
  return spliced(text, [
    { ...node.span, text: text.slice(other.span.from, other.span.to) },
    { ...other.span, text: text.slice(node.span.from, node.span.to) },
  ]);
}

/**
 * Can a node be moved below another one? Not below itself, a leaf, or where it is.
 * @param {TextNode} node
 * @param {TextNode} target
 */
export function canMove(node, target) {
  const inside = node.span.from <= target.body.from && target.body.to <= node.span.to;
  return Boolean(node.parent) && node.parent?.body.from !== target.body.from && target.mover !== null && !inside;
}

/**
 * Moves a node with everything below it behind the children of another one.
 * @param {string} text
 * @param {TextNode} node
 * @param {TextNode} target
 */
export function moveBelow(text, node, target) {
  if (!node.parent || !canMove(node, target)) return text;
  const clash = target.children.some(({ action }) => action === node.action);
  const name = node.label && !clash ? `${node.action}: ` : label(target);
  const body = name + text.slice(node.body.from, node.body.to);
  return spliced(text, [...taken(text, node, node.parent), ...behind(text, target, body)]);
}

/**
 * Sets the probability of a chance node's child, in parts beside those of its siblings.
 * @param {string} text
 * @param {TextNode} node
 * @param {number} part
 */
export function setPart(text, node, part) {
  if (!node.parent) return text;
  return spliced(text, oddsOf(node.parent.children, partsOf(node.parent).with(node.index, part)));
}
