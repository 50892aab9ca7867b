// The real program: the lab that a file of tests opens, and its commands.

import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The program under test: `PLYLAB` names another. */
export const program = process.env.PLYLAB ?? fileURLToPath(new URL('../../../target/debug/plylab', import.meta.url));

/** The program from outside that uses the lab's crates, built beside it. */
export const outside = join(dirname(program), 'outside-game');

/** Runs a command of the program; returns its output. */
export async function plylab(...words) {
  const { stdout } = await promisify(execFile)(program, words, { maxBuffer: 1 << 28 });
  return stdout;
}

/** A temporary folder, and a function that removes it. */
export async function ownFolder() {
  const path = await mkdtemp(join(tmpdir(), 'plylab-test-'));
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
}

/** Opens a lab on an empty folder; after `close`, `start` opens it again at the same address, with its stored data. */
export async function openLab(own = program, options = []) {
  const folder = await ownFolder();
  let running = null;
  let address = null;
  /** The token of the person who started the lab, and that of a link that makes a person of every browser. */
  let token = null;
  let everybody = null;

  async function start(port) {
    const child = spawn(own, ['serve', '--no-open', '--port', String(port), '--data', folder.path, ...options], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    // However the tests end, the lab ends with them.
    process.once('exit', () => child.kill('SIGKILL'));
    const ended = new Promise((resolve) => child.on('exit', (code, signal) => resolve({ code, signal })));
    let said = '';
    [address, token] = await new Promise((resolve, reject) => {
      child.on('error', (error) => reject(new Error(`${own} cannot be started: ${error.message}`)));
      ended.then(() => reject(new Error(`the lab ended before it was open, and said: ${said}`)));
      child.stderr.on('data', (text) => (said += text));
      child.stdout.on('data', (text) => {
        said += text;
        const found = /(http:\/\/[^\s/]+)\/\?token=(\S+)/.exec(said);
        if (found) resolve(found.slice(1));
      });
    });
    running = { child, ended };
    if (everybody) return;
    const words = ['token', 'add', 'everybody', '--class', '10000', '--data', folder.path];
    const { stdout } = await promisify(execFile)(own, words);
    everybody = stdout.trim().split('token=')[1];
  }

  /** Asks it to end, and returns how it did. */
  async function close() {
    if (!running) return null;
    const { child, ended } = running;
    running = null;
    child.kill('SIGTERM');
    return ended;
  }

  await start(0);
  return {
    get address() {
      return address;
    },
    get token() {
      return token;
    },
    /** The link that makes a new person of every browser. */
    get link() {
      return `${address}/?token=${everybody}`;
    },
    folder: folder.path,
    get pid() {
      return running.child.pid;
    },
    close,
    start: () => start(new URL(address).port),
    async end() {
      await close();
      await folder.remove();
    },
  };
}
