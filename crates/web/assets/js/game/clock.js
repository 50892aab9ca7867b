// Playback: through the past of a game, or by asking its agents for the next move when it is due.

/**
 * @import { Source } from '../../../types/pages'
 * @import { Stage } from './stage.js'
 */

const PACE = 900;
const GLIDE = 260;

/**
 * `round` is the number of plies that are one step; `onChange()` is called when it starts and stops; `fail(error)` with
 * any error.
 * @param {{ source: Source, stage: () => Stage, round: number, speed: () => string, onChange: () => void,
 *   fail: (error: unknown) => void }} options
 */
export function createClock({ source, stage, round, speed, onChange, fail }) {
  let playing = false;
  let timer = 0;
  let asking = false;
  let asked = 0;
  const stride = () => round - (source.ply % round);
  const pace = () => (stage().glides ? GLIDE : PACE) / Number(speed());

  function pause() {
    playing = false;
    clearTimeout(timer);
    onChange();
  }

  /**
   * Waits for the next move; called again whenever the game has changed. Where actors glide, the beat counts from one
   * request to the next, however long the answer took: so they never pause between two steps.
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
    const { state } = source.game;
    try {
      if (!source.live) {
        await source.seek(Math.min(source.ply + stride(), source.last));
        if (source.live && source.game.state !== 'waiting') pause();
        else tick();
      } else if (state === 'over' || state === 'person' || !source.step) pause();
      else if (state === 'waiting' && !asking) {
        asking = true;
        await source.step?.(stride());
      } else asked = before;
    } catch (error) {
      pause();
      fail(error);
    } finally {
      asking = false;
      // The move may have arrived as an event before the answer.
      if (playing && source.live && source.game.state === 'waiting') tick();
    }
  }

  return {
    pace,
    pause,
    tick,
    /** Starts playing; a finished game is shown from its start. */
    play() {
      playing = true;
      if (source.live && source.game.state === 'over') source.seek(0).catch(fail);
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
