// The agents that judge positions, by names for people.

import { levelsFor } from '../setup/seat.js';
import { parse } from '../ui/spec.js';
import { sentence, t } from '../i18n.js';

/** @import { GameKind } from '../../../types/protocol' */

/** The best judge that a game has, whichever that is in a position. */
export const BEST = 'best';

/**
 * The name of an agent: as an analyst, or as the level that was chosen; its spec if it has no other name.
 * @param {GameKind} game
 * @param {string} spec
 */
export function agentName(game, spec, player = 0) {
  if (spec === BEST) return t('analysis.best');
  const known = [...game.analysts, ...levelsFor(game, player)].find((each) => each.spec === spec);
  if (known) return sentence(known.name);
  const estimates = game.analysts.some(({ estimate }) => estimate === spec);
  return estimates ? sentence(parse(spec).name) : spec;
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
