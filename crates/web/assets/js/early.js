// Before anything is drawn: sets the theme, the language and the direction, so that the page never flashes in the wrong
// one, and asks for the texts of that language, so that they arrive with the modules.
(() => {
  /** @param {string} key */
  const kept = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const root = document.documentElement;
  const theme = kept('plylab.theme');
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  /** @type {{ language: string, direction: string }[]} */
  const known = JSON.parse(document.querySelector('meta[name=languages]')?.getAttribute('content') ?? '[]');
  const asked = [kept('plylab.language'), ...(navigator.languages ?? []).map((name) => name.split('-')[0])];
  const chosen = asked.map((code) => known.find(({ language }) => language === code)).find(Boolean);
  if (chosen) {
    root.lang = chosen.language;
    root.dir = chosen.direction;
  }
  const { currentScript } = document;
  if (!(currentScript instanceof HTMLScriptElement)) return;
  const texts = document.createElement('link');
  Object.assign(texts, { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous' });
  texts.href = new URL(`../messages/${root.lang}.json`, currentScript.src).href;
  document.head.append(texts);
})();
