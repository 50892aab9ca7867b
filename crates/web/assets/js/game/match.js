// A match at the lab, from start to end: short ones may be over before the lab has answered with their id.

/**
 * @import { MatchEvent, Requests } from '../../../types/protocol'
 * @import { Client } from '../../../types/pages'
 */

/**
 * Starts a match; `onEvent` gets all its events. Resolves, once it has begun, with the way to stop and to forget it.
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
  const receive = (event) => {
    if (name === null) early.push(event);
    else if (event.match === name) {
      latest = event;
      onEvent(event);
    }
  };
  const off = client.on('match', receive);
  try {
    name = (await client.request('match.start', parameters)).match;
  } catch (error) {
    off();
    throw error;
  }
  const match = name;
  early.forEach(receive);
  const stop = () => client.request('match.stop', { match }).catch(() => {});
  return {
    stop,
    forget() {
      off();
      if (!latest || latest.state === 'running' || latest.state === 'queued') stop();
    },
  };
}
