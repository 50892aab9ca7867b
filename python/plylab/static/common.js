// What both widgets share. It stands before each of them in one module.

/** An element with attributes and children; `on...` attributes are listeners. */
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (typeof value === 'boolean') element.toggleAttribute(key, value);
    else element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

/** Is the notebook dark? JupyterLab and VS Code say so; elsewhere the system decides. */
function isDark() {
  const { jpThemeLight } = document.body.dataset;
  if (jpThemeLight) return jpThemeLight === 'false';
  if (/\bvscode-/.test(document.body.className)) return !/\bvscode-(light|high-contrast-light)\b/.test(document.body.className);
  return matchMedia('(prefers-color-scheme: dark)').matches;
}

/** Keeps `root` in the theme of the notebook; the answer ends that. */
function followTheme(root) {
  const set = () => (root.dataset.theme = isDark() ? 'dark' : 'light');
  set();
  const observer = new MutationObserver(set);
  observer.observe(document.body, { attributes: true, attributeFilter: ['class', 'data-jp-theme-light'] });
  const system = matchMedia('(prefers-color-scheme: dark)');
  system.addEventListener('change', set);
  return () => {
    observer.disconnect();
    system.removeEventListener('change', set);
  };
}

/** The frame of a widget. JupyterLab leaves the keys to what has this attribute. */
function frame(kind, label) {
  return make('section', {
    class: `plylab plylab-${kind}`,
    'aria-label': label,
    'data-lm-suppress-shortcuts': 'true',
  });
}

/** Calls `changed` now and whenever one of the traits changes; the answer ends that. */
function follow(model, traits, changed) {
  for (const trait of traits) model.on(`change:${trait}`, changed);
  changed();
  return () => traits.forEach((trait) => model.off(`change:${trait}`, changed));
}
