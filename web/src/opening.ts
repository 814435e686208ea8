import type { OpeningText } from "./routes/openingTexts";

/*
 * Runs before the first paint, while the console is on its way: asks for the files of the screen at this address, so that they come
 * together with those of the console and not after them, and says what stands at the top of it. What React then draws asks for the files
 * again and has them already. A file of its own, since the Content-Security-Policy allows no inline script; the build gives it the
 * colours' script, files and texts.
 */

/** Screens by path, files by number in `files`: the scripts and styles besides those that index.html names. */
export interface OpeningFiles {
  /** The console's own scripts, in the order in which they run. */
  console: string[];
  files: string[];
  screens: Record<string, number[]>;
  /** The frame of somebody who has logged in. */
  frame: number[];
  /** The texts of screens and frame, by language. */
  texts: Record<string, Record<string, number[]>>;
  /** What is said at the top of screens, by language and address. */
  tops: Record<string, Record<string, OpeningText>>;
}

/** Inserted by the build. */
declare const __OPENING__: OpeningFiles;

const { files, screens, frame, texts, tops } = __OPENING__;

let session: { roles?: string[] } | null = null;
try {
  session = JSON.parse(localStorage.getItem("session") ?? "null");
} catch {
  // As without a session.
}
const { pathname } = location;
const home = session?.roles?.includes("ROLE_SWITCH_CUSTOMER") ? "/switchAccount" : "/documentation";
const address = pathname === "/" ? home : pathname;
const screen = session ? screenAt(address) : "/login";
const language = document.documentElement.lang;

if (session) {
  document.documentElement.dataset.opening = "frame";
  ask(frame);
}
if (screen) ask(screens[screen]!);
document.addEventListener("readystatechange", begin, { once: true });
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

/** The page has been read: says what it is about, and runs the console once that has been painted, which its scripts would hold up. */
function begin(): void {
  const top = session && tops[language]?.[address];
  if (top) say(top);
  let begun = false;
  const run = () => {
    if (begun) return;
    begun = true;
    for (const src of __OPENING__.console) {
      // In their order, each in its turn.
      const script = Object.assign(document.createElement("script"), { type: "module", async: false });
      script.crossOrigin = "";
      script.src = src;
      document.head.append(script);
    }
  };
  // Without a session there is nothing to paint yet, and a page in the background is not painted.
  if (session && !document.hidden) {
    setTimeout(run, 1000);
    new PerformanceObserver(run).observe({ type: "paint", buffered: true });
  } else run();
}

/** As kit/Page has it, until React draws. */
function say([title, lead, narrow]: OpeningText): void {
  const page = document.createElement("div");
  page.className = narrow ? "opening-page opening-narrow" : "opening-page";
  page.append(Object.assign(document.createElement("b"), { textContent: title }));
  if (lead) page.append(Object.assign(document.createElement("p"), { textContent: lead }));
  document.querySelector(".opening")?.after(page);
}
