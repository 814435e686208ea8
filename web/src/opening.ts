/*
 * Runs before the first paint, while the console is on its way: asks for the files of the screen at this address, so that they come
 * together with those of the console and not after them. What React then draws asks for them again and has them already. A file of
 * its own, since the Content-Security-Policy allows no inline script; the build gives it the colours' script and the files.
 */

/** Screens by path, files by number in `files`: the scripts and styles besides those that index.html names. */
export interface OpeningFiles {
  files: string[];
  screens: Record<string, number[]>;
  /** The frame of somebody who has logged in. */
  frame: number[];
  /** The texts of screens and frame, by language. */
  texts: Record<string, Record<string, number[]>>;
}

/** Inserted by the build. */
declare const __OPENING__: OpeningFiles;

const { files, screens, frame, texts } = __OPENING__;

let session: { roles?: string[] } | null = null;
try {
  session = JSON.parse(localStorage.getItem("session") ?? "null");
} catch {
  // As without a session.
}
const { pathname } = location;
const home = session?.roles?.includes("ROLE_SWITCH_CUSTOMER") ? "/switchAccount" : "/documentation";
const screen = session ? screenAt(pathname === "/" ? home : pathname) : "/login";
const language = document.documentElement.lang;

if (session) {
  document.documentElement.dataset.opening = "frame";
  ask(frame);
}
if (screen) ask(screens[screen]!);
for (const area of [screen, ""]) if (area !== undefined) ask(texts[language]?.[area] ?? []);

function screenAt(at: string): string | undefined {
  return Object.keys(screens).find((path) => new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+")}$`).test(at));
}

function ask(numbers: readonly number[]): void {
  for (const number of numbers) {
    const file = files[number]!;
    const href = `/assets/${file}`;
    if (document.head.querySelector(`link[href="${href}"]`)) continue;
    const link = document.createElement("link");
    if (file.endsWith(".css")) Object.assign(link, { rel: "preload", as: "style", crossOrigin: "" });
    else link.rel = "modulepreload";
    // After the console's own file, which has work to do while these come.
    link.fetchPriority = "low";
    link.href = href;
    document.head.append(link);
  }
}
