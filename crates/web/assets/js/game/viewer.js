// The viewer: the board in the middle, the analysis beside it, the transport bar below it. It shows any source, a game
// in progress or a finished one; what differs between them is in the frame around it.

import { around, h, later, replace, seldom } from '../ui/elements.js';
import { keys } from '../ui/keys.js';
import { tabs } from '../ui/tabs.js';
import { toast } from '../ui/toast.js';
import { recall, remember } from '../memory.js';
import { say, t } from '../i18n.js';
import { boardFor, kindOf } from '../registry.js';
import { analystName } from '../analysis/analysts.js';
import { analysisPanel } from '../analysis/panel.js';
import { entries } from '../analysis/values.js';
import { mazeOverlays } from '../analysis/maze.js';
import { treePanel } from '../analysis/tree.js';
import { whyPanel } from '../analysis/why.js';
import { errorText } from '../errorText.js';
import { codeOf } from '../fault.js';
import { valueBar } from './bars.js';
import { createClock } from './clock.js';
import { logPanel } from './log.js';
import { movesList } from './moves.js';
import { share } from './share.js';
import { strideOf } from './rounds.js';
import { createStage } from './stage.js';
import { movedWords, previewLine, standing } from './status.js';
import { totalsPanel } from './totals.js';
import { transportBar } from './transport.js';

/**
 * @import { GameKind, Lane } from '../../../types/protocol'
 * @import { BoardModule, Child, Context, Frame, Source, TabName, View } from '../../../types/pages'
 */

const SPEED = 'plylab.speed';
const LOG_MS = 250;

/**
 * Opens a source and shows it; `lost(error)` is shown instead if that fails. Returns a function that takes it down.
 * @template {Source} S
 * @param {HTMLElement} root
 * @param {Context} context
 * @param {{ name: string, loading: string, open: () => Promise<S>, frameOf: (view: View<S>) => Frame,
 *   lost: (error: unknown) => Child }} options
 */
export function openViewer(root, context, { name, loading, open, frameOf, lost }) {
  const page = h('div', { class: ['game', name] }, h('p', { class: 'loading', role: 'status' }, loading));
  replace(root, page);
  let gone = false;
  /** @type {S | null} */
  let source = null;
  /** @type {(() => void) | null} */
  let close = null;

  async function prepare() {
    const opened = await open();
    if (gone) opened.close();
    source = opened;
    const kind = kindOf(context.catalogue, opened.game.spec);
    return { source: opened, kind, module: await boardFor(kind.interaction, opened.backdrop) };
  }

  prepare().then(
    (parts) => {
      if (!gone) close = view(page, context, { ...parts, frameOf });
    },
    (error) => !gone && replace(page, lost(error)),
  );
  return () => {
    gone = true;
    close?.();
    source?.close();
  };
}

/**
 * @template {Source} S
 * @param {HTMLElement} page
 * @param {Context} context
 * @param {{ source: S, kind: GameKind, module: BoardModule, frameOf: (view: View<S>) => Frame }} parts
 */
function view(page, context, { source, kind, module, frameOf }) {
  const { client, navigate, announce } = context;
  const { title, spec, players } = source.game;
  const files = Object.keys(source.game.files).length ? { files: source.game.files } : {};
  document.title = `${say(title)} · Plylab`;
  let speed = String(recall(SPEED, '1'));
  let gone = false;
  let queued = 0;

  /** @param {unknown} error */
  const fail = (error) => {
    if (codeOf(error) !== 'lost' && !gone) toast(errorText(error), { kind: 'danger' });
  };

  const value = valueBar(kind, source.backdrop);
  const stride = strideOf(kind, players);
  /** @param {Lane} lane */
  const by = (lane) => analystName(kind, lane.estimated_by ?? lane.agent, lane.player);
  const clock = createClock({ source, stage: () => stage, round: stride, speed: () => speed, onChange: () => draw(), fail });
  const stage = createStage({
    client,
    source,
    module,
    interaction: kind.interaction,
    announce,
    beside: value.element,
    judged: (lane) => entries(lane, { points: kind.result === 'points', sides: players.length === 2 ? kind.name : null, by: by(lane) }),
    pace: clock.pace,
    playing: () => clock.playing,
    running: () => frame.running(),
    onAct: playMove,
    onPreview: () => {
      if (stage.preview) announce(standing(kind, stage.preview.position, players));
      draw();
    },
    // The result is told once the last move has come to rest.
    onRest: () => source.game.state === 'over' && draw(),
  });
  const moves = movesList({ interaction: kind.interaction, onAct: playMove });
  const status = h('div', { class: 'status' });
  const notice = h('div', { class: 'notice', hidden: true });

  // What is known of positions

  const analysis = analysisPanel({ client, game: kind, spec, files, onValues: know, onLine: lookAhead });
  const why = whyPanel({ client, game: kind, players });
  const tree = treePanel({ game: kind, navigate });
  const log = logPanel({ source, stride, onSeek: go });
  const showLog = seldom(log.show, LOG_MS);
  const totals = totalsPanel({ client, catalogueGame: kind, game: source.game, files, navigate });
  const maze = stage.glides ? mazeOverlays({ client, game: kind, onChange: stage.cover }) : null;

  /** Passes the shown position to everything that explains positions. */
  const explain = later(() => {
    if (gone) return;
    const { current } = source;
    analysis.go(current);
    why.go(current);
    tree.go(current);
    maze?.go(current.at);
  }, 200);

  /** @param {Lane | null} message */
  function know(message) {
    stage.know(message);
    value.judge(source.game, source.position, message, message ? by(message) : undefined);
  }

  /**
   * @param {string[]} line
   * @param {number} count
   */
  function lookAhead(line, count) {
    clock.pause();
    stage.lookAhead(line, count).catch(fail);
  }

  // Around the board

  const frame = frameOf({
    context,
    source,
    kind,
    files,
    glides: stage.glides,
    get playing() {
      return clock.playing;
    },
    get moving() {
      return stage.moving;
    },
    rest() {
      clock.pause();
      stage.comeBack();
    },
    draw,
    settle: stage.settle,
    fail,
  });
  /**
   * @param {TabName} id
   * @param {...Child} children
   */
  const tab = (id, ...children) => ({ id, label: t(`game.${id}`), panel: h('div', { class: 'tab-body' }, children) });
  const tabList = [
    tab('analysis', analysis.element, maze?.element),
    tab('why', why.element),
    tab('tree', tree.element),
    tab('log', log.element),
    tab('totals', totals.element),
  ];
  const kept = recall(frame.tab.memory, analysis.on ? 'analysis' : frame.tab.initial);
  const tabRow = tabs(tabList, {
    label: t('game.panel'),
    selected: tabList.find(({ id }) => id === kept)?.id ?? frame.tab.initial,
    onselect: (id) => {
      remember(frame.tab.memory, id);
      if (id === 'why') why.refresh();
      if (id === 'log') log.show();
    },
  });
  const act = {
    ...frame.acts,
    first: () => go(0),
    back: () => go(source.ply - (source.ply % stride || stride)),
    forward,
    last: () => go(source.last),
    play: playOrPause,
    share: () => share(source).catch(fail),
    fresh: () => navigate(`#/play/${kind.name}`),
  };
  const transport = transportBar({
    stride,
    speed,
    onSpeed: (next) => {
      speed = next;
      remember(SPEED, next);
    },
    onSeek: go,
    act,
  });
  replace(
    page,
    h(
      'section',
      { class: 'stage', 'aria-label': t('game.board') },
      frame.head,
      stage.element,
      notice,
      status,
      moves.element,
    ),
    h('aside', { class: 'panel', 'aria-label': t('game.panel') }, frame.side, tabRow.element, tabRow.panels),
    transport.element,
  );

  /** The line below the board: in a preview, the way back; otherwise the line of the frame. */
  function line() {
    const { preview } = stage;
    if (!preview) return frame.line();
    /** @param {number} count */
    const step = (count) => lookAhead(preview.moves, count);
    return { notice: previewLine(preview, { step, leave: () => stage.comeBack() }) };
  }

  /** Many moves a second are watched: then once for every picture is enough, and the log follows more slowly. */
  const hurried = () => stage.glides && clock.playing;

  function drawSoon() {
    if (!hurried()) draw();
    else queued ||= requestAnimationFrame(draw);
  }

  function draw() {
    cancelAnimationFrame(queued);
    queued = 0;
    if (gone) return;
    const { game, position, ply, last, live } = source;
    frame.show();
    if (hurried()) showLog();
    else log.show();
    transport.show({ ply, last, playing: clock.playing, can: frame.can() });
    value.judge(game, position, analysis.message, analysis.message ? by(analysis.message) : undefined);
    const next = line();
    if (next) {
      notice.hidden = !('notice' in next);
      status.hidden = !notice.hidden;
      if ('notice' in next) replace(notice, next.notice);
      else replace(status, next.status);
    }
    moves.show(live && !stage.preview && game.state === 'person' && source.play ? position.actions : []);
  }

  source.on((change) => {
    if (gone) return;
    if (change.kind === 'show') {
      stage.comeBack({ shown: true });
      stage.show(change.position, change);
      // There is no use in analysing a position that is gone in a moment.
      if (clock.playing || (source.live && source.game.state === 'thinking')) explain();
      else explain.now();
      if (change.how === 'seek' && change.action && !clock.playing) announce(standing(kind, change.position, players));
    } else if (change.move && !(stage.glides && (clock.playing || frame.running()))) {
      // Several moves per second are too many to announce: only the end is, and the board describes the rest on
      // request.
      announce(movedWords(change.move, players));
    }
    drawSoon();
    if (change.kind === 'game') clock.tick();
  });

  /**
   * Plays a move for the person to move; true if it was legal.
   * @param {string} action
   * @returns {Promise<boolean>}
   */
  async function playMove(action) {
    try {
      await source.play?.(action);
      return true;
    } catch (error) {
      fail(error);
      return false;
    }
  }

  // Time

  /** @param {number} ply */
  function go(ply) {
    clock.pause();
    stage.comeBack();
    source.seek(ply).catch(fail);
  }

  function forward() {
    const { preview } = stage;
    if (preview) return lookAhead(preview.moves, Math.min(preview.count + 1, preview.moves.length));
    const next = stride - (source.ply % stride);
    if (!source.live) return go(Math.min(source.last, source.ply + next));
    clock.pause();
    if (source.game.state === 'waiting') source.step?.(next).catch(fail);
  }

  function playOrPause() {
    stage.comeBack();
    if (!clock.playing) return clock.play();
    clock.pause();
    source.halt?.();
  }

  // Keys

  const offKeys = keys({
    ...frame.keys,
    Home: act.first,
    End: act.last,
    ',': act.back,
    '.': forward,
    ArrowLeft: act.back,
    ArrowRight: forward,
    ' ': playOrPause,
    n: act.fresh,
    v: () => {
      tabRow.choose('analysis');
      analysis.toggle();
    },
    Escape: () => (stage.preview ? stage.comeBack() : false),
  });
  const others = 'input:not([type=checkbox]), select, textarea, dialog';
  const rows = '[role=tablist], [role=radiogroup]';
  /**
   * The board gets keys first: what it uses goes no further.
   * @param {KeyboardEvent} event
   */
  const boardKeys = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (around(event, others)) return;
    // Rows of tabs or choices use the arrow keys; every other key still goes to the board, so that play can go on.
    if (event.key.startsWith('Arrow') && around(event, rows)) return;
    if ((event.key === 'Enter' || event.key === ' ') && around(event, 'button, a, summary')) return;
    if (stage.keys(event)) event.preventDefault();
  };
  document.addEventListener('keydown', boardKeys, true);

  stage.show(source.position, { how: 'jump' });
  explain.now();
  draw();
  announce(`${say(title)}. ${frame.greeting}`);
  if (source.game.state === 'waiting' && source.last === 0 && source.step) clock.play();

  return () => {
    gone = true;
    cancelAnimationFrame(queued);
    clock.destroy();
    explain.cancel();
    document.removeEventListener('keydown', boardKeys, true);
    offKeys();
    frame.destroy?.();
    analysis.destroy();
    showLog.cancel();
    log.destroy();
    totals.destroy();
    stage.destroy();
  };
}
