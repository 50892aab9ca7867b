// Playing on by itself: through the past of a game, or by asking its agents for the next move when its time has come.

/**
 * @import { Session } from './session.js'
 * @import { Stage } from './stage.js'
 */

const PACE = 900;
const GLIDE = 260;

/**
 * `onChange()` is told when it starts and stops; `fail(error)` what went wrong.
 * @param {{ session: Session, stage: () => Stage, speed: () => string, onChange: () => void,
 *   fail: (error: unknown) => void }} options
 */
export function createClock({ session, stage, speed, onChange, fail }) {
  let playing = false;
  let timer = 0;
  let asking = false;
  let asked = 0;
  /** Actors that glide move together: a whole round is one step. */
  const stride = () => (stage().glides ? session.game.players.length : 1);
  const pace = () => (stage().glides ? GLIDE : PACE) / Number(speed());

  function pause() {
    playing = false;
    clearTimeout(timer);
    onChange();
  }

  /**
   * Waits for the next move; called again whenever the game has changed. Where actors glide, the beat counts from one
   * question to the next, however long the answer took: so they never stand still between two steps.
   */
  function tick() {
    clearTimeout(timer);
    if (!playing) return;
    timer = setTimeout(next, stage().glides ? Math.max(0, asked + pace() - performance.now()) : pace());
  }

  async function next() {
    if (!stage().glides) await stage().rested;
    if (!playing) return;
    const before = asked;
    asked = performance.now();
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
      } else asked = before;
    } catch (error) {
      pause();
      fail(error);
    } finally {
      asking = false;
      // The answer may have been heard of before it was given.
      if (playing && session.live && session.game.state === 'waiting') tick();
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
