// An engine of others at a seat of Connect Four: protocol = "uci" in plylab.toml.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { test } from 'node:test';

const PLYLAB = process.env.PLYLAB ?? fileURLToPath(new URL('../../target/debug/plylab', import.meta.url));
const HERE = fileURLToPath(new URL('.', import.meta.url));

/** Runs Plylab with the engine of others as the agent `fairy`, and returns what it prints. */
async function plylab(...words) {
  const folder = await mkdtemp(join(tmpdir(), 'plylab-uci-'));
  const file = join(folder, 'plylab.toml');
  await writeFile(
    file,
    `[agents.fairy]
command = ["node", "--no-experimental-fetch", "fairy.cjs"]
folder = ${JSON.stringify(HERE)}
files = ["fairy.cjs", "package-lock.json"]
protocol = "uci"
options = { Hash = "4" }
go = "nodes 2000"
startup = 60
`,
  );
  try {
    const { stdout } = await promisify(execFile)(PLYLAB, [...words, '--bring', file], { maxBuffer: 1 << 26 });
    return stdout;
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('an engine of others plays twenty games in both colours, and its moves are graded', async () => {
  const said = await plylab('match', 'connect4', 'fairy', 'level:6', '-n', '20', '--grade', '--json', '--seed', '3');
  const totals = JSON.parse(said.trim().split('\n').at(-1));
  assert.equal(totals.played, 20);
  assert.equal(totals.over, 20, said);
  assert.equal(totals.forfeits, 0);
  const [fairy] = totals.players;
  assert.deepEqual(fairy.seats, [10, 10]);
  assert.ok(fairy.grade.moves > 100 && fairy.grade.best_share > 0.5, JSON.stringify(fairy.grade));
});

test('what the engine tells becomes value, line and cost of its decision', async () => {
  // Yellow has three in the bottom row, open on both sides.
  const said = await plylab('explain', 'connect4', '445566', '--agent', 'fairy', '--json');
  const thought = JSON.parse(said);
  assert.ok(['3', '7'].includes(thought.action), said);
  assert.deepEqual(thought.value, { of: 0, kind: 'win', plies: 1, certainty: 'exact' });
  assert.deepEqual(thought.line, [thought.action]);
  assert.ok(thought.stats.nodes > 0 && thought.stats.depth > 0, said);
});

test('an engine that does not know the game says so', async () => {
  await assert.rejects(plylab('match', 'sim', 'fairy', 'random'), (error) => {
    assert.match(error.stderr, /^error: 'fairy': it speaks UCI, which has no notation for this game\n$/);
    return true;
  });
});
