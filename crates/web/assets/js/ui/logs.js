// What agents wrote to their logs in a game: the standard error of agents from outside.

import { h } from './elements.js';
import { say, t } from '../i18n.js';

/**
 * A log to open, under the name of who wrote it.
 * @param {string} name
 * @param {string} log
 */
export function agentLog(name, log) {
  return h(
    'details',
    { class: 'agent-log' },
    h('summary', {}, t('replays.log', { name })),
    h('pre', { class: 'scrolls', dir: 'ltr', tabindex: 0 }, log.trimEnd()),
  );
}

/**
 * The logs of a game, by seat; nothing for those who wrote nothing.
 * @param {{ players: string[], logs?: string[] }} game
 */
export function agentLogs({ players, logs = [] }) {
  return logs.flatMap((log, seat) => (log ? [agentLog(say(players[seat] ?? ''), log)] : []));
}
