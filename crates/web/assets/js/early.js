// Sets language, direction and theme before anything is drawn, so that the page never flashes in the wrong ones.
(() => {
  const kept = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const root = document.documentElement;
  const language = kept('plylab.language') ?? (navigator.language?.startsWith('fa') ? 'fa' : 'en');
  root.lang = language;
  root.dir = language === 'fa' ? 'rtl' : 'ltr';
  const theme = kept('plylab.theme');
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
})();
