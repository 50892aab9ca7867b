// Names of agents and evaluations for people. A spec is shown only where people ask for it.

import { list, messageText, say, sentence, t } from './i18n.js';
import { levelsFor } from './setup/levels.js';
import { parse } from './ui/spec.js';

/** @import { AgentKind, GameKind, Key } from '../../types/protocol' */

/**
 * The settings of an agent; a preset has those of the agent that it stands for.
 * @param {GameKind} game
 * @param {AgentKind | undefined} agent
 * @returns {Key[]}
 */
export function keysOf(game, agent) {
  if (!agent) return [];
  const { keys = [], stands_for: preset } = agent;
  return keys.length || !preset ? keys : (game.agents.find(({ name }) => name === parse(preset).name)?.keys ?? []);
}

/**
 * The settings in a spec by name; those written without a name belong to the first settings of the agent.
 * @param {string} spec
 * @param {Key[]} keys
 */
function settingsOf(spec, keys) {
  const { name, settings } = parse(spec);
  const plain = spec.slice(name.length + 1).split(',').map((word) => word.trim());
  const unnamed = plain.filter((word) => word && !word.includes('='));
  return { ...Object.fromEntries(unnamed.map((word, i) => [keys[i]?.name ?? word, word])), ...settings };
}

/**
 * Do two specs name the same agent with the same settings, in whatever order?
 * @param {string} one
 * @param {string} other
 */
function alike(one, other) {
  /** @param {string} spec */
  const parts = (spec) => spec.split(/[:,]/).map((part) => part.trim());
  const [[name, ...own], [called, ...others]] = [parts(one), parts(other)];
  return name === called && own.sort().join() === others.sort().join();
}

/**
 * The English name of an evaluation, or of an agent as another one's setting.
 * @param {GameKind} game
 * @param {string} name
 */
const englishTitle = (game, name) =>
  [...game.evals, ...game.action_evals, ...game.agents].find((entry) => entry.name === name)?.title ?? name;

/**
 * The same in the current language.
 * @param {GameKind} game
 * @param {string} name
 */
export const titleOf = (game, name) => say(englishTitle(game, name));

/**
 * The name of an agent: its title, and those of its settings that belong to a name, "Alpha-beta, depth 4". What the
 * game does not know is named by its spec.
 * @param {GameKind} game
 * @param {string} spec
 */
export function agentName(game, spec) {
  const agent = game.agents.find(({ name }) => name === parse(spec).name);
  if (!agent) return spec;
  const keys = keysOf(game, agent);
  const given = settingsOf(spec, keys);
  const said = keys.flatMap((key) => {
    const value = given[key.name];
    if (!key.said || value === undefined || (value === key.default && !agent.stands_for)) return [];
    const named = key.kind === 'choice' ? englishTitle(game, value) : value;
    return [messageText({ ...key.said, fields: { value: { name: named } } })];
  });
  return list([sentence(agent.title), ...said]);
}

/**
 * The name of a seat's player: a person, a level, or an agent.
 * @param {GameKind} game
 * @param {string} seat
 */
export function seatName(game, seat, player = 0) {
  if (seat === 'person') return t('game.person');
  const level = levelsFor(game, player).find(({ spec }) => alike(spec, seat));
  return level ? sentence(level.name) : agentName(game, seat);
}
