// The connection to the lab: requests with their answers, events, and a connection that comes back by itself.

/**
 * @import { Fault, Incoming } from '../../types/protocol'
 * @import { Client, ClientEvents } from '../../types/pages'
 */

/** What the lab says went wrong; `code`, `wrong`, `where` and `expected` are as the protocol has them. */
export class LabError extends Error {
  /** @param {Fault} fault */
  constructor({ code, message, wrong, where, expected }) {
    super(message);
    this.code = code;
    this.wrong = wrong;
    this.where = where ?? [];
    this.expected = expected;
  }
}

const SESSION = 'plylab.session';
const QUIET = 240000;

const kept = () => {
  try {
    return localStorage.getItem(SESSION);
  } catch {
    return null;
  }
};

/**
 * Connects. Events of the lab are told under their names; besides, 'state' tells `{ state: 'open' | 'lost', resumed }`.
 * Requests
 * made while the connection is down wait for it; those that were under way when it broke fail with the code 'lost'.
 * @returns {Client}
 */
export function connect(address = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/2/socket`) {
  /** @type {Map<string, Set<(event: never) => unknown>>} */
  const listeners = new Map();
  /** @type {Map<number, { resolve: (ok: never) => void, reject: (error: LabError) => void, text: string }>} */
  const waiting = new Map();
  /** @type {string[]} */
  const unsent = [];
  let serial = 0;
  /** @type {WebSocket | null} */
  let socket = null;
  let attempts = 0;
  let heard = 0;
  let session = kept();

  /**
   * @template {keyof ClientEvents} N
   * @param {N} name
   * @param {ClientEvents[N]} message
   */
  const tell = (name, message) => {
    for (const listener of [...(listeners.get(name) ?? [])]) listener(/** @type {never} */ (message));
  };

  const flush = () => {
    if (socket?.readyState === WebSocket.OPEN && client.hello) for (const text of unsent.splice(0)) socket.send(text);
  };

  /** @param {Incoming} message */
  function hear(message) {
    heard = Date.now();
    if (message.id !== undefined) {
      const request = waiting.get(Number(message.id));
      waiting.delete(Number(message.id));
      if (message.error) request?.reject(new LabError(message.error));
      else request?.resolve(/** @type {never} */ (message.ok));
      return;
    }
    if (message.event === 'hello') {
      client.hello = message;
      session = message.session;
      try {
        localStorage.setItem(SESSION, session);
      } catch {
        // Without a place to keep it, the session lasts as long as this page.
      }
      const back = client.state === 'lost';
      client.state = 'open';
      attempts = 0;
      tell('state', { state: 'open', resumed: message.resumed, back });
      flush();
      return;
    }
    tell(message.event, message);
  }

  function open() {
    socket = new WebSocket(session ? `${address}?session=${encodeURIComponent(session)}` : address);
    const mine = socket;
    mine.addEventListener('message', (event) => hear(JSON.parse(event.data)));
    mine.addEventListener('close', () => {
      if (mine !== socket) return;
      const underWay = [...waiting.entries()].filter(([, request]) => !unsent.includes(request.text));
      for (const [id, { reject }] of underWay) {
        waiting.delete(id);
        reject(new LabError({ code: 'lost', message: 'The connection to the lab was lost.' }));
      }
      client.hello = null;
      if (client.state !== 'lost') {
        client.state = 'lost';
        tell('state', { state: 'lost' });
      }
      attempts += 1;
      setTimeout(open, Math.min(5000, 250 * 2 ** Math.min(attempts, 5)));
    });
  }

  /** @type {Client} */
  const client = {
    state: 'connecting',
    hello: null,
    /** The name of this person at the lab, for addresses to download from. */
    get session() {
      return session;
    },
    /** Asks the lab to do something; resolves with `ok`, rejects with a `LabError`. */
    request: (name, parameters) =>
      new Promise((resolve, reject) => {
        const id = (serial += 1);
        const text = JSON.stringify(parameters === undefined ? { id, do: name } : { id, do: name, with: parameters });
        waiting.set(id, { resolve, reject, text });
        unsent.push(text);
        flush();
      }),
    /** Listens to an event; gives the way to stop it. */
    on: (name, listener) => {
      const all = listeners.get(name) ?? new Set();
      listeners.set(name, all.add(listener));
      return () => all.delete(listener);
    },
  };

  setInterval(() => {
    if (client.state === 'open' && Date.now() - heard > QUIET) client.request('game.list').catch(() => {});
  }, 30000);
  open();
  return client;
}
