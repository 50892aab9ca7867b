// The entry point: connects to the lab, draws the frame, and shows the page that the address names.

import { connect } from './client.js';
import { begin, t, say, language, languages, learnRest, speak, onLanguage } from './i18n.js';
import { isFirst, pages } from './registry.js';
import { styles } from './styles.js';
import { h, replace, set } from './ui/elements.js';
import { button } from './ui/controls.js';
import { empty } from './ui/empty.js';
import { keys } from './ui/keys.js';
import { announce } from './ui/toast.js';
import { tips } from './ui/tip.js';
import { themes } from './ui/theme.js';
import { mark } from './ui/mark.js';
import { learnTones } from './ui/emblem.js';
import { errorText } from './errorText.js';
import { codeOf } from './fault.js';

/**
 * @import { Catalogue, Fault } from '../../types/protocol'
 * @import { Navigate, Route } from '../../types/pages'
 */

/** The help is loaded when somebody asks for it. */
const showHelp = async () => (await import('./ui/help.js')).showHelp();

/** How far the navigation fades out at its edges, in pixels, as in the style sheet. */
const FADE = 48;

// Whatever takes a while begins at once: the texts, the list of games, the connection, and the page that is asked for.
const texts = begin();
const games = askForGames();
const client = connect();
readRoute()
  .page?.load()
  .catch(() => {});
await texts;
/** @type {Catalogue | null} */
let catalogue = null;
/** Were these pages replaced at the lab? Then the next one is loaded anew. */
let stale = false;
/** Does the lab not know who is here? */
let stranger = false;
/** @type {Fault | null} Why the lab cannot keep what is done, if it cannot. */
let unkept = null;
/** @type {(() => void) | null} */
let unmount = null;
let shown = 0;

const main = h('main', { class: 'main', id: 'main', tabindex: -1 });
const nav = h('nav', { class: 'nav' });
const banner = h('div', { class: 'banner', role: 'status', hidden: true });
const header = h('header', { class: 'header' });
document.body.replaceChildren(header, banner, main);
tips();

/**
 * Parses the address: `#/game/ID?key=value` is `{ path, params: { id }, query: { key } }`.
 * @returns {Route}
 */
function readRoute() {
  const [path, search = ''] = (location.hash.slice(1) || '/').split(/\?(.*)/s);
  for (const page of pages) {
    const match = page.path.exec(path);
    if (!match) continue;
    const params = Object.fromEntries(
      page.names.map((name, i) => [name, match[i + 1] && decodeURIComponent(match[i + 1])]),
    );
    return { path, page, params, query: Object.fromEntries(new URLSearchParams(search)) };
  }
  return { path, page: null, params: {}, query: {} };
}

/** @type {Navigate} */
function navigate(hash, { replace: instead = false } = {}) {
  if (instead) {
    history.replaceState(null, '', hash);
    show();
  } else if (location.hash === hash) show();
  else location.hash = hash;
}

/**
 * The entries of the header. The tree game has no entry: it has its own page there.
 * @param {Route} route
 */
function drawHeader(route) {
  const games = (catalogue?.games ?? []).filter((game) => game.boards[0]?.backdrop.kind !== 'tree');
  /**
   * @param {string} href
   * @param {string} words
   * @param {boolean} current
   */
  const entry = (href, words, current) => h('a', { href, 'aria-current': current ? 'page' : null }, words);
  const active = route.page?.nav;
  replace(
    nav,
    games.map((game) =>
      entry(`#/play/${game.name}`, say(game.title), active === 'play' && route.params.game === game.name),
    ),
    games.length ? h('span', { class: 'gap', 'aria-hidden': 'true' }) : null,
    ['trees', 'experiments', 'replays'].map((name) => entry(`#/${name}`, t(`nav.${name}`), active === name)),
  );
  set(nav, { 'aria-label': t('nav.label') });
  reveal(nav.querySelector('[aria-current]'));
  hintAtMore();
  const others = languages().filter(({ language: code }) => code !== language());
  replace(
    header,
    h(
      'a',
      { class: 'button skip', href: '#main', onclick: (event) => (event.preventDefault(), main.focus()) },
      t('nav.skip'),
    ),
    h('a', { class: 'brand', href: '#/' }, mark(), 'Plylab'),
    nav,
    h(
      'div',
      { class: 'tools' },
      others.map(({ language: code, name }) =>
        button(name, { kind: 'quiet', class: 'language', lang: code, onclick: () => speak(code) }),
      ),
      themes(),
      button(null, { icon: 'help', kind: 'quiet', tip: t('nav.help'), key: '?', onclick: showHelp }),
    ),
  );
}

/**
 * Scrolls the navigation, and never the page, until an entry is seen whole and beside the fading edge.
 * @param {Element | null} entry
 */
function reveal(entry) {
  if (!entry) return;
  const [room, box] = [nav.getBoundingClientRect(), entry.getBoundingClientRect()];
  const [before, beyond] = [room.left + FADE - box.left, box.right - room.right + FADE];
  if (beyond > 0) nav.scrollLeft += beyond;
  else if (before > 0) nav.scrollLeft -= before;
}

/** Where the navigation goes on beyond an edge, it fades out there. */
function hintAtMore() {
  const hidden = nav.scrollWidth - nav.clientWidth;
  // Scrolled from right to left, positions count down from 0.
  const passed = Math.abs(nav.scrollLeft);
  nav.classList.toggle('goes-on', hidden - passed > 1);
  nav.classList.toggle('began-before', hidden > 1 && passed > 1);
}
nav.addEventListener('scroll', hintAtMore, { passive: true });
new ResizeObserver(hintAtMore).observe(nav);

async function show() {
  const turn = (shown += 1);
  const route = readRoute();
  drawHeader(route);
  if (stranger) return turnAway();
  unmount?.();
  unmount = null;
  document.body.removeAttribute('data-page');
  if (!route.page) {
    replace(main, empty(t('frame.lost')));
    return;
  }
  if (!catalogue) {
    replace(main, h('p', { class: 'loading', role: 'status' }, t('frame.loading')));
    return;
  }
  try {
    const needed = [styles(route.page.styles), isFirst(route.page) ? null : learnRest()];
    const [module] = await Promise.all([route.page.load(), ...needed]);
    if (turn !== shown) return;
    replace(main);
    document.body.dataset.page = route.page.nav;
    document.title = 'Plylab';
    unmount = module.mount(main, { client, catalogue, navigate, route, t, announce }) ?? null;
  } catch (error) {
    console.warn(error);
    replace(main, empty(t('frame.broken'), { words: errorText(error) }));
  }
}

/** @returns {Promise<Catalogue>} */
async function askForGames() {
  const answer = await fetch('api/3/catalogue');
  if (!answer.ok) {
    const { error } = await answer.json();
    await texts.then(learnRest);
    throw error;
  }
  return answer.json();
}

/** @param {Promise<Catalogue>} asked */
async function bring(asked) {
  try {
    catalogue = await asked;
    learnTones(catalogue);
    show();
  } catch (error) {
    if (codeOf(error) === 'no-token') return turnAway();
    replace(main, h('p', { class: 'loading' }, errorText(error)));
  }
}

/** What somebody sees whom the lab does not know: no page but the one that tells how to come in. */
async function turnAway() {
  client.end();
  stranger = true;
  const { showDoor } = await import('./ui/door.js');
  banner.hidden = true;
  replace(nav);
  showDoor(main);
}

/** Is anything wrong that everybody should know? The connection comes first. */
function warn() {
  const lost = client.state === 'lost';
  banner.hidden = stranger || (!lost && !unkept);
  replace(
    banner,
    h('span', { class: 'dot' }),
    lost ? t('frame.reconnecting') : t('frame.notKept', { why: unkept ? errorText(unkept) : '' }),
  );
}

client.on('state', ({ state, back }) => {
  if (state === 'open') unkept = null;
  warn();
  if (state === 'lost' && !stranger) announce(t('frame.reconnecting'));
  if (back) announce(t('frame.reconnected'));
  if (back && !catalogue) bring(askForGames());
  if (client.hello) stale = !import.meta.url.includes(client.hello.pages);
});

client.on('kept', async ({ fault }) => {
  await learnRest();
  const before = unkept;
  unkept = fault;
  warn();
  if (fault) announce(banner.textContent ?? '');
  else if (before) announce(t('frame.keptAgain'));
});

keys({ '?': showHelp });
onLanguage(() => show());
addEventListener('hashchange', () => {
  if (stale) return void location.reload();
  show();
  scrollTo(0, 0);
});
show();
bring(games);
