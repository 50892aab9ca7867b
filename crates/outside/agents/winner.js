// A Plylab agent that wins if it can in one move, and moves at random if not.
//
// Try it: plylab match connect4 'exec:"node winner.js"' random
const lines = require('node:readline').createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const send = message => process.stdout.write(JSON.stringify(message) + '\n');
const receive = async () => JSON.parse((await lines.next()).value ?? 'null');

async function ask(question) {
  send({ type: 'ask', ...question });
  return receive();
}

async function choose({ position, legal }, seat) {
  for (const move of legal) {
    const after = await ask({ play: [position, move] });
    if (after.turn === null && after.utilities[seat] > 0) {
      return { action: move, value: after.utilities[seat], line: [move], note: 'wins at once' };
    }
  }
  return { action: legal[Math.floor(Math.random() * legal.length)] };
}

async function main() {
  let seat = 0;
  for (let message = await receive(); message; message = await receive()) {
    if (message.type === 'start') {
      seat = message.seat;
      send({ type: 'ready', wants: ['text'], reset: true });
    } else if (message.type === 'move') {
      send({ id: message.id, ...await choose(message, seat) });
    }
  }
}

main();
