// A game: the board in the middle, who plays and what is thought beside it, time below it.

import { h, replace, later, around, needed } from '../ui/elements.js';
import { empty } from '../ui/empty.js';
import { tabs } from '../ui/tabs.js';
import { keys } from '../ui/keys.js';
import { toast } from '../ui/toast.js';
import { parse } from '../ui/spec.js';
import { recall, remember } from '../memory.js';
import { say } from '../i18n.js';
import { boardFor } from '../registry.js';
import { openSession } from '../game/session.js';
import { createStage } from '../game/stage.js';
import { movesList } from '../game/moves.js';
import { createClock } from '../game/clock.js';
import { scoreBar, valueBar } from '../game/bars.js';
import { playersPanel } from '../game/players.js';
import { transportBar } from '../game/transport.js';
import { logPanel } from '../game/log.js';
import { totalsPanel } from '../game/totals.js';
import { share } from '../game/share.js';
import { pastLine, previewLine, resultWords, standing, statusLine } from '../game/status.js';
import { analysisPanel } from '../analysis/panel.js';
import { mazeOverlays } from '../analysis/maze.js';
import { whyPanel } from '../analysis/why.js';
import { treePanel } from '../analysis/tree.js';
import { complaint } from '../complaint.js';
import { codeOf } from '../fault.js';

/**
 * @import { Game, Lane } from '../../../types/protocol'
 * @import { BoardModule, Child, Context, OwnFiles, Place } from '../../../types/pages'
 * @import { Session } from '../game/session.js'
 */

const SPEED = 'plylab.speed';
const TAB = 'plylab.tab';
const RUN = 'plylab.realtime';
/** So many milliseconds an agent of a gliding board may think before it is worth a word. */
const BLINK = 400;

/**
 * @param {HTMLElement} root
 * @param {Context} context
 */
export function mount(root, context) {
  const session = openSession(context.client, needed(context.route.params.id, 'game in its address'));
  const page = h('div', { class: 'game' }, h('p', { class: 'loading', role: 'status' }, context.t('game.loading')));
  root.append(page);
  /** @type {(() => void) | null} */
  let close = null;
  let gone = false;
  session.open().then(
    async () => {
      const module = await boardFor(session.backdrop, session.position.scene);
      const files = await ownFiles(session);
      if (!gone) close = play(page, context, session, module, files);
    },
    (error) => {
      if (gone) return;
      const heading = codeOf(error) === 'not-found' ? context.t('game.gone') : complaint(error);
      replace(page, empty(heading, { part: true }));
    },
  );
  return () => {
    gone = true;
    close?.();
    session.close();
  };
}

/**
 * The mazes and trees that somebody wrote: whoever names this game's spec has to bring them along.
 * @param {Session} session
 * @returns {Promise<OwnFiles>}
 */
async function ownFiles(session) {
  if (!/=mine\b/.test(session.game.spec)) return {};
  const { link } = await session.ask('export');
  return link.files && Object.keys(link.files).length ? { files: link.files } : {};
}

/**
 * @param {HTMLElement} page
 * @param {Context} context
 * @param {Session} session
 * @param {BoardModule} module
 * @param {OwnFiles} files
 */
function play(page, { client, catalogue, navigate, t, announce }, session, module, files) {
  const catalogueGame = catalogue.games.find((g) => g.name === parse(session.game.spec).name) ?? catalogue.games[0];
  document.title = `${say(session.game.title)} · Plylab`;
  let speed = String(recall(SPEED, '1'));
  let realtime = recall(RUN, true) === true;
  let gone = false;
  let told = '';

  /** @param {unknown} error */
  const fail = (error) => {
    if (codeOf(error) !== 'lost' && !gone) toast(complaint(error), { kind: 'danger' });
  };
  const { ask } = session;

  const scores = scoreBar();
  const value = valueBar();
  const clock = createClock({ session, stage: () => stage, speed: () => speed, onChange: () => draw(), fail });
  const stage = createStage({
    client,
    session,
    module,
    interaction: catalogueGame.interaction,
    announce,
    beside: value.element,
    pace: clock.pace,
    running: () => realtime,
    onAct: playMove,
    onPreview: () => {
      if (stage.preview) announce(standing(stage.preview.position, session.game.players));
      draw();
    },
  });
  const moves = movesList({ interaction: catalogueGame.interaction, onAct: playMove });
  const status = h('div', { class: 'status' });
  const notice = h('div', { class: 'notice', hidden: true });

  // What is known of positions

  const analysis = analysisPanel({
    client,
    game: catalogueGame,
    spec: session.game.spec,
    files,
    onValues: know,
    onLine: lookAhead,
  });
  const why = whyPanel({ client, game: catalogueGame, players: session.game.players });
  const tree = treePanel({ game: catalogueGame, navigate });
  const log = logPanel({ session });
  const totals = totalsPanel({ client, catalogueGame, game: session.game, files, navigate });
  const players = playersPanel({ client, catalogueGame, files, ask, fail });
  const maze = stage.glides ? mazeOverlays({ client, game: catalogueGame, onChange: stage.cover }) : null;

  /**
   * The place that is looked at, as the lab wants it named.
   * @returns {Place}
   */
  const place = () => ({ at: { game: session.game.id, ply: session.ply }, position: session.position });

  /** Lets everything that explains positions look at the one that is shown. */
  const look = later(() => {
    if (gone) return;
    analysis.go(place());
    why.go(place());
    tree.go(place());
    maze?.go(place().at);
  }, 200);

  /** @param {Lane | null} message */
  function know(message) {
    stage.know(message);
    value.judge(session.game, session.position, message);
  }

  /**
   * @param {string[]} moves
   * @param {number} count
   */
  function lookAhead(moves, count) {
    clock.pause();
    stage.lookAhead(moves, count).catch(fail);
  }

  // The frame

  /** @param {...Child} children */
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
  const act = {
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
    again: () => change('restart'),
    moveNow: () => ask('stop').catch(fail),
    resign: () => ask('resign', { player: session.game.position.turn }).catch(fail),
  };
  const transport = transportBar({
    speed,
    onSpeed: (next) => {
      speed = next;
      remember(SPEED, next);
    },
    onSeek: go,
    act,
  });
  const run = {
    on: realtime,
    /** @param {boolean} next */
    set: (next) => {
      realtime = next;
      run.on = next;
      remember(RUN, next);
      stage.settle();
    },
  };

  replace(
    page,
    h('h1', { class: 'visually-hidden' }, say(session.game.title)),
    h('section', { class: 'stage', 'aria-label': t('game.board') }, scores.element, stage.element, notice, status, moves.element),
    h('aside', { class: 'panel', 'aria-label': t('game.panel') }, players.element, tabRow.element, tabRow.panels),
    transport.element,
  );

  /** Is it worth saying who is thinking? Actors that glide answer within a blink, unless somebody thinks for long. */
  let blink = 0;
  /** @param {Game} game */
  function isSteady(game) {
    clearTimeout(blink);
    if (!stage.glides || clock.playing || game.state !== 'thinking' || game.moves.length === 0) {
      answered = performance.now();
      return true;
    }
    if (performance.now() - answered > BLINK) return true;
    blink = setTimeout(draw, BLINK);
    return false;
  }
  let answered = -BLINK;

  function draw() {
    if (gone) return;
    const { game, position, live } = session;
    const { preview } = stage;
    const steady = isSteady(game);
    // Where all move several times a second, whose turn it is would only flicker.
    const watched = stage.glides && clock.playing ? { ...position, turn: null } : position;
    if (steady) {
      players.show(watched === position ? game : { ...game, state: 'waiting' }, watched);
      scores.show(game, watched);
    }
    log.show();
    transport.show({
      ply: session.ply,
      last: session.last,
      playing: clock.playing,
      canPlay: game.state === 'waiting' || (game.state === 'thinking' && !game.auto),
      undo: game.undo !== null && game.undo !== undefined,
      swap: game.players.length === 2,
    });
    value.judge(game, position, analysis.message);
    notice.hidden = live && !preview;
    status.hidden = !notice.hidden;
    if (preview) {
      /** @param {number} count */
      const step = (count) => lookAhead(preview.moves, count);
      replace(notice, previewLine(preview, { step, leave: () => stage.comeBack() }));
    } else if (!live) {
      const follow = () => session.follow().catch(fail);
      replace(notice, pastLine({ playOn: () => ask('back', { ply: session.ply }).then(follow, fail), follow }));
    }
    if (steady) {
      const line = { game, position: watched, live, playing: clock.playing, act, run: stage.glides ? run : null };
      replace(status, statusLine(line));
    }
    moves.show(live && !preview && game.state === 'person' ? position.actions : []);
    const words = resultWords(game);
    if (words && words !== told) announce(words);
    told = words;
  }

  session.on((change) => {
    if (gone) return;
    if (change.kind === 'show') {
      stage.comeBack({ shown: true });
      stage.show(change.position, change);
      // While agents answer each other there is no use in starting to analyse what is gone in a moment.
      if (session.live && session.game.state === 'thinking') look();
      else look.now();
    } else if (change.move && !(stage.glides && (clock.playing || realtime))) {
      // Several moves a second are nothing to listen to: the end is told, and the board tells the rest when asked.
      const { by, action } = change.move;
      const dice = typeof by !== 'number';
      announce(
        dice
          ? `${t('game.dice')}: ${say(action)}`
          : t('game.moved', { name: say(session.game.players[by]), action: say(action) }),
      );
    }
    draw();
    if (change.kind === 'game') clock.tick();
  });

  /**
   * Plays a move for the person to move; true if it was legal.
   * @param {string} action
   * @returns {Promise<boolean>}
   */
  function playMove(action) {
    return ask('play', { action, ply: session.last }).then(
      () => true,
      (error) => (fail(error), false),
    );
  }

  // Time

  /** @param {number} ply */
  function go(ply) {
    clock.pause();
    stage.comeBack();
    session.seek(ply).catch(fail);
  }

  function forward() {
    const { preview } = stage;
    if (preview) return lookAhead(preview.moves, Math.min(preview.count + 1, preview.moves.length));
    if (!session.live) return go(session.ply + 1);
    clock.pause();
    if (session.game.state === 'waiting') ask('step').catch(fail);
  }

  /**
   * Takes back, begins again or changes sides, from wherever one is looking.
   * @param {'undo' | 'restart' | 'swap'} what
   */
  function change(what) {
    clock.pause();
    stage.comeBack();
    session.follow().catch(fail);
    if (what !== 'undo') value.reset();
    ask(what).catch(fail);
  }

  function playOrPause() {
    stage.comeBack();
    if (!clock.playing) return clock.play();
    clock.pause();
    if (!session.game.auto && session.game.state === 'thinking') ask('stop').catch(() => {});
  }

  // Keys

  const offKeys = keys({
    Home: act.first,
    End: act.last,
    ',': act.back,
    '.': forward,
    ' ': playOrPause,
    u: () => session.game.undo !== null && change('undo'),
    r: act.restart,
    s: () => session.game.players.length === 2 && change('swap'),
    n: act.fresh,
    v: () => {
      tabRow.choose('analysis');
      analysis.toggle();
    },
    m: act.moveNow,
    Escape: () => (stage.preview ? stage.comeBack() : false),
    ArrowLeft: act.back,
    ArrowRight: forward,
  });
  const others = 'input:not([type=checkbox]), select, textarea, dialog';
  const rows = '[role=tablist], [role=radiogroup]';
  /**
   * The board hears keys first: what it takes, nobody else gets.
   * @param {KeyboardEvent} event
   */
  const boardKeys = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (around(event, others)) return;
    // A row of names or choices walks by arrows; every other key is still the board's, so that one can go on playing.
    if (event.key.startsWith('Arrow') && around(event, rows)) return;
    if ((event.key === 'Enter' || event.key === ' ') && around(event, 'button, a, summary')) return;
    if (stage.keys(event)) event.preventDefault();
  };
  document.addEventListener('keydown', boardKeys, true);

  stage.show(session.position, { how: 'jump' });
  look.now();
  draw();
  announce(`${say(session.game.title)}. ${standing(session.position, session.game.players)}`);
  if (session.game.state === 'waiting' && session.last === 0) clock.play();

  return () => {
    gone = true;
    clock.destroy();
    clearTimeout(blink);
    look.cancel();
    document.removeEventListener('keydown', boardKeys, true);
    offKeys();
    analysis.destroy();
    totals.destroy();
    stage.destroy();
  };
}
