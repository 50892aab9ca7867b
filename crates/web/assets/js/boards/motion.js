// Animation that can be interrupted: one at a time, and the next one starts from where the last one should have ended.

import { calm } from '../ui/elements.js';

/**
 * Runs `frame(share)` from 0 to 1 over some milliseconds; `stop` jumps to the end. Resolves when it has ended, either
 * way.
 */
export function mover() {
  /** @type {(() => void) | null} */
  let finish = null;
  return {
    /**
     * @param {number} milliseconds
     * @param {(share: number) => void} frame
     * @returns {Promise<void>}
     */
    run(milliseconds, frame) {
      finish?.();
      if (!milliseconds || calm() || document.hidden) {
        frame(1);
        return Promise.resolve();
      }
      return new Promise((resolve) => {
        const begin = performance.now();
        let handle = 0;
        const end = () => {
          cancelAnimationFrame(handle);
          finish = null;
          frame(1);
          resolve();
        };
        /** @param {number} now */
        const tick = (now) => {
          const share = Math.max(0, (now - begin) / milliseconds);
          if (share >= 1) end();
          else {
            frame(share);
            handle = requestAnimationFrame(tick);
          }
        };
        finish = end;
        frame(0);
        handle = requestAnimationFrame(tick);
      });
    },
    stop() {
      finish?.();
    },
    get busy() {
      return finish !== null;
    },
  };
}

/**
 * Ease in and out.
 * @param {number} s
 */
export const ease = (s) => (s < 0.5 ? 4 * s * s * s : 1 - (2 - 2 * s) ** 3 / 2);

/**
 * How far a falling thing has come: gravity, then one small bounce at the end.
 * @param {number} share
 */
export function fall(share, bounce = 0.035) {
  const landed = 0.72;
  if (share < landed) return (share / landed) ** 2;
  const up = (share - landed) / (1 - landed);
  return 1 - 4 * bounce * up * (1 - up);
}
