// A match at the lab, from its start to its end: short ones may be over before the lab has said their name.

/**
 * Starts a match; `onEvent` hears everything of it. Resolves, once it has begun, with the way to stop and to forget it.
 */
export async function startMatch(client, parameters, onEvent) {
  let name = null;
  let latest = null;
  const early = [];
  const hear = (event) => {
    if (name === null) early.push(event);
    else if (event.match === name) {
      latest = event;
      onEvent(event);
    }
  };
  const off = client.on('match', hear);
  try {
    ({ match: name } = await client.request('match.start', parameters));
  } catch (error) {
    off();
    throw error;
  }
  early.forEach(hear);
  const stop = () => client.request('match.stop', { match: name }).catch(() => {});
  return {
    stop,
    forget() {
      off();
      if (!latest || latest.state === 'running' || latest.state === 'queued') stop();
    },
  };
}
