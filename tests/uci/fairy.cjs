// Runs Fairy-Stockfish, compiled to WebAssembly, as an engine on standard input and output, with the variant cfour.
// Node's own fetch must be off (--no-experimental-fetch), or the package looks for its file on the web.
const { createInterface } = require('node:readline');
const Stockfish = require('fairy-stockfish-nnue.wasm/stockfish.js');

const VARIANT = `[cfour]
maxRank = 6
maxFile = 7
immobile = p
startFen = 7/7/7/7/7/7[PPPPPPPPPPPPPPPPPPPPPppppppppppppppppppppp] w - - 0 1
pieceDrops = true
enclosingDrop = top
connectN = 4
stalemateValue = draw
`;

Stockfish().then((engine) => {
  engine.addMessageListener((line) => process.stdout.write(`${line}\n`));
  engine.FS.writeFile('/variants.ini', VARIANT);
  engine.postMessage('setoption name VariantPath value /variants.ini');
  createInterface({ input: process.stdin })
    .on('line', (line) => (line.trim() === 'quit' ? process.exit() : engine.postMessage(line)))
    .on('close', () => process.exit());
});
