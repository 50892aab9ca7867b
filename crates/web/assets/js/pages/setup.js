// The set-up of a game: who plays, on which board, with what settings; the lab checks it as it changes.

import { h, replace, later, unique } from '../ui/elements.js';
import { button, field, slider } from '../ui/controls.js';
import { empty } from '../ui/empty.js';
import { parse, format } from '../ui/spec.js';
import { recall, remember } from '../memory.js';
import { list, say, sentence } from '../i18n.js';
import { reportsNote } from '../reports.js';
import { boardFor } from '../registry.js';
import { miniature } from '../boards/miniature.js';
import { seatPicker } from '../setup/seat.js';
import { settings } from '../setup/settings.js';
import { featuredPicker, featuredSeats } from '../setup/featured.js';
import { openKeyOf, start, defaultBoard, defaultSeats } from '../setup/defaults.js';
import { errorText } from '../errorText.js';
import { codeOf } from '../fault.js';

/**
 * @import { Backdrop, GameKind, Scene } from '../../../types/protocol'
 * @import { Board, Child, Context } from '../../../types/pages'
 */

/**
 * @param {HTMLElement} root
 * @param {Context} context
 */
export function mount(root, context) {
  const { t, catalogue, route } = context;
  const game = catalogue.games.find((known) => known.name === route.params.game);
  if (!game) {
    root.append(empty(t('frame.lost')));
    return null;
  }
  return setUp(root, context, game);
}

/**
 * @param {HTMLElement} root
 * @param {Context} context
 * @param {GameKind} game
 */
function setUp(root, context, game) {
  const { client, t } = context;
  document.title = `${say(game.title)} · Plylab`;
  const memory = `plylab.setup.${game.name}`;
  const openKey = openKeyOf(game);
  const initial = defaultBoard(game);
  /** @type {{ spec: string, seats: string[], time: number, own: string }} */
  const draft = {
    spec: initial.spec,
    seats: featuredSeats(game) ?? defaultSeats(game),
    time: 10,
    own: '',
    ...recall(memory, {}),
  };
  const own = () => openKey && parse(draft.spec).settings[openKey.name] === 'mine';
  const files = () => (own() ? { files: { mine: draft.own } } : {});
  let players = game.players;
  /** @type {ReturnType<typeof seatPicker>[]} */
  const pickers = [];
  /** @type {Board | null} */
  let board = null;
  let gone = false;
  let latest = 0;

  /** @type {ReturnType<typeof miniature>[]} */
  const pictures = [];
  const preview = h('div', { class: 'preview' });
  const general = h('p', { class: 'problem', hidden: true, role: 'alert' });
  const seatsPlace = h('div', { class: 'stack' });
  const settingsPlace = h('div', {});
  const ownPlace = h('div', {});
  const boardsPlace = h('div', { class: 'boards', role: 'radiogroup', 'aria-label': t('menu.board') });
  const startWords = h('span', {}, t('menu.start'));
  const startButton = button(startWords, { kind: 'primary', large: true, icon: 'play', onclick: begin });
  /** @type {ReturnType<typeof settings> | null} */
  let tuned = null;

  const keep = () => remember(memory, draft);
  const check = later(checkNow, 250);

  // A new opponent takes the seat that no person has.
  const featured = game.featured.length
    ? featuredPicker(game, (spec) => {
        const seat = draft.seats[0] === 'person' || draft.seats.length < 2 ? 1 : 0;
        draft.seats[seat] = spec;
        draft.seats[1 - seat] = 'person';
        pickers.splice(0).forEach((picker) => picker.element.remove());
        drawSeats();
        changed();
      })
    : null;

  function changed() {
    keep();
    featured?.mark(draft.seats);
    startWords.textContent = draft.seats.includes('person') ? t('menu.start') : t('menu.watch');
    check();
  }

  /** @param {{ backdrop: Backdrop, scene: Scene }} picture */
  async function drawPreview({ backdrop, scene }) {
    const module = await boardFor(game.interaction, backdrop);
    if (gone) return;
    board?.destroy();
    board = module.create({ backdrop, mini: true });
    replace(preview, board.element);
    board.show({ scene, ply: 0 });
  }

  async function checkNow() {
    const turn = (latest += 1);
    /** @param {string[]} seats */
    const ask = (seats) => client.request('game.check', { spec: draft.spec, seats, ...files() });
    tuned?.problem(null);
    pickers.forEach((picker) => picker.problem(null));
    ownField.problem(null);
    general.hidden = true;
    startButton.disabled = false;
    try {
      const answer = await ask(draft.seats);
      if (turn !== latest || gone) return true;
      if (answer.players.join() !== players.join()) {
        players = answer.players;
        drawSeats();
      }
      const { position, backdrop } = await client.request('position', { at: { spec: draft.spec, ...files() } });
      if (turn === latest && !gone) drawPreview({ backdrop, scene: position.scene });
      return true;
    } catch (error) {
      if (turn !== latest || gone || codeOf(error) === 'lost') return false;
      startButton.disabled = true;
      await locateError(error, ask);
      return false;
    }
  }

  /**
   * Finds out which setting or seat causes the error, by asking again with agents that are surely right, and shows it
   * there.
   * @param {unknown} error
   * @param {(seats: string[]) => Promise<unknown>} ask
   */
  async function locateError(error, ask) {
    try {
      await ask(['random']);
    } catch (wrong) {
      if (own()) ownField.problem(errorText(wrong));
      else if (!tuned?.problem(wrong)) showError(errorText(wrong));
      return;
    }
    for (const [i, picker] of pickers.entries()) {
      const seats = draft.seats.map((seat, k) => (k === i ? seat : 'random'));
      try {
        await ask(seats);
      } catch (wrong) {
        picker.problem(wrong);
        return;
      }
    }
    showError(errorText(error));
  }

  /** @param {string} words */
  function showError(words) {
    general.textContent = words;
    general.hidden = false;
  }

  function drawSeats() {
    const groups = players.length > 2 ? [players.slice(0, 1), players.slice(1)] : players.map((p) => [p]);
    draft.seats = groups.map((_, i) => draft.seats[i] ?? draft.seats.at(-1));
    /**
     * @param {string[]} names
     * @param {number} i
     */
    const make = (names, i) =>
      seatPicker({
        game,
        player: i,
        names,
        spec: draft.spec,
        value: draft.seats[i],
        onchange: (seat) => {
          draft.seats[i] = seat;
          changed();
        },
      });
    // What is chosen or typed at a seat is kept when a board has other ghosts: only the seat's names change.
    pickers.splice(groups.length).forEach((picker) => picker.element.remove());
    pickers.forEach((picker, i) => picker.rename(groups[i]));
    for (const [i, names] of groups.entries()) {
      if (pickers[i]) continue;
      pickers[i] = make(names, i);
      seatsPlace.append(pickers[i].element);
    }
  }

  function drawSettings() {
    const keys = game.keys.filter((key) => key !== openKey);
    if (!keys.length) return replace(settingsPlace);
    tuned = settings(keys, parse(draft.spec).settings, (next) => {
      const kept = openKey && parse(draft.spec).settings[openKey.name];
      draft.spec = format(game.name, kept ? { [openKey.name]: kept, ...next } : next);
      markBoard();
      changed();
    });
    return replace(settingsPlace, h('h2', {}, t('menu.settings')), tuned.element);
  }

  /** @type {HTMLTextAreaElement} */
  const ownText = h('textarea', {
    class: 'input',
    spellcheck: 'false',
    value: draft.own,
    oninput: () => ((draft.own = ownText.value), changed()),
  });
  const isTree = game.boards[0]?.backdrop.kind === 'tree';
  const ownField = field(t(isTree ? 'menu.ownTree' : 'menu.ownMaze'), ownText, {
    about: t(isTree ? 'menu.ownTreeAbout' : 'menu.ownMazeAbout'),
  });

  function markBoard() {
    for (const [spec, input] of boardInputs) input.checked = spec === (own() ? 'own' : draft.spec);
    replace(ownPlace, own() ? ownField.element : null);
    for (const picker of pickers) picker.offer(draft.spec);
  }

  /** @type {Map<string, HTMLInputElement>} */
  const boardInputs = new Map();
  const group = unique('board');
  /**
   * @param {string} spec
   * @param {string} words
   * @param {string} about
   * @param {Child} picture
   * @param {() => void} pick
   */
  const choice = (spec, words, about, picture, pick) => {
    const input = h('input', { type: 'radio', name: group, onchange: pick });
    boardInputs.set(spec, input);
    return h(
      'label',
      { class: 'board-choice', data: { spec, tip: about } },
      input,
      h('span', { class: 'frame' }, picture),
      h('span', { class: 'name' }, words),
    );
  };
  replace(
    boardsPlace,
    game.boards.map((b) => {
      const picture = miniature({ client, game, spec: b.spec, backdrop: b.backdrop, scene: b.scene, live: false });
      pictures.push(picture);
      return choice(b.spec, sentence(b.name), sentence(b.about), picture.element, () => {
        draft.spec = b.spec;
        drawSettings();
        markBoard();
        changed();
      });
    }),
    openKey
      ? choice(
          'own',
          t(isTree ? 'menu.ownTree' : 'menu.ownMaze'),
          t(isTree ? 'menu.ownTreeAbout' : 'menu.ownMazeAbout'),
          h('span', { class: 'own-sign', 'aria-hidden': 'true' }, '+'),
          () => {
            draft.own ||= isTree
              ? (game.boards[0]?.text ?? 'max [ a: min [ 3 12 8 ] b: min [ 2 4 6 ] ]')
              : '%%%%%%%%%\n%P.....o%\n%.%%%%%.%\n%o....G.%\n%%%%%%%%%\n';
            ownText.value = draft.own;
            draft.spec = format(game.name, { [openKey.name]: 'mine' });
            markBoard();
            changed();
            ownText.focus();
          },
        )
      : null,
  );

  const timeOutput = h('output', {}, t('menu.seconds', { n: draft.time }));
  const time = field(
    t('menu.time'),
    slider({
      min: 1,
      max: 60,
      value: draft.time,
      oninput: (n) => ((draft.time = n), (timeOutput.textContent = t('menu.seconds', { n })), keep()),
    }),
    { output: timeOutput },
  );

  async function begin() {
    startButton.disabled = true;
    try {
      await start(context, { spec: draft.spec, seats: draft.seats, time: draft.time * 1000, ...files() });
    } catch (error) {
      startButton.disabled = false;
      showError(errorText(error));
      check.now();
    }
  }

  const everything = h(
    'div',
    { class: 'stack' },
    h('h2', {}, t('menu.seats')),
    seatsPlace,
    settingsPlace,
    time.element,
  );
  drawSeats();
  drawSettings();
  markBoard();
  drawPreview(game.boards.find((b) => b.spec === draft.spec) ?? initial);
  root.append(
    h(
      'div',
      { class: 'page setup' },
      h(
        'div',
        { class: 'setup-stage' },
        h(
          'header',
          { class: 'page-head' },
          h('h1', {}, say(game.title)),
          h('p', {}, sentence(game.about)),
          game.reports.length
            ? h('p', { class: 'small' }, `${t('reports.from', { names: list(game.reports) })} `, reportsNote())
            : null,
        ),
        preview,
        game.boards.length > 1 || openKey ? boardsPlace : null,
        ownPlace,
      ),
      h(
        'form',
        {
          class: 'setup-panel card stack',
          onsubmit: (event) => (event.preventDefault(), begin()),
          'aria-label': t('menu.choose', { game: say(game.title) }),
        },
        featured ? [h('h2', {}, t('menu.opponent')), featured.element] : null,
        featured
          ? h('details', { class: 'setup-more', open: !featured.mark(draft.seats) }, h('summary', {}, t('menu.more')), everything)
          : everything,
        h('div', { class: 'setup-go' }, general, startButton),
      ),
    ),
  );
  changed();
  return () => {
    gone = true;
    check.cancel();
    board?.destroy();
    pictures.forEach((picture) => picture.destroy());
  };
}
