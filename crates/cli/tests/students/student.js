// Takes the move that is NUMBER places after the last one it took.
const NUMBER = 0;
let place = 0;
require('node:readline')
  .createInterface({ input: process.stdin })
  .on('line', (line) => {
    const message = JSON.parse(line);
    if (message.type === 'start') {
      place = NUMBER;
      console.log(JSON.stringify({ type: 'ready', wants: [], reset: true }));
    } else if (message.type === 'move') {
      place += NUMBER;
      const action = message.legal[place % message.legal.length];
      console.log(JSON.stringify({ id: message.id, action }));
    }
  });
