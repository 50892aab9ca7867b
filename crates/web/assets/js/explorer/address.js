// The address of a search: where, and by which agent. `view=explore` shows small searches in the explorer too, and
// `nodes=` keeps fewer nodes than the lab would.

/** @import { At } from '../../../types/protocol' */

/**
 * @param {At} at
 * @param {string} agent
 * @param {{ view?: 'explore' }} [options]
 */
export const searchAddress = (at, agent, options = {}) =>
  `#/search?${new URLSearchParams({ at: JSON.stringify(at), agent, ...options })}`;
