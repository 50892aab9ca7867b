// English words, by area.

import * as trees from './trees.js';
import * as experiments from './experiments.js';
import * as replays from './replays.js';
import * as pacman from './pacman.js';

export const en = {
  ui: { close: 'Close', cancel: 'Cancel', copy: 'Copy', copied: 'Copied', more: 'More', less: 'Less', other: 'something else', reset: 'Reset', default: 'default', settings: 'Settings' },
  nav: {
    label: 'Main', skip: 'Skip to the page', trees: 'Trees', experiments: 'Experiments', replays: 'Replays', language: 'فارسی',
    light: 'Light colours', dark: 'Dark colours', help: 'Keys and help',
  },
  frame: {
    loading: 'Opening the lab …', lost: 'There is no such page.', broken: 'This page could not be opened.', home: 'To the games',
    reconnecting: 'The lab does not answer. Trying again; nothing is lost.', reconnected: 'The lab is back.',
  },
  help: {
    title: 'Keys', anywhere: 'Anywhere', game: 'In a game', stones: 'Stones and columns', graph: 'Points and edges', maze: 'In the maze',
    keys: {
      help: 'this help', move: 'from control to control', close: 'closes what is open', scrub: 'back and forward through the moves', ends: 'to the start, to the latest move',
      play: 'play or pause', undo: 'take back', restart: 'play again', swap: 'change sides', fresh: 'new game', analysis: 'analysis on or off', moveNow: 'the agent moves now',
      column: 'drop into that column', choose: 'choose a column', drop: 'drop the stone', points: 'name two points, one after the other', edges: 'choose an edge', draw: 'draw it',
      walk: 'walk', step: 'one step',
    },
  },
  menu: {
    title: 'What shall we play?', lead: 'Play, watch, and look inside the search: every agent shows what it thinks and why.',
    welcome: 'New here?', welcomeText: 'Play {game} against an easy opponent and turn the analysis on: you will see what each column is worth while you play.',
    welcomeStart: 'Play that game', welcomeClose: 'I know my way',
    resume: 'Go on with', resumeAt: 'after {plies} moves', games: 'Games', choose: 'Set up a game of {game}', set: 'Set up',
    board: 'Board', layout: 'Layout', settings: 'Settings of the game', seats: 'Who plays?', person: 'A person', personAbout: 'Here, at this screen',
    level: 'Level', levels: 'Levels', agent: 'An agent', agents: 'Agents', presets: 'From the reports', anyAgent: 'Any agent', tune: 'Its settings', spec: 'as written',
    start: 'Start', watch: 'Watch', custom: 'own', playedBy: '{player} is played by', same: 'the same for all others', checking: 'Checking …',
    ownMaze: 'Own maze', ownMazeAbout: 'Draw it with signs: % wall, . food, o capsule, P Pac-Man, G ghost.',
    ownTree: 'Own tree', ownTreeAbout: 'max [ a: min [ 3 12 8 ] b: min [ 2 4 6 ] ]', quick: 'Quick start', unset: 'as the agent does',
    time: 'Time for a move', seconds: '{n} s',
  },
  game: {
    transport: 'Through the game', panel: 'Players and analysis', previewing: 'Looking ahead:', pointsTip: '{name}: {n} points from games won', positionTip: 'this position by itself, without looking ahead',
    loading: 'Fetching the game …', gone: 'This game is no longer there.', first: 'To the start', back: 'One move back', forward: 'One move forward', last: 'To the latest move', play: 'Play', pause: 'Pause',
    moves: 'Moves', move: 'move {ply} of {last}', speed: 'Speed', undo: 'Take back', restart: 'Play again', swap: 'Change sides', fresh: 'New game', playOn: 'Play on from here', live: 'Back to the game',
    earlier: 'You are looking at an earlier position.', thinking: '{name} is thinking', thinkingNow: '{agent} is thinking …', moveNow: 'Move now', yourTurn: '{name} to move', resign: 'Give up', resigned: '{name} gave up',
    person: 'A person', change: 'Change who plays {name}', players: 'Players', analysis: 'Analysis', why: 'Why', tree: 'Tree', log: 'Log',
    score: 'Score', positionScore: 'this position', points: 'points', total: 'Total', games: '{n} games', gamesOne: '1 game', draws: '{n} draws', wins: '{n} won',
    won: '{name} wins', draw: 'A draw', over: 'The game is over', again: 'Play again', share: 'Share', shareText: 'This link holds every move. Whoever opens it sees the game; nothing is sent anywhere.',
    copyLink: 'Copy the link', save: 'Save the game', saved: 'Saved', moved: '{name} plays {action}', failed: 'The agent could not go on: {message}', waiting: 'Press play to watch, or step through.',
    noMoves: 'No moves yet.', by: 'by', start: 'Start', nodes: 'nodes', facts: 'Facts', seats: 'Who plays {name}?', take: 'Take this seat', apply: 'Let it play', openReplay: 'Open the replay',
    totals: 'Many games', totalsLead: 'Let the agents play many games at once, and count.', totalsStart: 'Play {n} games', totalsStop: 'Stop', totalsGames: 'Games', totalsAgents: '{a} against {b}', totalsDone: '{done} of {total} games',
    totalsRounds: '{n} rounds a game', totalsTime: '{n} s', totalsShow: 'See the last game', alternate: 'change sides in every second game', step: 'One step', dice: 'chance', realtime: 'Real time', realtimeAbout: 'Pac-Man keeps walking',
    board: 'The board', valueBar: 'Evaluation', restartScore: 'The score goes on.', facing: 'to move',
  },
  analysis: {
    winsIn: '{name} wins in {n}', losesIn: '{name} loses in {n}', wins: '{name} wins', loses: '{name} loses', evenFor: 'even, seen by {name}', whoMoves: 'whoever is to move',
    on: 'Analysis', start: 'Analyse', stop: 'Stop', add: 'Another agent', remove: 'Remove this agent', change: 'Change the agent', depth: 'depth {n}', nodes: '{n} nodes', rate: '{n}/s', queued: 'in the queue', running: 'thinking',
    done: 'done', stopped: 'stopped', failed: 'could not', lead: 'Turn it on and it stays on: every legal move gets its value, on the board and here, while the agent thinks.',
    line: 'Expected line', lineStep: 'Show this position', lineBack: 'Back to the game', values: 'Values of the moves', pov: 'for {name}', onBoard: 'Shown on the board', showOnBoard: 'Show on the board',
    noValues: 'This agent does not search, so there are no values.', best: 'best', bound: 'at most', estimate: 'estimate', over: 'The game is over: nothing left to analyse.', chance: 'Dice decide here.',
    time: 'time for each', milliseconds: '{n} ms', seconds: '{n} s', noLimit: 'unlimited', cuts: '{n} cuts', hits: '{n} from the table', agent: 'Agent', lane: 'Agent {n}',
    why: 'Why it is worth what it is worth', whyLead: 'What the evaluation sees in this position, before any looking ahead.', eval: 'Evaluation', seenBy: 'Seen by', total: 'Total', terms: 'Terms',
    judge: 'What each move is worth by itself', noTerms: 'This evaluation gives one number and no terms.',
    treeLead: 'Let an agent search here and look at the tree it really walked: windows, values, and what was cut off and why.', openTree: 'Open the tree', treeDepth: 'Depth',
    heat: 'Heat map', heatAbout: 'what Pac-Man’s standing there would be worth', reach: 'Ghosts’ reach', reachAbout: 'where each ghost can be after {n} moves', overlays: 'On the maze', even: 'even', clearly: '{name} is ahead', behind: '{name} is behind',
    compare: 'Side by side', agree: 'All agents choose {action}.', differ: 'The agents disagree.', barEmpty: 'no value yet',
  },
  board: {
    stones: 'Board, {width} columns by {height} rows', column: 'Column {n}', graph: '{n} points, edges between them', tree: 'Tree', edge: 'Edge {name}', choose: 'Choose a move', cell: 'column {x}, row {y}', empty: 'empty', from: 'From {name}: choose the second point',
    notLegal: 'not possible now', full: 'full', leaf: 'end, worth {value}', here: 'here', moves: '{n} moves possible',
    shapes: { disc: 'disc', ring: 'ring' },
  },
  trees: trees.en,
  experiments: experiments.en,
  replays: replays.en,
  pacman: pacman.en,
};
