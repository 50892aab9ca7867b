// A finished game: looked through move by move, analysed anywhere, played on from anywhere, shared and saved.

import { calm, h, later, replace } from '../ui/elements.js';
import { button } from '../ui/controls.js';
import { emblem } from '../ui/emblem.js';
import { empty } from '../ui/empty.js';
import { keys } from '../ui/keys.js';
import { parse } from '../ui/spec.js';
import { tabs } from '../ui/tabs.js';
import { toast } from '../ui/toast.js';
import { say, t } from '../i18n.js';
import { boardFor } from '../registry.js';
import { analysisPanel } from '../analysis/panel.js';
import { mazeOverlays } from '../analysis/maze.js';
import { treePanel } from '../analysis/tree.js';
import { whyPanel } from '../analysis/why.js';
import { entries, score } from '../analysis/values.js';
import { valueBar } from '../game/bars.js';
import { logPanel } from '../game/log.js';
import { transportBar } from '../game/transport.js';
import { hug } from '../game/shape.js';
import { standing } from '../game/status.js';
import { openFilm } from '../replays/film.js';
import { addressOf, linkOf } from '../replays/link.js';
import { outcomeWords } from '../replays/outcome.js';
import { hasLine, keepLine, saveLine } from '../replays/save.js';
import { shareAddress } from '../replays/share.js';
import { complaint } from '../complaint.js';
import { codeOf } from '../fault.js';
import { levelsFor } from '../setup/seat.js';

/**
 * @import { Lane, ReplaySource } from '../../../types/protocol'
 * @import { BoardModule, Child, Context, Overlay, Place, Route } from '../../../types/pages'
 * @import { Film } from '../replays/film.js'
 */

const PACE = 800;
const GLIDE = 220;
const FALL = 420;

/**
 * Which game the address means, as the protocol wants it.
 * @param {Route} route
 * @returns {ReplaySource | null}
 */
function sourceOf({ params, query }) {
  if (params.replay) return { replay: params.replay };
  if (query.run && query.key) return { run: query.run, key: query.key };
  const link = linkOf(query);
  return link ? { link } : null;
}

/**
 * @param {HTMLElement} root
 * @param {Context} context
 */
export function mount(root, context) {
  const source = sourceOf(context.route);
  const page = h('div', { class: 'game replay' }, h('p', { class: 'loading', role: 'status' }, t('replays.loading')));
  replace(root, page);
  let gone = false;
  /** @type {(() => void) | null} */
  let close = null;
  /** @param {string} words */
  const fail = (words) => {
    const way = h('a', { class: 'button', href: '#/replays' }, t('replays.all'));
    replace(page, empty(t('replays.gone'), { words, way, part: true }));
  };
  if (!source) fail(t('replays.badLink'));
  else {
    openFilm(context.client, source)
      .then(async (film) => {
        const module = await boardFor(film.backdrop, film.position.scene);
        if (!gone) close = look(page, context, film, module, source);
      })
      .catch((error) => !gone && fail(complaint(error)));
  }
  return () => {
    gone = true;
    close?.();
  };
}

/**
 * @param {HTMLElement} page
 * @param {Context} context
 * @param {Film} film
 * @param {BoardModule} module
 * @param {ReplaySource} source
 */
function look(page, { client, catalogue, navigate, route, announce }, film, module, source) {
  const { game } = film;
  const known = catalogue.games.find(({ name }) => name === parse(game.spec).name) ?? catalogue.games[0];
  document.title = `${say(game.title)} · Plylab`;
  const board = module.create({ backdrop: film.backdrop, interaction: known.interaction, announce });
  const glides = typeof board.moving === 'function';
  const together = glides ? game.players.length : 1;
  let playing = false;
  let timer = 0;
  let speed = '1';
  /** @type {Pick<Overlay, 'heat' | 'reach'>} */
  let overlays = { heat: null, reach: null };
  /** @type {string[] | null} */
  let preview = null;
  let gone = false;

  /** @param {unknown} error */
  const sorry = (error) => {
    if (!gone && codeOf(error) !== 'lost') toast(complaint(error), { kind: 'danger' });
  };

  const value = valueBar();
  const head = h(
    'div',
    { class: 'replay-head' },
    h('h1', {}, say(game.title)),
    h(
      'ul',
      { class: 'replay-players' },
      game.players.map((player, seat) =>
        h(
          'li',
          { class: game.outcomes?.[seat] === 'win' ? 'won' : null },
          emblem(player, seat),
          h('span', {}, say(player)),
          game.seats?.[seat]
            ? game.seats[seat] === 'person'
              ? h('span', { class: 'soft small' }, t('game.person'))
              : h('span', { class: 'soft small notation' }, game.seats[seat])
            : null,
        ),
      ),
    ),
    h('span', { class: 'chip' }, outcomeWords(game)),
  );
  const notice = h('div', { class: 'notice', hidden: true });
  const status = h('div', { class: 'status' });
  const box = h('div', { class: 'board-box' }, board.element);
  const arena = h('div', { class: 'arena' }, value.element, box);
  const stage = h(
    'section',
    { class: 'stage', 'aria-label': t('game.board') },
    head,
    arena,
    notice,
    status,
  );

  const analysis = analysisPanel({
    client,
    game: known,
    spec: game.spec,
    files: game.files && Object.keys(game.files).length ? { files: game.files } : {},
    onValues: drawValues,
    onLine: showLine,
  });
  const why = whyPanel({ client, game: known, players: game.players });
  const tree = treePanel({ game: known, navigate });
  const log = logPanel({ session: film });
  const maze = glides
    ? mazeOverlays({
        client,
        game: known,
        onChange: (next) => {
          overlays = next;
          drawValues(analysis.message);
        },
      })
    : null;
  /** @param {...Child} children */
  const panelOf = (...children) => h('div', { class: 'tab-body' }, children);
  const tabRow = tabs(
    [
      { id: 'log', label: t('game.log'), panel: panelOf(log.element) },
      { id: 'analysis', label: t('game.analysis'), panel: panelOf(analysis.element, maze?.element) },
      { id: 'why', label: t('game.why'), panel: panelOf(why.element) },
      { id: 'tree', label: t('game.tree'), panel: panelOf(tree.element) },
    ],
    {
      label: t('game.panel'),
      selected: analysis.on ? 'analysis' : 'log',
      onselect: (id) => {
        if (id === 'why') why.refresh();
        if (id === 'log') log.show();
      },
    },
  );

  const share = () => {
    const address = addressOf(film.link(), film.ply > 0 ? film.ply : null);
    return shareAddress(address, () => h('span', { class: 'soft small' }, t('replays.length', { n: address.length })));
  };
  const saves = hasLine(film.link());
  const replay = 'replay' in source ? source.replay : undefined;
  const actions = h(
    'div',
    { class: 'replay-actions' },
    button(t('game.playOn'), { kind: 'primary', small: true, icon: 'play', onclick: playOn }),
    button(t('game.share'), {
      small: true,
      icon: 'share',
      onclick: share,
    }),
    saves
      ? button(t('game.save'), {
          small: true,
          icon: 'download',
          onclick: () => saveLine(client, film, replay).catch(sorry),
        })
      : null,
    saves && !replay ? button(t('replays.keep'), { small: true, icon: 'plus', onclick: keep }) : null,
  );

  const transport = transportBar({
    whole: false,
    speed,
    onSpeed: (next) => (speed = next),
    onSeek: (ply) => (pause(), go(ply)),
    act: {
      first: () => go(0),
      back: () => go(film.ply - 1),
      forward: () => go(film.ply + 1),
      last: () => go(film.last),
      play: toggle,
    },
  });
  replace(
    page,
    stage,
    h('aside', { class: 'panel', 'aria-label': t('game.panel') }, actions, tabRow.element, tabRow.panels),
    transport.element,
  );

  /**
   * The place that is looked at, as the lab wants it named.
   * @returns {Place}
   */
  function place() {
    const { spec, seed, position, moves, files } = film.link(film.ply);
    return {
      at: { spec, seed, moves, ...(position ? { position } : {}), ...(files ? { files } : {}) },
      position: film.position,
    };
  }

  /** Lets everything that explains positions look at this one, once nobody hurries past it. */
  const explain = later(() => {
    if (gone || playing || !film.position) return;
    const here = place();
    analysis.go(here);
    why.go(here);
    tree.go(here);
    maze?.go(here.at);
  }, 150);

  /** @param {Lane | null} message */
  function drawValues(message) {
    if (message && message.value !== null && message.value !== undefined)
      value.show(game.players, message.value, true);
    else if (typeof film.position?.scores?.[0] === 'number')
      value.show(game.players, score(0, film.position.scores[0]), false);
    else value.show(game.players, null, false);
    if (!preview) board.overlay({ values: message ? entries(message) : [], line: message?.line ?? [], ...overlays });
  }

  function draw() {
    transport.show({ ply: film.ply, last: film.last, playing, canPlay: false, undo: false, swap: false });
    log.show();
    const move = film.game.moves[film.ply - 1];
    const by = move && typeof move.by === 'number' ? say(game.players[move.by]) : null;
    const words =
      film.ply === film.last
        ? outcomeWords(game)
        : move
          ? by
            ? t('game.moved', { name: by, action: move.action })
            : `${t('game.dice')}: ${move.action}`
          : t('game.start');
    replace(status, h('span', {}, words));
    notice.hidden = !preview;
    if (preview) {
      replace(
        notice,
        h('span', { class: 'grow' }, t('game.previewing'), ' ', h('span', { class: 'notation' }, preview.join(' '))),
        button(t('analysis.lineBack'), { small: true, key: 'Escape', onclick: leave }),
      );
    }
  }

  film.on(({ position, from, action, how }) => {
    if (gone) return;
    preview = null;
    stage.classList.remove('previewing');
    const glide = glides ? GLIDE / Number(speed) : Math.min(FALL, FALL / Number(speed) + 60);
    const near = how === 'seek' || (playing && glides);
    board.show(position, { from, action, animate: near && !calm() ? glide : 0 });
    hug({ arena, box, board, backdrop: film.backdrop });
    explain();
    drawValues(analysis.message);
    draw();
    if (!playing && action) announce(standing(position, game.players));
  });

  /**
   * @param {string[]} moves
   * @param {number} count
   */
  async function showLine(moves, count) {
    pause();
    try {
      const { positions } = await client.request('position.line', { at: place().at, moves: moves.slice(0, 200) });
      if (gone) return;
      const reached = Math.min(count, positions.length - 1);
      preview = moves.slice(0, reached);
      stage.classList.add('previewing');
      board.overlay({});
      board.show(positions[reached], {
        from: positions[reached - 1],
        action: moves[reached - 1],
        animate: calm() ? 0 : GLIDE,
      });
      draw();
    } catch (error) {
      sorry(error);
    }
  }

  function leave() {
    preview = null;
    stage.classList.remove('previewing');
    board.show(film.position, {});
    drawValues(analysis.message);
    draw();
  }

  // Time.

  /** @param {number} ply */
  function go(ply) {
    pause();
    film.seek(ply).catch(sorry);
  }

  function pause() {
    if (playing) explain();
    playing = false;
    clearTimeout(timer);
    draw();
  }

  function toggle() {
    if (playing) {
      pause();
      return;
    }
    playing = true;
    draw();
    const begin = film.ply >= film.last ? film.seek(0) : Promise.resolve();
    begin.then(tick).catch(sorry);
  }

  function tick() {
    clearTimeout(timer);
    if (!playing || gone) return;
    if (film.ply >= film.last) {
      pause();
      return;
    }
    // Where all glide together, a round is shown at once: who moves one after the other moves side by side.
    const next = film.ply + Math.min(together - (film.ply % together), film.last - film.ply);
    film.seek(next).catch((error) => (sorry(error), pause()));
    timer = setTimeout(tick, (glides ? GLIDE + 10 : PACE) / Number(speed));
  }

  // Going on.

  async function playOn() {
    pause();
    const { spec, seed, position, moves, files } = film.link(film.ply);
    const turn = typeof film.position.turn === 'number' ? film.position.turn : 0;
    const seats = game.players.map((_, seat) => {
      const was = game.seats?.[Math.min(seat, (game.seats?.length ?? 1) - 1)];
      return seat === turn ? 'person' : !was || was === 'person' ? (levelsFor(known, seat)[0]?.spec ?? 'random') : was;
    });
    try {
      const answer = await client.request('game.create', {
        spec,
        seats,
        seed,
        moves,
        ...(position ? { position } : {}),
        ...(files ? { files } : {}),
      });
      navigate(`#/game/${answer.game.id}`);
    } catch (error) {
      sorry(error);
    }
  }

  async function keep() {
    try {
      const name = await keepLine(client, film);
      toast(t('replays.kept'));
      navigate(`#/replay/${name}`);
    } catch (error) {
      sorry(error);
    }
  }

  const off = keys({
    Home: () => go(0),
    End: () => go(film.last),
    ',': () => go(film.ply - 1),
    '.': () => go(film.ply + 1),
    ArrowLeft: () => go(film.ply - 1),
    ArrowRight: () => go(film.ply + 1),
    ' ': toggle,
    Escape: () => (preview ? leave() : false),
    v: () => {
      tabRow.choose('analysis');
      analysis.toggle();
    },
  });

  const from = Number(route.query.at);
  film.seek(Number.isInteger(from) && from > 0 ? from : 0).catch(sorry);
  announce(`${say(game.title)}. ${outcomeWords(game)}`);
  return () => {
    gone = true;
    clearTimeout(timer);
    explain.cancel();
    off();
    analysis.destroy();
    board.destroy();
  };
}
