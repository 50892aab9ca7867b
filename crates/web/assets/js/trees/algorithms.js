// The searches that can be compared on one tree.

/**
 * By name, each with the agent's spec for a depth.
 * @type {Record<string, (depth: number) => string>}
 */
export const ALGORITHMS = {
  minimax: (depth) => `minimax:depth=${depth}`,
  strict: (depth) => `alphabeta:depth=${depth},cut=strict`,
  inclusive: (depth) => `alphabeta:depth=${depth},cut=inclusive`,
  expectimax: (depth) => `expectimax:depth=${depth}`,
};

/**
 * The depth that a spec sets, if it does.
 * @param {string | null | undefined} spec
 */
export function depthOf(spec) {
  const found = /[:,]depth=(\d+)/.exec(spec ?? '');
  return found ? Number(found[1]) : null;
}

/**
 * Which of the algorithms a spec is, `null` if it has other settings.
 * @param {string} spec
 */
export function algorithmOf(spec) {
  const depth = depthOf(spec) ?? 2;
  const plain = spec === 'alphabeta' || spec === `alphabeta:depth=${depth}` ? ALGORITHMS.strict(depth) : spec;
  const known = Object.entries(ALGORITHMS).find(([name, make]) => make(depth) === plain || name === plain);
  return known ? known[0] : null;
}
