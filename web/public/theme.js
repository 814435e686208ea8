// Before the first paint: the remembered colours and language, so that nothing flashes. A file of its own because the
// Content-Security-Policy allows no inline script. The keys are those of src/theme/colorMode.ts and src/i18n/language.ts.
(() => {
  const remembered = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const mode = remembered("colorMode");
  if (mode === "light" || mode === "dark") document.documentElement.dataset.colorMode = mode;
  if (remembered("language") === "sv") document.documentElement.lang = "sv";
})();
