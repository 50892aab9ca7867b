// A match between `plylab uci` and an engine of others, which also judges: it lists the legal moves of every position.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';

const PLYLAB = process.env.PLYLAB ?? fileURLToPath(new URL('../../target/debug/plylab', import.meta.url));
const FAIRY = fileURLToPath(new URL('fairy.cjs', import.meta.url));

/** An engine that speaks UCI, in a process of its own. */
class Engine {
  constructor(command, ...args) {
    this.process = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.lines = createInterface({ input: this.process.stdout })[Symbol.asyncIterator]();
  }

  send(line) {
    this.process.stdin.write(`${line}\n`);
  }

  /** Everything it says up to the first line that begins with `last`. */
  async until(last) {
    const said = [];
    for (;;) {
      const { value, done } = await this.lines.next();
      assert.ok(!done, `the engine left before it said ${last}`);
      said.push(value);
      if (value.startsWith(last)) return said;
    }
  }

  async begin() {
    this.send('uci');
    const introduced = await this.until('uciok');
    assert.ok(introduced.some((line) => line.startsWith('option name UCI_Variant type combo')));
    this.send('setoption name UCI_Variant value cfour');
  }

  async newGame() {
    this.send('ucinewgame');
    this.send('isready');
    await this.until('readyok');
  }

  async quit() {
    this.send('quit');
    await new Promise((resolve) => this.process.once('exit', resolve));
  }
}

/** The legal moves after `moves`, and the FEN, as the engine of others sees them. */
async function judge(fairy, moves) {
  fairy.send(`position startpos moves ${moves.join(' ')}`);
  fairy.send('d');
  const fen = (await fairy.until('Fen: ')).at(-1).slice('Fen: '.length);
  fairy.send('go perft 1');
  const listed = await fairy.until('Nodes searched');
  const legal = listed.flatMap((line) => line.match(/^(P@[a-g][1-6]): 1$/)?.[1] ?? []);
  return { fen, legal };
}

async function play(fairy, ours, seat) {
  await Promise.all([fairy.newGame(), ours.newGame()]);
  const moves = [];
  for (;;) {
    const { fen, legal } = await judge(fairy, moves);
    // We read the positions of the others as well as their moves.
    const position = moves.length % 3 === 0 ? `fen ${fen}` : `startpos moves ${moves.join(' ')}`;
    if (legal.length === 0) {
      ours.send(`position ${position}`);
      ours.send('go depth 1');
      assert.deepEqual(await ours.until('bestmove'), ['bestmove 0000']);
      return moves;
    }
    const isOurs = moves.length % 2 === seat;
    const mover = isOurs ? ours : fairy;
    mover.send(`position ${isOurs ? position : `startpos moves ${moves.join(' ')}`}`);
    mover.send('go nodes 3000');
    const said = await mover.until('bestmove');
    const move = said.at(-1).split(' ')[1];
    assert.ok(legal.includes(move), `${move} is not one of ${legal} after ${moves}`);
    if (isOurs) {
      const info = said.at(-2);
      assert.match(info, /^info depth \d+ score (cp|mate) -?\d+( \w+bound)? nodes \d+ (nps \d+ )?time \d+ pv /);
      assert.equal(info.split(' pv ')[1].split(' ')[0], move);
    }
    moves.push(move);
  }
}

test('a whole match against an engine of others, by its own judgement of the rules', async () => {
  const fairy = new Engine(process.execPath, '--no-experimental-fetch', FAIRY);
  const ours = new Engine(PLYLAB, 'uci');
  await fairy.begin();
  await ours.begin();
  for (const seat of [0, 1, 0, 1]) {
    const moves = await play(fairy, ours, seat);
    assert.ok(moves.length >= 7, `${moves}`);
  }
  await ours.quit();
  await fairy.quit();
});
