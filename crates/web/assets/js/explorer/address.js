// The address of a search: where, by which agent, and what is looked at: `step=` and `path=` (moves, separated by
// spaces). `view=explore` lists small searches too, `nodes=` keeps fewer nodes than the lab would.

/** @import { At } from '../../../types/protocol' */

/**
 * @param {At} at
 * @param {string} agent
 * @param {Record<string, string>} [options]
 */
export const searchAddress = (at, agent, options = {}, page = 'search') =>
  `#/${page}?${new URLSearchParams({ at: JSON.stringify(at), agent, ...options })}`;

/**
 * What an address asks for; null if somebody changed it to what is no position.
 * @param {Record<string, string | undefined>} query
 */
export function readAddress({ at: written = '', agent = 'alphabeta', nodes, view, step, path }) {
  try {
    /** @type {At} */
    const at = JSON.parse(written);
    if (typeof at !== 'object' || at === null) return null;
    const place = {
      ...(step && Number(step) >= 0 ? { step: Math.floor(Number(step)) } : {}),
      ...(path ? { path: path.split(' ') } : {}),
    };
    return { at, agent, view, place, limits: Number(nodes) > 0 ? { nodes: Math.floor(Number(nodes)) } : {} };
  } catch {
    return null;
  }
}
