// The agents that judge positions, by names for people.

import { seatName } from '../agents.js';
import { parse } from '../ui/spec.js';
import { sentence, t } from '../i18n.js';

/** @import { GameKind } from '../../../types/protocol' */

/** The best judge that a game has, whichever that is in a position. */
export const BEST = 'best';

/**
 * The name of an agent that judges positions: as an analyst, or as any other agent.
 * @param {GameKind} game
 * @param {string} spec
 */
export function analystName(game, spec, player = 0) {
  if (spec === BEST) return t('analysis.best');
  const analyst = game.analysts.find((each) => each.spec === spec);
  return analyst ? sentence(analyst.name) : seatName(game, spec, player);
}

/**
 * The evaluation that the analysis uses, if it uses one.
 * @param {GameKind} game
 */
export function usualEval(game) {
  const specs = game.analysts.flatMap(({ spec, estimate }) => [spec, estimate ?? '']);
  const named = specs.map((spec) => parse(spec).settings.eval).find(Boolean);
  return game.evals.find(({ name }) => name === named)?.name;
}
