// A match at the lab, from its start to its end: short ones may be over before the lab has said their name.

/**
 * @import { MatchEvent, Requests } from '../../../types/protocol'
 * @import { Client } from '../../../types/pages'
 */

/**
 * Starts a match; `onEvent` hears everything of it. Resolves, once it has begun, with the way to stop and to forget it.
 * @param {Client} client
 * @param {Requests['match.start']['with']} parameters
 * @param {(event: MatchEvent) => void} onEvent
 */
export async function startMatch(client, parameters, onEvent) {
  /** @type {string | null} */
  let name = null;
  /** @type {MatchEvent | null} */
  let latest = null;
  /** @type {MatchEvent[]} */
  const early = [];
  /** @param {MatchEvent} event */
  const hear = (event) => {
    if (name === null) early.push(event);
    else if (event.match === name) {
      latest = event;
      onEvent(event);
    }
  };
  const off = client.on('match', hear);
  try {
    name = (await client.request('match.start', parameters)).match;
  } catch (error) {
    off();
    throw error;
  }
  const match = name;
  early.forEach(hear);
  const stop = () => client.request('match.stop', { match }).catch(() => {});
  return {
    stop,
    forget() {
      off();
      if (!latest || latest.state === 'running' || latest.state === 'queued') stop();
    },
  };
}
