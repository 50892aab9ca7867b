// Playing on by itself: through the past of a game, or by asking its agents for the next move when its time has come.

const PACE = 900;
const GLIDE = 260;

/** `onChange()` is told when it starts and stops; `fail(error)` what went wrong. */
export function createClock({ session, stage, speed, onChange, fail }) {
  let playing = false;
  let timer = 0;
  let asking = false;
  /** Actors that glide move together: a whole round is one step. */
  const stride = () => (stage().glides ? session.game.players.length : 1);
  const pace = () => (stage().glides ? GLIDE : PACE) / Number(speed());

  function pause() {
    playing = false;
    clearTimeout(timer);
    onChange();
  }

  /** Waits for the next move; called again whenever the game has changed. */
  function tick() {
    clearTimeout(timer);
    if (playing) timer = setTimeout(next, pace());
  }

  async function next() {
    await stage().rested;
    if (!playing) return;
    const { state } = session.game;
    try {
      if (!session.live) {
        await session.seek(Math.min(session.ply + stride(), session.last));
        if (session.live && session.game.state !== 'waiting') pause();
        else tick();
      } else if (state === 'over' || state === 'person') pause();
      else if (state === 'waiting' && !asking) {
        asking = true;
        await session.ask('step', { moves: stride() });
      }
    } catch (error) {
      pause();
      fail(error);
    } finally {
      asking = false;
    }
  }

  return {
    pace,
    pause,
    tick,
    /** Begins to play; a game that is over is shown from its start. */
    play() {
      playing = true;
      if (session.live && session.game.state === 'over') session.seek(0).catch(fail);
      onChange();
      tick();
    },
    get playing() {
      return playing;
    },
    destroy() {
      playing = false;
      clearTimeout(timer);
    },
  };
}
