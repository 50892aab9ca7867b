// The lab behind a proxy, with HTTPS and below a path, as docs/serve.md describes it.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { becomes, openBrowser } from './lib/bench.js';
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

/** A port that is free now. */
const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** The part of docs/serve.md that is meant for a proxy. */
async function documented(language) {
  const page = await readFile(new URL('../../docs/serve.md', import.meta.url), 'utf8');
  return page.split(`\`\`\`${language}\n`)[1].split('```')[0];
}

/** How each proxy is started, with its part of the document: `file(name)` is a path in a folder of its own. */
const proxies = {
  async nginx({ file, inner, outer }) {
    await mkdir(file('temporary'));
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const location = (await documented('nginx')).replace('127.0.0.1:4321', `127.0.0.1:${inner}`);
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
    return spawn('nginx', ['-c', file('nginx.conf'), '-p', file('')], { stdio: 'inherit' });
  },
  async caddy({ file, inner, outer }) {
    const site = (await documented('caddy'))
      .replace('127.0.0.1:4321', `127.0.0.1:${inner}`)
      .replace('lab.example.edu {', `https://localhost:${outer} {\n    bind 127.0.0.1\n    tls ${file('cert.pem')} ${file('key.pem')}`);
    await writeFile(file('Caddyfile'), `{\n    admin off\n    auto_https off\n    log {\n        level ERROR\n    }\n}\n${site}`);
    const words = ['run', '--config', file('Caddyfile'), '--adapter', 'caddyfile'];
    const places = { XDG_DATA_HOME: file('own'), XDG_CONFIG_HOME: file('own') };
    return spawn('caddy', words, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, ...places } });
  },
};

const missing = (name) =>
  has('openssl', 'version') && has(name, name === 'nginx' ? '-v' : 'version')
    ? false
    : `${name} or openssl is not installed: nothing is tested here`;

for (const [name, start] of Object.entries(proxies)) {
  test(`a browser plays through ${name}, by HTTPS and below a path`, { skip: missing(name), timeout: 600_000 }, () => play(start));
}

/** Plays through a proxy, and looks at what the lab knows about the client. */
async function play(start) {
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
    const home = `https://localhost:${outer}/plylab/`;
    const behind = ['--public-url', home, '--proxy', '127.0.0.1', '--log', 'info'];
    const words = ['serve', '--no-open', '--port', String(inner), '--data', file('data'), ...behind];
    const lab = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'] });
    running.push(lab);
    let log = '';
    lab.stderr.on('data', (text) => (log += text));
    const link = await new Promise((resolve, reject) => {
      let said = '';
      lab.on('exit', () => reject(new Error(`the lab ended, and said: ${said}`)));
      lab.stdout.on('data', (text) => {
        const found = /https:\S+/.exec((said += text));
        if (found) resolve(found[0]);
      });
    });
    assert.ok(link.startsWith(`${home}?token=`), link);
    running.push(await start({ file, inner, outer }));
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
    // The proxy says where a request comes from, whatever its client wrote before.
    const forged = { 'X-Forwarded-For': '192.0.2.66', Forwarded: 'for=192.0.2.67' };
    await context.request.get(`${home}api/3/catalogue?forged`, { headers: forged });
    await context.request.get(`${home}healthz`);
    await becomes(() => /path="\/healthz"/.test(log), true);
    assert.ok(log.includes('from="127.0.0.1"') && !log.includes('192.0.2.6'), log);
  } finally {
    await browser.close();
    for (const child of running.reverse()) {
      const ended = new Promise((resolve) => (child.exitCode === null ? child.on('exit', resolve) : resolve()));
      child.kill('SIGTERM');
      await ended;
    }
    await folder.remove();
  }
}
