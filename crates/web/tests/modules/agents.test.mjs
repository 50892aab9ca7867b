// Names of agents for people: what was chosen as a level stays that level, and a spec is never shown.

import assert from 'node:assert/strict';
import test from 'node:test';
import './lib/languages.mjs';

const { agentName, seatName } = await import('../../assets/js/agents.js');

const depth = { name: 'depth', kind: 'integer', default: '2', said: { code: 'depth-of', english: 'depth {value}' } };
const evaluation = { name: 'eval', kind: 'choice', default: 'report', said: { code: 'choice-title', english: '{value}' } };
const table = { name: 'table', kind: 'integer', default: '0' };
const game = {
  evals: [
    { name: 'report', title: "report E's evaluation" },
    { name: 'tuned', title: 'tuned evaluation' },
  ],
  action_evals: [],
  agents: [
    { name: 'alphabeta', title: 'alpha-beta', keys: [depth, evaluation, table] },
    { name: 'level', title: 'human-like player', keys: [{ ...depth, name: 'level', said: { code: 'level-of', english: 'level {value}' } }] },
    { name: 'report-e', title: "report E's minimax", stands_for: 'alphabeta:depth=4', keys: [] },
    { name: 'random', title: 'random moves', keys: [] },
  ],
  levels: [
    { name: 'easy', spec: 'level:3', player: null },
    { name: 'hard', spec: 'alphabeta:depth=6,table=8', player: null },
  ],
};

test('an agent is named by its title and by the settings that belong to a name', () => {
  assert.equal(agentName(game, 'alphabeta'), 'Alpha-beta');
  assert.equal(agentName(game, 'alphabeta:depth=12,eval=tuned,table=32'), 'Alpha-beta, depth 12, tuned evaluation');
  assert.equal(agentName(game, 'alphabeta:depth=2'), 'Alpha-beta');
  assert.equal(agentName(game, 'level:7'), 'Human-like player, level 7');
  assert.equal(agentName(game, 'report-e'), "Report E's minimax");
  assert.equal(agentName(game, 'report-e:depth=2'), "Report E's minimax, depth 2");
});

test('a program that the game does not know is named as it is written', () => {
  assert.equal(agentName(game, 'stranger:x=1'), 'stranger:x=1');
});

test('a level keeps its name, in whatever order its settings are written', () => {
  assert.equal(seatName(game, 'level:3'), 'Easy');
  assert.equal(seatName(game, 'alphabeta:table=8,depth=6'), 'Hard');
  assert.equal(seatName(game, 'alphabeta:depth=6'), 'Alpha-beta, depth 6');
});
