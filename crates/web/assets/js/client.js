// The connection to the lab: requests with their answers, events, and automatic reconnection.

import { learnRest } from './i18n.js';

/**
 * @import { Fault, Hello, Incoming } from '../../types/protocol'
 * @import { Client, ClientEvents } from '../../types/pages'
 */

/** An error of the lab; `code`, `wrong`, `where` and `expected` are as in the protocol. */
export class LabError extends Error {
  /** @param {Pick<Fault, 'code' | 'message'> & Partial<Fault>} fault */
  constructor({ code, message, wrong, where, expected }) {
    super(message);
    this.code = code;
    this.wrong = wrong;
    this.where = where ?? [];
    this.expected = expected;
  }
}

const QUIET = 240000;

/** The address of the connection, beside the page: a proxy may have put both below a path. */
const beside = () => new URL('api/3/socket', document.baseURI).href.replace(/^http/, 'ws');

/**
 * Connects. Listeners get the lab's events by name, and 'state' with `{ state: 'open' | 'lost', back }`. Requests
 * made while the connection is down wait for it; those in progress when it broke fail with the code 'lost'.
 * @returns {Client}
 */
export function connect(address = beside()) {
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
  let ended = false;
  /**
   * Who is here. A lost connection does not change it.
   * @type {Hello['person'] | null}
   */
  let person = null;

  /**
   * @template {keyof ClientEvents} N
   * @param {N} name
   * @param {ClientEvents[N]} message
   */
  const emit = (name, message) => {
    for (const listener of [...(listeners.get(name) ?? [])]) listener(/** @type {never} */ (message));
  };

  const flush = () => {
    if (socket?.readyState === WebSocket.OPEN && client.hello) for (const text of unsent.splice(0)) socket.send(text);
  };

  /** @param {Incoming} message */
  function receive(message) {
    heard = Date.now();
    if (message.id !== undefined) {
      const request = waiting.get(Number(message.id));
      waiting.delete(Number(message.id));
      const { error } = message;
      // Error messages can quote it.
      if (error) learnRest().then(() => request?.reject(new LabError(error)));
      else request?.resolve(/** @type {never} */ (message.ok));
      return;
    }
    if (message.event === 'hello') {
      client.hello = message;
      person = message.person;
      const back = client.state === 'lost';
      client.state = 'open';
      attempts = 0;
      emit('state', { state: 'open', back });
      flush();
      return;
    }
    emit(message.event, message);
  }

  function open() {
    if (ended) return;
    socket = new WebSocket(address);
    const mine = socket;
    mine.addEventListener('message', (event) => receive(JSON.parse(event.data)));
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
        emit('state', { state: 'lost' });
      }
      attempts += 1;
      setTimeout(open, Math.min(5000, 250 * 2 ** Math.min(attempts, 5)));
    });
  }

  /** @type {Client} */
  const client = {
    state: 'connecting',
    hello: null,
    /** Does something of that owner belong to this person? An admin owns everything. */
    owns: (owner) => person?.role === 'admin' || person?.id === owner,
    /** Ends the connection for good. */
    end: () => {
      ended = true;
      socket?.close();
    },
    /** Sends a request to the lab; resolves with `ok`, rejects with a `LabError`. */
    request: (name, parameters) =>
      new Promise((resolve, reject) => {
        const id = (serial += 1);
        const text = JSON.stringify(parameters === undefined ? { id, do: name } : { id, do: name, with: parameters });
        waiting.set(id, { resolve, reject, text });
        unsent.push(text);
        flush();
      }),
    /** Listens to an event; returns a function that stops it. */
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
