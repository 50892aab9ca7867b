// The lab behind nginx, with HTTPS and below a path, as docs/serve.md describes it.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { openBrowser } from './lib/bench.js';
import { ownFolder, program } from './lib/lab.js';

/** Is a program installed? */
function has(...command) {
  try {
    execFileSync(command[0], command.slice(1), { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const skip =
  has('nginx', '-v') && has('openssl', 'version') ? false : 'nginx or openssl is not installed: nothing is tested here';

/** A port that is free now. */
const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** The part of docs/serve.md that is meant for nginx. */
async function documented() {
  const page = await readFile(new URL('../../docs/serve.md', import.meta.url), 'utf8');
  return page.split('```nginx\n')[1].split('```')[0];
}

test('a browser plays through nginx, by HTTPS and below a path', { skip, timeout: 600_000 }, async () => {
  const folder = await ownFolder();
  const [inner, outer] = [await freePort(), await freePort()];
  const file = (name) => join(folder.path, name);
  const running = [];
  const browser = await openBrowser();
  try {
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', file('key.pem')];
    execFileSync('openssl', ['req', '-x509', ...key, '-out', file('cert.pem'), '-days', '1', ...subject], {
      stdio: 'ignore',
    });
    await mkdir(file('temporary'));
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const location = (await documented())
      .replace('127.0.0.1:4321', `127.0.0.1:${inner}`)
      .replace('Host $host', 'Host $http_host');
    await writeFile(
      file('nginx.conf'),
      `daemon off; pid ${file('nginx.pid')}; error_log stderr;
       events {}
       http {
         access_log off;
         ${places.map((place) => `${place}_temp_path ${file('temporary')};`).join('\n')}
         server {
           listen 127.0.0.1:${outer} ssl;
           ssl_certificate ${file('cert.pem')};
           ssl_certificate_key ${file('key.pem')};
           ${location}
         }
       }`,
    );
    const home = `https://localhost:${outer}/plylab/`;
    const words = ['serve', '--no-open', '--port', String(inner), '--public-url', home, '--data', file('data')];
    const lab = spawn(program, words, { stdio: ['ignore', 'pipe', 'inherit'] });
    running.push(lab);
    const link = await new Promise((resolve, reject) => {
      let said = '';
      lab.on('exit', () => reject(new Error(`the lab ended, and said: ${said}`)));
      lab.stdout.on('data', (text) => {
        const found = /https:\S+/.exec((said += text));
        if (found) resolve(found[0]);
      });
    });
    assert.ok(link.startsWith(`${home}?token=`), link);
    running.push(spawn('nginx', ['-c', file('nginx.conf'), '-p', folder.path], { stdio: 'inherit' }));
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    const page = await context.newPage();
    for (let attempt = 0; ; attempt += 1) {
      try {
        await page.goto(link);
        break;
      } catch (error) {
        if (attempt > 200) throw error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
    await page.locator('nav.nav a').first().waitFor();
    assert.equal(page.url(), home);
    const [cookie] = await context.cookies();
    const { name, path, secure, httpOnly, sameSite } = cookie;
    const wanted = { name: 'plylab', path: '/plylab/', secure: true, httpOnly: true, sameSite: 'Strict' };
    assert.deepEqual({ name, path, secure, httpOnly, sameSite }, wanted);
    // A request, a download and the events of the WebSocket.
    const played = await page.evaluate(async () => {
      const socket = new WebSocket(new URL('api/3/socket', document.baseURI).href.replace(/^http/, 'ws'));
      const seen = (fits) =>
        new Promise((resolve, reject) => {
          socket.addEventListener('error', () => reject(new Error('no connection')));
          socket.addEventListener('message', ({ data }) => fits(JSON.parse(data)) && resolve(JSON.parse(data)));
        });
      await seen(({ event }) => event === 'hello');
      const created = seen(({ id }) => id === 1);
      socket.send(JSON.stringify({ id: 1, do: 'game.create', with: { spec: 'connect4', seats: ['person'] } }));
      const { game } = (await created).ok;
      const moved = seen(({ event }) => event === 'moved');
      socket.send(JSON.stringify({ id: 2, do: 'game.play', with: { game: game.id, action: '4' } }));
      const { action } = await moved;
      const lines = await fetch('api/3/replays.jsonl');
      return [action, lines.status];
    });
    assert.deepEqual(played, ['4', 200]);
    // Another site cannot speak for the lab.
    const { status } = await context.request.get(`${home}api/3/catalogue`, { headers: { Origin: 'https://evil.example' } }).then(
      (answer) => ({ status: answer.status() }),
    );
    assert.equal(status, 403);
  } finally {
    await browser.close();
    for (const child of running.reverse()) {
      const ended = new Promise((resolve) => (child.exitCode === null ? child.on('exit', resolve) : resolve()));
      child.kill('SIGTERM');
      await ended;
    }
    await folder.remove();
  }
});
