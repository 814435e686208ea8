import type { QueryClient } from "@tanstack/react-query";
import { matchPath } from "react-router";
import { grantsOfSession, type Session } from "#api/session.ts";
import { fetchTexts } from "#i18n/i18n.ts";
import { guardRoute, homeOf } from "#navigation/guard.ts";
import { type Path, routeTable } from "#navigation/routes.ts";
import type { ScreenContext, ScreenModule } from "#navigation/screenModule.ts";
import { loadScreen } from "./ScreenFrame.tsx";
import { screens } from "./screens.ts";
import { NavBar } from "./shell/AppShell.tsx";

/** Milliseconds after which the page is drawn without what has not come: it shows then that it loads, or what failed. */
const preloadTimeoutMs = 10_000;

type Address = Pick<Location, "pathname" | "search">;

/**
 * Loads the screen at an address before React asks for it, and makes its first calls: on a slow line, each thing that is asked for
 * only after another has come costs a round trip. Whoever may not open the screen loads what they will see instead. Resolves when
 * the whole can be drawn at once; a failure is told by whoever needs what is missing.
 * @param texts resolves when those of a screen can be added
 */
export async function preloadScreen(
  address: Address,
  session: Session | null,
  queries: QueryClient,
  texts: Promise<void>,
): Promise<void> {
  const loading: Promise<unknown>[] = session ? [NavBar.preload()] : [];
  const screen = screenAt(address, session);
  if (screen)
    loading.push(
      loadScreenAndTexts(screen.path, texts, (ask) => screen.opened && ask(queries, screen.opened)),
    );
  const late = new Promise((resolve) => setTimeout(resolve, preloadTimeoutMs));
  await Promise.race([Promise.allSettled(loading), late]);
}

/** Makes the first calls of a screen that somebody goes to within the console: it would make them once it has been drawn. */
export async function prefetchOnNavigate(
  address: Address,
  session: Session | null,
  queries: QueryClient,
): Promise<void> {
  const screen = screenAt(address, session);
  if (!screen?.opened) return;
  try {
    const { prefetch } = await screens[screen.path].load();
    prefetch?.(queries, screen.opened);
  } catch {
    // The screen says itself that it could not be loaded.
  }
}

/** Loads where most go from an address, once there is nothing else to do. */
export async function preloadLikelyNext({ pathname }: Pick<Address, "pathname">): Promise<void> {
  if (pathname !== "/documentation") return;
  await idle();
  await loadScreen("/documentation/details/:uuid").catch(() => undefined);
}

const idle = (): Promise<unknown> =>
  new Promise((resolve) => {
    if (typeof requestIdleCallback === "undefined") setTimeout(resolve, 2000);
    else requestIdleCallback(resolve);
  });

/** The screen that is shown at an address, and what it is opened with; that of the login has nothing. Undefined where none is opened. */
function screenAt(
  { pathname, search }: Address,
  session: Session | null,
): { path: Path; opened: ScreenContext | null } | undefined {
  const route = routeTable.find(({ path }) => matchPath({ path, caseSensitive: true }, pathname));
  const grants = grantsOfSession(session);
  const way = route && guardRoute(route, grants);
  if (way === "toLogin") return { path: "/login", opened: null };
  if (way !== "open") return undefined;
  const home = route!.path === "/" && grants && routeTable.find(({ path }) => path === homeOf(grants));
  const { path } = home || route!;
  const { params = {} } = matchPath(path, pathname) ?? {};
  const opened = session && { params, search: new URLSearchParams(search), customerId: session.customerId };
  return { path, opened };
}

/** Loads what most see after a login, while the form is filled in. What does not come is asked for again when it is needed. */
export async function preloadAfterLogin(): Promise<void> {
  const { load, areas } = screens["/documentation"];
  await Promise.allSettled([NavBar.preload(), load(), ...areas.map((area) => fetchTexts(area))]);
}

async function loadScreenAndTexts(
  path: Path,
  texts: Promise<void>,
  ask?: (askAhead: NonNullable<ScreenModule["prefetch"]>) => void,
): Promise<void> {
  const { load, areas } = screens[path];
  const asked = load().then(({ prefetch }) => prefetch && ask?.(prefetch));
  await Promise.all([asked, texts, ...areas.map((area) => fetchTexts(area))]);
  await loadScreen(path);
}
