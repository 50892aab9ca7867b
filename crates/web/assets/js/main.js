// The entry point: connects to the lab, draws the frame, and shows the page that the address names.

import { connect } from './client.js';
import { begin, t, say, language, languages, speak, onLanguage } from './i18n.js';
import { pages } from './registry.js';
import { h, replace, set } from './ui/elements.js';
import { button } from './ui/controls.js';
import { empty } from './ui/empty.js';
import { keys } from './ui/keys.js';
import { announce } from './ui/toast.js';
import { tips } from './ui/tip.js';
import { themes } from './ui/theme.js';
import { showHelp } from './ui/help.js';
import { mark } from './ui/mark.js';
import { learnTones } from './ui/emblem.js';
import { errorText } from './errorText.js';
import { codeOf } from './fault.js';

/**
 * @import { Catalogue } from '../../types/protocol'
 * @import { Navigate, Route } from '../../types/pages'
 */

await begin();
const client = connect();
/** @type {Catalogue | null} */
let catalogue = null;
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

async function show() {
  const turn = (shown += 1);
  const route = readRoute();
  drawHeader(route);
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
    const module = await route.page.load();
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

client.on('state', async ({ state, back }) => {
  banner.hidden = state === 'open';
  replace(banner, h('span', { class: 'dot' }), t('frame.reconnecting'));
  if (state === 'lost') announce(t('frame.reconnecting'));
  if (back) announce(t('frame.reconnected'));
  if (state === 'open' && !catalogue) {
    try {
      catalogue = await client.request('catalogue');
      learnTones(catalogue);
      show();
    } catch (error) {
      if (codeOf(error) !== 'lost') replace(main, h('p', { class: 'loading' }, errorText(error)));
    }
  }
});

keys({ '?': showHelp });
onLanguage(() => show());
addEventListener('hashchange', () => {
  show();
  scrollTo(0, 0);
});
show();
