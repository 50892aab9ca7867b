// A game: the board in the middle, who plays and what is thought beside it, time below it.

import { h, replace, calm, later } from '../ui/elements.js';
import { button, toggle } from '../ui/controls.js';
import { tabs } from '../ui/tabs.js';
import { keys } from '../ui/keys.js';
import { toast } from '../ui/toast.js';
import { parse } from '../ui/spec.js';
import { say } from '../i18n.js';
import { boardFor } from '../registry.js';
import { openSession } from '../game/session.js';
import { scoreBar, valueBar } from '../game/bars.js';
import { playersPanel } from '../game/players.js';
import { transportBar } from '../game/transport.js';
import { logPanel } from '../game/log.js';
import { totalsPanel } from '../game/totals.js';
import { share } from '../game/share.js';
import { analysisPanel } from '../analysis/panel.js';
import { mazeOverlays } from '../analysis/maze.js';
import { whyPanel } from '../analysis/why.js';
import { treePanel } from '../analysis/tree.js';
import { brief, entries } from '../analysis/words.js';

const PACE = 900;
const FALL = 700;
const SPEED = 'plylab.speed';
const TAB = 'plylab.tab';

const recall = (key, usual) => {
  try {
    return localStorage.getItem(key) ?? usual;
  } catch {
    return usual;
  }
};
const remember = (key, value) => {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Kept as long as the page.
  }
};

export function mount(root, context) {
  const session = openSession(context.client, context.route.params.id);
  const page = h('div', { class: 'game' }, h('p', { class: 'loading', role: 'status' }, context.t('game.loading')));
  root.append(page);
  let close = null;
  let gone = false;
  session.open().then(
    async () => {
      const module = await boardFor(session.position.scene);
      const files = await ownFiles(session);
      if (!gone) close = play(page, context, session, module, files);
    },
    (error) => {
      if (gone) return;
      replace(page, h('div', { class: 'empty' }, h('h1', {}, error.code === 'not-found' ? context.t('game.gone') : error.message), h('a', { class: 'button', href: '#/' }, context.t('frame.home'))));
    },
  );
  return () => {
    gone = true;
    close?.();
    session.close();
  };
}

/** The mazes and trees that somebody wrote: whoever names this game's spec has to bring them along. */
async function ownFiles(session) {
  if (!/=mine\b/.test(session.game.spec)) return {};
  const { link } = await session.ask('export');
  return link.files && Object.keys(link.files).length ? { files: link.files } : {};
}

function play(page, { client, catalogue, navigate, t, announce }, session, module, files) {
  const catalogueGame = catalogue.games.find((g) => g.name === parse(session.game.spec).name) ?? catalogue.games[0];
  document.title = `${say(session.game.title)} · Plylab`;
  const board = module.create({ announce });
  /** Boards whose actors glide take positions as they come; the others show one move after the other. */
  const glides = typeof board.moving === 'function';
  let speed = recall(SPEED, '1');
  let playing = false;
  let realtime = recall('plylab.realtime', 'yes') === 'yes';
  let preview = null;
  let overlays = { heat: null, reach: null };
  let gone = false;
  let timer = 0;
  let showing = Promise.resolve();
  let waiting = 0;
  let stepping = false;

  const fail = (error) => {
    if (error.code !== 'lost' && !gone) toast(error.message, { kind: 'danger' });
  };
  const ask = (what, more) => session.ask(what, more);
  const pace = () => (glides ? 260 : PACE) / Number(speed);

  const scores = scoreBar();
  const value = valueBar();
  const status = h('div', { class: 'status' });
  const notice = h('div', { class: 'notice', hidden: true });
  const box = h('div', { class: 'board-box' }, board.element);
  const stage = h('section', { class: 'stage', 'aria-label': t('game.board') }, scores.element, h('div', { class: 'arena' }, value.element, box), notice, status);

  const analysis = analysisPanel({ client, game: catalogueGame, spec: session.game.spec, files, onValues: drawValues, onLine: showLine });
  const why = whyPanel({ client, game: catalogueGame, players: session.game.players });
  const tree = treePanel({ game: catalogueGame, navigate });
  const log = logPanel({ session });
  const totals = totalsPanel({ client, catalogueGame, game: session.game, files, navigate });
  const players = playersPanel({ client, catalogueGame, files, ask, fail });

  const maze = glides ? mazeOverlays({ client, game: catalogueGame, onChange: (next) => ((overlays = next), drawValues(analysis.message)) }) : null;
  const panelOf = (...children) => h('div', { class: 'tab-body' }, children);
  const tabList = [
    { id: 'analysis', label: t('game.analysis'), panel: panelOf(analysis.element, maze?.element) },
    { id: 'why', label: t('game.why'), panel: panelOf(why.element) },
    { id: 'tree', label: t('game.tree'), panel: panelOf(tree.element) },
    { id: 'log', label: t('game.log'), panel: panelOf(log.element) },
    { id: 'totals', label: t('game.totals'), panel: panelOf(totals.element) },
  ];
  const kept = recall(TAB, 'analysis');
  const tabRow = tabs(tabList, {
    label: t('game.panel'),
    selected: tabList.some((tab) => tab.id === kept) ? kept : 'analysis',
    onselect: (id) => {
      remember(TAB, id);
      if (id === 'why') why.refresh();
      if (id === 'log') log.show();
    },
  });
  const transport = transportBar({
    speed,
    onSpeed: (next) => {
      speed = next;
      remember(SPEED, next);
    },
    onSeek: (ply) => {
      pause();
      leavePreview();
      session.seek(ply).catch(fail);
    },
    act: {
      first: () => go(0),
      back: () => go(session.ply - 1),
      forward,
      last: () => go(session.last),
      play: playOrPause,
      undo: () => change('undo'),
      restart: () => change('restart'),
      swap: () => change('swap'),
      fresh: () => navigate(`#/play/${catalogueGame.name}`),
      share: () => share(session).catch(fail),
    },
  });

  replace(page, h('h1', { class: 'visually-hidden' }, say(session.game.title)), stage, h('aside', { class: 'panel', 'aria-label': t('game.panel') }, players.element, tabRow.element, tabRow.panels), transport.element);

  /** Lets everything that explains positions look at the one that is shown. */
  const look = later(() => {
    if (gone) return;
    analysis.go(place());
    why.go(place());
    tree.go(place());
    maze?.go(place().at);
  }, 200);

  /** The place that is looked at, as the lab wants it named. */
  const place = () => ({ at: { game: session.game.id, ply: session.ply }, position: session.position });

  // Showing

  function show(position, how) {
    const animate = how.how === 'jump' || calm() ? 0 : glides ? pace() : Math.min(FALL, how.how === 'move' ? FALL : 260);
    const options = { from: how.from, action: how.action, animate };
    board.hint();
    if (glides || how.how !== 'move') {
      waiting = 0;
      showing = board.show(position, options) ?? Promise.resolve();
    } else {
      waiting += 1;
      showing = showing.then(() => (gone ? null : board.show(position, waiting > 2 ? {} : options))).finally(() => (waiting = Math.max(0, waiting - 1)));
    }
    hug();
    const mine = showing;
    mine.then(() => !gone && mine === showing && settled());
    if (glides) settled();
    else if (how.how !== 'move' || waiting === 1) offer();
  }

  /** A drawing has a shape of its own: its box takes it, so that the bar of values stands right beside it. */
  function hug() {
    const view = board.element.viewBox?.baseVal;
    box.classList.toggle('shaped', Boolean(view?.height));
    if (view?.height) box.style.setProperty('--shape', String(view.width / view.height));
    const { width, height } = session.position.scene.picture;
    box.parentElement.classList.toggle('flat', glides);
    if (glides) box.parentElement.style.setProperty('--shape', String(width / height));
  }

  /** People may act as soon as it is their turn, even while the last stone still falls. */
  function offer() {
    const { game, position, live } = session;
    const may = live && !preview && game.state === 'person' && position.ply === session.last;
    board.hint(may ? { moves: position.actions, onAction: act, live: realtime } : {});
  }

  /** The board has come to rest: values are laid on it. */
  function settled() {
    offer();
    drawValues(analysis.message);
  }

  function act(action) {
    board.hint();
    ask('play', { action, ply: session.last }).catch((error) => {
      fail(error);
      settled();
    });
  }

  session.on((change) => {
    if (gone) return;
    if (change.kind === 'show') {
      if (preview) leavePreview(true);
      show(change.position, change);
      // While agents answer each other there is no use in starting to analyse what is gone in a moment.
      if (session.live && session.game.state === 'thinking') look();
      else look.now();
    } else if (change.move) {
      const by = change.move.by;
      announce(typeof by === 'number' ? t('game.moved', { name: say(session.game.players[by]), action: change.move.action }) : `${t('game.dice')}: ${change.move.action}`);
    }
    draw();
    if (change.kind === 'game') tick();
  });

  let told = '';
  function draw() {
    const { game, position, live } = session;
    players.show(game, position);
    scores.show(game, position);
    log.show();
    const canWatch = game.state === 'waiting' || (game.state === 'thinking' && !game.auto);
    transport.show({ ply: session.ply, last: session.last, playing, canPlay: canWatch, undo: game.undo !== null && game.undo !== undefined, swap: game.players.length === 2 });
    if (!analysis.on || !analysis.message) drawBar(null);
    replace(notice, live && !preview ? null : noticeWords());
    notice.hidden = live && !preview;
    status.hidden = !notice.hidden;
    replace(status, statusWords(game, position));
    const words = game.state === 'over' && game.outcomes ? result(game) : '';
    if (words && words !== told) announce(words);
    told = words;
  }

  function noticeWords() {
    if (preview) {
      return [
        h('span', { class: 'grow' }, t('game.previewing'), ' ', h('span', { class: 'notation' }, preview.moves.slice(0, preview.count).join(' '))),
        button(null, { icon: 'back', tip: t('game.back'), small: true, disabled: preview.count <= 1, onclick: () => showLine(preview.moves, preview.count - 1) }),
        button(null, { icon: 'forward', tip: t('game.forward'), small: true, disabled: preview.count >= preview.moves.length, onclick: () => showLine(preview.moves, preview.count + 1) }),
        button(t('analysis.lineBack'), { small: true, key: 'Escape', onclick: () => leavePreview() }),
      ];
    }
    return [
      h('span', { class: 'grow' }, t('game.earlier')),
      button(t('game.playOn'), { small: true, kind: 'primary', onclick: () => ask('back', { ply: session.ply }).then(() => session.follow()).catch(fail) }),
      button(t('game.live'), { small: true, onclick: () => session.follow() }),
    ];
  }

  function result(game) {
    if (game.resigned !== null && game.resigned !== undefined) return t('game.resigned', { name: say(game.players[game.resigned]) });
    const winners = game.players.filter((_, i) => game.outcomes?.[i] === 'win');
    return winners.length ? t('game.won', { name: winners.map(say).join(', ') }) : t('game.draw');
  }

  function statusWords(game, position) {
    if (game.state === 'failed') return h('p', { class: 'problem' }, t('game.failed', { message: game.failure ?? '' }));
    if (game.state === 'over' && session.live) {
      return [h('strong', { class: 'ending' }, result(game)), button(t('game.again'), { kind: 'primary', small: true, icon: 'restart', onclick: () => (value.reset(), ask('restart').catch(fail)) })];
    }
    if (game.state === 'thinking' && session.live && typeof game.position.turn === 'number') {
      const name = say(game.players[game.position.turn]);
      return [h('span', { class: 'dots', 'aria-hidden': 'true' }, h('i'), h('i'), h('i')), h('span', {}, t('game.thinking', { name })), glides && playing ? null : button(t('game.moveNow'), { small: true, key: 'm', class: 'appear-late', onclick: () => ask('stop').catch(fail) })];
    }
    const extra = [];
    if (glides && game.seats.includes('person')) extra.push(toggle(t('game.realtime'), { checked: realtime, onchange: (next) => ((realtime = next), remember('plylab.realtime', next ? 'yes' : 'no'), settled()), data: { tip: t('game.realtimeAbout') } }));
    if (game.state === 'waiting' && session.live && !playing && session.last === 0) extra.push(h('span', { class: 'soft' }, t('game.waiting')));
    const resigns = game.state === 'person' && session.live && game.players.length === 2 && game.moves.length > 1;
    return [h('span', {}, say(position.words ?? '')), extra, resigns ? button(t('game.resign'), { small: true, kind: 'quiet', icon: 'flag', onclick: () => ask('resign', { player: game.position.turn }).catch(fail) }) : null];
  }

  // Values

  function drawBar(message) {
    const { game, position } = session;
    if (message && message.value !== null && message.value !== undefined) value.show(game.players, message.player, message.value, message.words ?? '', true);
    else if (position.outcomes) {
      const won = position.outcomes[0];
      value.show(game.players, 0, won === 'draw' ? 0 : won === 'win' ? 'inf' : '-inf', won === 'draw' ? 'draw' : won, true);
    } else if (position.scores?.length && position.scores.slice(0, 2).every((s) => typeof s === 'number')) {
      // Not every evaluation gives one side what it takes from the other: half the difference is what both agree on.
      const ahead = position.scores.length > 1 ? (position.scores[0] - position.scores[1]) / 2 : position.scores[0];
      value.show(game.players, 0, ahead, brief(ahead), false);
    }
    else value.show(game.players, 0, null, '', false);
  }

  function drawValues(known) {
    const message = known && (known.text === undefined || known.text === session.position.text) ? known : null;
    drawBar(message);
    if (preview) return;
    board.overlay({ values: message ? entries(message) : [], line: message?.line ?? [], heat: overlays.heat, reach: overlays.reach });
  }

  async function showLine(moves, count) {
    pause();
    try {
      const { positions } = await client.request('position.line', { at: place().at, moves: moves.slice(0, 200) });
      if (gone) return;
      const reached = Math.min(count, positions.length - 1);
      const before = preview ? positions[preview.count] : positions[0];
      preview = { moves: moves.slice(0, positions.length - 1), count: reached };
      board.hint();
      stage.classList.add('previewing');
      board.show(positions[reached], { from: before, action: moves[reached - 1], animate: calm() ? 0 : 260 });
      board.overlay({});
      announce(say(positions[reached].words));
      draw();
    } catch (error) {
      fail(error);
    }
  }

  function leavePreview(silent) {
    if (!preview) return;
    preview = null;
    stage.classList.remove('previewing');
    if (silent) return;
    board.show(session.position, {});
    settled();
    draw();
  }

  // Time

  function go(ply) {
    pause();
    if (preview) return leavePreview();
    session.seek(ply).catch(fail);
  }

  function forward() {
    if (preview) return showLine(preview.moves, Math.min(preview.count + 1, preview.moves.length));
    if (!session.live) return go(session.ply + 1);
    pause();
    if (session.game.state === 'waiting') ask('step').catch(fail);
  }

  /** Takes back, begins again or changes sides, from wherever one is looking. */
  function change(what) {
    pause();
    leavePreview();
    session.follow().catch(fail);
    if (what !== 'undo') value.reset();
    ask(what).catch(fail);
  }

  function pause() {
    playing = false;
    clearTimeout(timer);
    draw();
  }

  function playOrPause() {
    leavePreview();
    if (playing) {
      pause();
      if (!session.game.auto && session.game.state === 'thinking') ask('stop').catch(() => {});
      return;
    }
    playing = true;
    if (session.live && session.game.state === 'over') session.seek(0).catch(fail);
    draw();
    tick();
  }

  /** The next move when its time has come: from the past if that is looked at, else by asking the agents. */
  function tick() {
    clearTimeout(timer);
    if (!playing || gone) return;
    timer = setTimeout(async () => {
      await showing;
      if (!playing || gone) return;
      try {
        if (!session.live) {
          await session.seek(session.ply + (glides ? Math.min(session.game.players.length, session.last - session.ply) : 1));
          if (session.live && session.game.state !== 'waiting') return pause();
          tick();
        } else if (session.game.state === 'waiting') {
          if (stepping) return;
          stepping = true;
          await ask('step', { moves: glides ? session.game.players.length : 1 });
          stepping = false;
        } else if (session.game.state === 'over' || session.game.state === 'person') pause();
      } catch (error) {
        stepping = false;
        pause();
        fail(error);
      }
    }, pace());
  }

  const offKeys = keys({
    Home: () => go(0),
    End: () => go(session.last),
    ',': () => go(session.ply - 1),
    '.': forward,
    ' ': () => playOrPause(),
    u: () => session.game.undo !== null && change('undo'),
    r: () => change('restart'),
    s: () => session.game.players.length === 2 && change('swap'),
    n: () => navigate(`#/play/${catalogueGame.name}`),
    v: () => {
      tabRow.choose('analysis');
      analysis.toggle();
    },
    m: () => ask('stop').catch(fail),
    Escape: () => (preview ? leavePreview() : false),
    ArrowLeft: () => go(session.ply - 1),
    ArrowRight: forward,
  });
  /** The board hears keys first: what it takes, nobody else gets. */
  const boardKeys = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target.closest?.('input:not([type=checkbox]), select, textarea, dialog, [role=tablist], [role=radiogroup]')) return;
    if ((event.key === 'Enter' || event.key === ' ') && event.target.closest?.('button, a, summary')) return;
    if (preview || !board.keys) return;
    if (board.keys(event) === true) event.preventDefault();
  };
  document.addEventListener('keydown', boardKeys, true);

  show(session.position, { how: 'jump' });
  look.now();
  draw();
  announce(`${say(session.game.title)}. ${say(session.position.words ?? '')}`);
  if (session.game.state === 'waiting' && session.last === 0) {
    playing = true;
    draw();
    tick();
  }

  return () => {
    gone = true;
    clearTimeout(timer);
    look.cancel();
    document.removeEventListener('keydown', boardKeys, true);
    offKeys();
    analysis.destroy();
    totals.destroy();
    board.destroy();
  };
}
