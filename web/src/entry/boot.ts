import { getNewestBookmark } from "#api/bookmark.ts";
import { isUnused, keepObjectUrl, prefetchResponse } from "#api/prefetchedResponses.ts";
import type { BootHeader } from "#app/bootTexts.ts";
import { isTokenFresh } from "#domain/access/sessionTimes.ts";
import { bookmarkHeader } from "#domain/contract/bookmark.ts";
import { computeGridMetrics } from "#screens/photoTimeline/gridMetrics.ts";

/*
 * Runs before React loads: preloads the files of the current screen together with the console's own, prefetches its first calls
 * (api/prefetchedResponses.ts) and renders its header. A separate file because the Content-Security-Policy allows no inline
 * script. The build adds the theme script, the file lists and the texts.
 */

/** Screens by path, with indexes into `files`: their scripts and styles besides those in index.html. */
export interface BootManifest {
  /** The console's own scripts, in execution order. */
  console: string[];
  files: string[];
  screens: Record<string, number[]>;
  /** The files of the navigation bar, shown after login. */
  frame: number[];
  /** The texts by language, then by screen path; "" holds the common ones. */
  texts: Record<string, Record<string, number[]>>;
  /** The static headers by language, then by URL or screen path. */
  tops: Record<string, Record<string, BootHeader>>;
  /** The first calls of screens, by path (app/bootCalls.ts). */
  calls: Record<string, string[]>;
  photoCalls: { thumbnail: string; spanPhotos: string };
}

/** Inserted by the build. */
// biome-ignore lint/style/useNamingConvention: the build replaces it
declare const __OPENING__: BootManifest;

const { files, screens, frame, texts, tops, calls, photoCalls } = __OPENING__;

/** Number of thumbnails that are prefetched: about as many as a phone shows first. */
const maxThumbnails = 9;
/** Milliseconds that the console's scripts wait for the first photos of the timeline. */
const maxPhotoWaitMs = 500;
/** In windows narrower than this, the timeline's filters are in one row. */
const narrowWidthPx = 768;

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
  // Treated as logged out.
}
const { pathname } = location;
const homePath = session?.roles?.includes("ROLE_SWITCH_CUSTOMER") ? "/switchAccount" : "/documentation";
const address = pathname === "/" ? homePath : pathname;
const screen = session ? findScreen(address) : "/login";
const language = document.documentElement.lang;
/** Super admins choose a customer beside the timeline's search box, which moves it. */
const choosesCustomer = screen === "/photo" && session?.roles?.includes("ROLE_SUPER_ADMIN");

if (session) {
  document.documentElement.dataset.opening = "frame";
  preloadFiles(frame);
}
if (screen) preloadFiles(screens[screen]!);
for (const area of [screen, ""]) if (area !== undefined) preloadFiles(texts[language]?.[area] ?? []);
/** Settles when the first photos of the timeline are shown. */
let photosShown: Promise<unknown> = Promise.resolve();
const firstResponse = session && screen ? prefetchCalls(screen, session) : null;
// Waits until the navigation bar is parsed, so that the bar and the header are painted together.
new MutationObserver((_, observer) => {
  if (!document.querySelector(".opening")) return;
  observer.disconnect();
  // A browser that is too old gets a message instead (support.ts).
  if (!document.documentElement.hasAttribute("data-unsupported")) startConsole();
}).observe(document.documentElement, { childList: true, subtree: true });

function findScreen(pathname: string): string | undefined {
  return Object.keys(screens).find((path) =>
    new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+")}$`).test(pathname),
  );
}

/** Makes the first calls of a screen with the session's token, unless that has expired. Resolves to the first response. */
function prefetchCalls(
  path: string,
  { userId, customerId, access_token, lastRefresh }: StoredSession,
): Promise<Response> | null {
  const [firstCall, ...otherCalls] = calls[path] ?? [];
  const names = path.split("/");
  const values = address.split("/");
  if (!firstCall || !access_token || !isTokenFresh(lastRefresh ?? 0, Date.now())) return null;
  const headers = new Headers({
    accept: "application/json",
    "accept-language": language,
    authorization: `Bearer ${access_token}`,
  });
  if (getNewestBookmark()) headers.set(bookmarkHeader, getNewestBookmark());
  const prefetch = (call: string) => {
    const url = `/api${call.replaceAll(/:\w+/g, (name) => values[names.indexOf(name)] ?? "")}`;
    return { url, response: prefetchResponse(url, `${userId}/${customerId}`, headers) };
  };
  const prefetched = [firstCall, ...otherCalls].map(prefetch);
  const photos = prefetched.map((call) => prefetchPhotos(call, prefetch).catch(() => undefined));
  const timeout = new Promise((resolve) => setTimeout(resolve, maxPhotoWaitMs));
  if (path === "/photo") photosShown = Promise.race([Promise.all(photos), timeout]);
  return prefetched[0]!.response;
}

interface PrefetchedCall {
  url: string;
  response: Promise<Response>;
}

/** The parts of the first responses that name photos: a list, the overview, or the spans or photos of the timeline. */
interface PhotoRef {
  id: string;
  hasData?: boolean;
  derivativeRevision?: string;
  rotation?: number;
  derivativeRotation?: number;
}
interface Span {
  day: string | null;
  from: string;
  before: string;
}
type PhotosResponse =
  | PhotoRef[]
  | { photos?: { items: PhotoRef[] }; items?: (PhotoRef | Span)[]; next?: string | null };

interface Thumbnail extends PrefetchedCall {
  photo: PhotoRef;
  /** Among the photos of the response, from 0. */
  index: number;
}

/**
 * Prefetches the first thumbnails that a response names, under the URLs that the console will ask for. Once the console has the response,
 * it asks for them itself.
 */
async function prefetchPhotos(
  { url, response: promise }: PrefetchedCall,
  prefetch: (call: string) => PrefetchedCall,
): Promise<Thumbnail[]> {
  const response = await promise;
  if (!response.ok) return [];
  const body: PhotosResponse = await response.clone().json();
  if (!isUnused(url)) return [];
  const rows = Array.isArray(body) ? body : (body.photos?.items ?? body.items ?? []);
  const [first] = rows;
  if (first && "before" in first) {
    const { day, from, before } = first;
    const query = new URLSearchParams({ from, before, unknownTime: String(day === null), offset: "0" });
    const thumbnails = await prefetchPhotos(prefetch(`${photoCalls.spanPhotos}?${query}`), prefetch);
    const spans = rows.filter((row): row is Span => "before" in row);
    await showPhotos(spans, "next" in body && body.next !== null, thumbnails);
    return thumbnails;
  }
  const photos = rows.flatMap((photo, index) =>
    "hasData" in photo && photo.hasData === true ? [{ photo, index }] : [],
  );
  return photos.slice(0, maxThumbnails).map(({ photo, index }) => {
    const version = encodeURIComponent(photo.derivativeRevision ?? "");
    const call = prefetch(`${photoCalls.thumbnail.replace("{id}", photo.id)}?v=${version}`);
    return Object.assign({ photo, index }, call);
  });
}

/**
 * Shows the timeline's first photos until React renders, in the same positions (screens/photoTimeline). Only where they are known: on a
 * narrow window, for one customer, and with the choice of a month above them, which needs two.
 * @param hasOlder whether there are spans beyond these
 */
async function showPhotos(
  spans: readonly Span[],
  hasOlder: boolean,
  thumbnails: readonly Thumbnail[],
): Promise<void> {
  const page = document.querySelector(".opening-page");
  const months = new Set(spans.flatMap(({ day }) => (day === null ? [] : [day.slice(0, 7)])));
  if (
    !page ||
    location.search !== "" ||
    choosesCustomer ||
    innerWidth >= narrowWidthPx ||
    (months.size < 2 && hasOlder)
  )
    return;
  const box = document.createElement("div");
  box.className = "opening-photos";
  if (months.size > 1) box.classList.add("opening-months");
  page.append(box);
  const { columns, tile, gap, row } = computeGridMetrics(box.clientWidth);
  const show = async ({ url, response, photo, index }: Thumbnail) => {
    const answer = await response;
    if (!answer.ok || photo.rotation !== photo.derivativeRotation) return;
    const image = new Image(tile, tile);
    image.src = URL.createObjectURL(await answer.clone().blob());
    await image.decode();
    image.style.left = `${(index % columns) * (tile + gap)}px`;
    image.style.top = `${Math.floor(index / columns) * row}px`;
    if (!box.isConnected || !isUnused(url)) return;
    keepObjectUrl(url, image.src);
    box.append(image);
  };
  await Promise.all(thumbnails.map((thumbnail) => show(thumbnail).catch(() => undefined)));
  // Until they are painted.
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

function preloadFiles(indexes: readonly number[]): void {
  for (const index of indexes) {
    const file = files[index]!;
    const href = `/assets/${file}`;
    if (document.head.querySelector(`link[href="${href}"]`)) continue;
    const link = document.createElement("link");
    if (file.endsWith(".css")) Object.assign(link, { rel: "preload", as: "style", crossOrigin: "" });
    else link.rel = "modulepreload";
    // After the console's own file, which can run while these load.
    link.fetchPriority = "low";
    link.href = href;
    document.head.append(link);
  }
}

/**
 * Renders the header below the navigation bar, then runs the console's scripts once that has been painted: they would delay the
 * paint.
 */
function startConsole(): void {
  const header = session && (tops[language]?.[address] ?? tops[language]?.[screen ?? ""]);
  // A query string (a search, a review queue) can change the header.
  const hasNoQuery = location.search === "";
  if (header?.title)
    renderHeader(hasNoQuery && !choosesCustomer ? header : Object.assign({}, header, { search: undefined }));
  else if (header && hasNoQuery)
    void firstResponse?.then((response) => renderResourceHeader(header, response)).catch(() => undefined);
  let hasStarted = false;
  const run = () => {
    if (hasStarted) return;
    hasStarted = true;
    for (const src of __OPENING__.console) {
      // Not async: they must run in order.
      const script = Object.assign(document.createElement("script"), { type: "module", async: false });
      script.crossOrigin = "";
      script.src = src;
      document.head.append(script);
    }
  };
  // Without a session there is nothing to paint yet, and a hidden page is not painted.
  if (session && !document.hidden) {
    setTimeout(run, 1000);
    new PerformanceObserver(() => void photosShown.then(run)).observe({ type: "paint", buffered: true });
  } else run();
}

/** Renders the header of a row's screen, titled by its alias or name. Reads a clone: the console reads the response again. */
// Object.assign here and above: the helper that spreads objects in older browsers is larger than these functions.
async function renderResourceHeader(header: BootHeader, response: Response): Promise<void> {
  if (!response.ok) return;
  const { alias, name }: { alias?: string | null; name?: string } = await response.clone().json();
  if (name) renderHeader(Object.assign({}, header, { title: alias ?? name }));
}

/** Mimics ui/layout/Page and ui/table/SearchBox until React renders. */
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
