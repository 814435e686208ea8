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

/** Milliseconds after which the page renders with resources still missing; it then shows loading states or errors. */
const preloadTimeoutMs = 10_000;

type Address = Pick<Location, "pathname" | "search">;

/**
 * Preloads the screen of a URL and prefetches its first calls, to save round trips on slow lines. If the user cannot open the
 * screen, loads the one they will see instead. Resolves when the screen can render completely or the timeout has passed; a failed
 * resource is reported by the component that needs it.
 * @param texts resolves when the texts of a screen can be added
 */
export async function preloadScreen(
  address: Address,
  session: Session | null,
  queryClient: QueryClient,
  texts: Promise<void>,
): Promise<void> {
  // The frame has texts even where no screen can be opened.
  const loading: Promise<unknown>[] = [texts, ...(session ? [NavBar.preload()] : [])];
  const screen = screenAt(address, session);
  if (screen)
    loading.push(
      loadScreenAndTexts(
        screen.path,
        texts,
        (prefetch) => screen.context && prefetch(queryClient, screen.context),
      ),
    );
  const timeout = new Promise((resolve) => setTimeout(resolve, preloadTimeoutMs));
  await Promise.race([Promise.allSettled(loading), timeout]);
}

/** Prefetches the first calls of a screen during navigation within the console, before it renders. */
export async function prefetchOnNavigate(
  address: Address,
  session: Session | null,
  queryClient: QueryClient,
): Promise<void> {
  const screen = screenAt(address, session);
  if (!screen?.context) return;
  try {
    const { prefetch } = await screens[screen.path].load();
    prefetch?.(queryClient, screen.context);
  } catch {
    // The screen itself reports that it could not be loaded.
  }
}

/** Preloads the most likely next screen when the browser is idle. */
export async function preloadLikelyNext({ pathname }: Pick<Address, "pathname">): Promise<void> {
  if (pathname !== "/documentation") return;
  await waitForIdle();
  await loadScreen("/documentation/details/:uuid").catch(() => undefined);
}

const waitForIdle = (): Promise<unknown> =>
  new Promise((resolve) => {
    if (typeof requestIdleCallback === "undefined") setTimeout(resolve, 2000);
    else requestIdleCallback(resolve);
  });

/** The screen shown at a URL and its context, which is null for the login. Undefined if no screen opens. */
function screenAt(
  { pathname, search }: Address,
  session: Session | null,
): { path: Path; context: ScreenContext | null } | undefined {
  const route = routeTable.find(({ path }) => matchPath({ path, caseSensitive: true }, pathname));
  const grants = grantsOfSession(session);
  const guardResult = route && guardRoute(route, grants);
  if (guardResult === "toLogin") return { path: "/login", context: null };
  if (guardResult !== "open") return undefined;
  const home = route!.path === "/" && grants && routeTable.find(({ path }) => path === homeOf(grants));
  const { path } = home || route!;
  const { params = {} } = matchPath(path, pathname) ?? {};
  const context = session && { params, search: new URLSearchParams(search), customerId: session.customerId };
  return { path, context };
}

/** Preloads the documentation list while the user fills in the login form. Failed resources are fetched again when needed. */
export async function preloadAfterLogin(): Promise<void> {
  const { load, areas } = screens["/documentation"];
  await Promise.allSettled([NavBar.preload(), load(), ...areas.map((area) => fetchTexts(area))]);
}

async function loadScreenAndTexts(
  path: Path,
  texts: Promise<void>,
  runPrefetch?: (prefetch: NonNullable<ScreenModule["prefetch"]>) => unknown,
): Promise<void> {
  const { load, areas } = screens[path];
  const loading = load().then(({ prefetch }) => {
    const responses = prefetch && runPrefetch?.(prefetch);
    // The photos that the page shows already must not disappear until the screen has them.
    return document.querySelector(".opening-photos") ? responses : undefined;
  });
  await Promise.all([loading, texts, ...areas.map((area) => fetchTexts(area))]);
  await loadScreen(path);
}
