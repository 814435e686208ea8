import { matchPath } from "react-router";
import { grantsOfSession, type Session } from "../api/session";
import { fetchTexts } from "../i18n/i18n";
import { homeOf, passage } from "./guard";
import { type Path, routeTable } from "./routes";
import { screens } from "./screens";

/**
 * Begins to load the screen at an address before React asks for it: on a slow line, each thing that is asked for only after another
 * has come costs a round trip. Whoever may not open the screen loads what they will see instead. A failure is told by whoever needs
 * what is missing.
 */
export function loadAhead(pathname: string, session: Session | null): void {
  if (session) ignoring(import("../frame/NavBar"));
  const route = routeTable.find(({ path }) => matchPath({ path, caseSensitive: true }, pathname));
  if (!route) return;
  const grants = grantsOfSession(session);
  const way = passage(route, grants);
  if (way === "toLogin") loadScreen("/login");
  if (way !== "open") return;
  const home = route.path === "/" && grants && routeTable.find(({ path }) => path === homeOf(grants));
  loadScreen((home || route).path);
}

function loadScreen(path: Path): void {
  const { load, areas } = screens[path];
  ignoring(load());
  for (const area of areas) ignoring(fetchTexts(area));
}

const ignoring = (loading: Promise<unknown>) => void loading.catch(() => undefined);
