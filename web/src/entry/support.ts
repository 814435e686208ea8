import { polyfilledBuiltIns, requiredBuiltIns, requiredStyle } from "./builtIns.ts";

/*
 * Runs first on every page, before any module: loads the polyfills where a built-in is missing, and says so where the browser is too
 * old. Compiled to old syntax, and uses no new built-ins itself.
 */

const texts = {
  en: "This browser is too old for Siteproof. Use Safari 16.4, Firefox 115, Chrome 109 or a newer version.",
  sv: "Webbläsaren är för gammal för Siteproof. Använd Safari 16.4, Firefox 115, Chrome 109 eller en nyare version.",
};

const hasBuiltIn = (path: string): boolean => {
  let value: unknown = window;
  for (const name of path.split(".")) {
    if (value === undefined || value === null) return false;
    value = Reflect.get(Object(value), name);
  }
  return value !== undefined;
};

const styles = window.CSS;
const isSupported =
  !!styles && !!styles.supports && styles.supports(...requiredStyle) && requiredBuiltIns.every(hasBuiltIn);

if (!isSupported) {
  document.documentElement.setAttribute("data-unsupported", "");
  document.addEventListener("DOMContentLoaded", () => {
    const message = document.createElement("p");
    message.className = "unsupported";
    message.setAttribute("role", "alert");
    const { lang } = document.documentElement;
    message.textContent = lang === "sv" || /^sv/.test(navigator.language) ? texts.sv : texts.en;
    document.body.innerHTML = "";
    document.body.appendChild(message);
  });
} else if (!polyfilledBuiltIns.every(hasBuiltIn)) {
  const url = document.currentScript?.getAttribute("data-polyfills");
  // Only a script that the parser meets runs before the modules of the page.
  if (url) document.write(`<script src="${url}"></${"script"}>`);
}
