import { bookmarkHeader, newestBookmark } from "#api/bookmark.ts";
import { prefetchResponse } from "#api/prefetchedResponses.ts";
import type { BootHeader } from "#app/bootTexts.ts";
import { accessTokenLifetimeSeconds } from "#domain/access/sessionTimes.ts";

/*
 * Runs before the first paint, while the console is on its way: asks for the files of the screen at this address, so that they come
 * together with those of the console and not after them, makes the first calls of some screens, and says what stands
 * at the top of it. What React then draws asks for the files again and has them already; so with the answers (api/early.ts). A file of its own, since the Content-Security-Policy allows no inline script; the build gives it the
 * colours' script, files and texts.
 */

/** Screens by path, files by number in `files`: the scripts and styles besides those that index.html names. */
export interface BootManifest {
  /** The console's own scripts, in the order in which they run. */
  console: string[];
  files: string[];
  screens: Record<string, number[]>;
  /** The frame of somebody who has logged in. */
  frame: number[];
  /** The texts of screens and frame, by language. */
  texts: Record<string, Record<string, number[]>>;
  /** What is said at the top of screens, by language and address, or path. */
  tops: Record<string, Record<string, BootHeader>>;
  /** What screens ask first, by path (routes/openingCalls.ts). */
  calls: Record<string, string[]>;
}

/** Inserted by the build. */
declare const __OPENING__: BootManifest;

const { files, screens, frame, texts, tops, calls } = __OPENING__;

interface StoredSession {
  roles?: string[];
  userId?: string;
  customerId?: number;
  access_token?: string;
  lastRefresh?: number;
}

let session: StoredSession | null = null;
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
  preloadFiles(frame);
}
if (screen) preloadFiles(screens[screen]!);
for (const area of [screen, ""]) if (area !== undefined) preloadFiles(texts[language]?.[area] ?? []);
const answered = session && screen ? prefetchCalls(screen, session) : null;
// With the bar, to be painted together.
new MutationObserver((_, watching) => {
  if (!document.querySelector(".opening")) return;
  watching.disconnect();
  startConsole();
}).observe(document.documentElement, { childList: true, subtree: true });

function screenAt(at: string): string | undefined {
  return Object.keys(screens).find((path) => new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+")}$`).test(at));
}

/** Makes the first calls of a screen, in the session's name while its token lasts. Resolves to the first answer. */
function prefetchCalls(
  path: string,
  { userId, customerId, access_token, lastRefresh }: StoredSession,
): Promise<Response> | null {
  const [first, ...others] = calls[path] ?? [];
  const names = path.split("/");
  const values = address.split("/");
  // A minute of room, because the clocks of both sides differ.
  if (!first || !access_token || Date.now() - (lastRefresh ?? 0) > (accessTokenLifetimeSeconds - 60) * 1000)
    return null;
  const headers = {
    accept: "application/json",
    "accept-language": language,
    authorization: `Bearer ${access_token}`,
    ...(newestBookmark() && { [bookmarkHeader]: newestBookmark() }),
  };
  const prefetch = (call: string) =>
    prefetchResponse(
      `/api${call.replaceAll(/:\w+/g, (name) => values[names.indexOf(name)] ?? "")}`,
      `${userId}/${customerId}`,
      headers,
    );
  const answer = prefetch(first);
  for (const call of others) prefetch(call);
  return answer;
}

function preloadFiles(numbers: readonly number[]): void {
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

/** The bar is there: says below it what the page is about, and runs the console once that has been painted, which its scripts would hold up. */
function startConsole(): void {
  const top = session && (tops[language]?.[address] ?? tops[language]?.[screen ?? ""]);
  // What the address asks for beside the path may say something else: a search, a queue that is walked.
  const plain = location.search === "";
  if (top?.title) renderHeader(plain ? top : { ...top, search: undefined });
  else if (top && plain)
    void answered?.then((answer) => renderResourceHeader(top, answer)).catch(() => undefined);
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

/** Says the top of a row's screen, which is named by its alias or name. The answer is read again by the console. */
async function renderResourceHeader(top: BootHeader, answer: Response): Promise<void> {
  if (!answer.ok) return;
  const { alias, name } = (await answer.clone().json()) as { alias?: string | null; name?: string };
  if (name) renderHeader({ ...top, title: alias ?? name });
}

/** As ui/layout/Page and ui/table/SearchBox have it, until React draws. */
function renderHeader({ title = "", context, lead, narrow, actions, search }: BootHeader): void {
  const page = document.createElement("div");
  page.className = "opening-page";
  if (narrow) page.classList.add("opening-narrow");
  const add = (tag: string, textContent: string, className = "") =>
    page.append(Object.assign(document.createElement(tag), { textContent, className }));
  if (context) add("small", context);
  add("b", title, actions ? "opening-beside" : "");
  if (lead) add("p", lead);
  if (search) add("i", search);
  document.querySelector(".opening")?.after(page);
}
