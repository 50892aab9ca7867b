// Thinks for ever.
require('node:readline')
  .createInterface({ input: process.stdin })
  .on('line', (line) => {
    if (JSON.parse(line).type === 'start') console.log(JSON.stringify({ type: 'ready', wants: [] }));
    else for (;;);
  });
