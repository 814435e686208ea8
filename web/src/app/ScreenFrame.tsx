import { type ComponentType, lazy, useState } from "react";
import { createPath, type Location, Navigate, useLocation } from "react-router";
import { grantsOfSession, sessionKey, useSession } from "#api/session.ts";
import { loadTexts } from "#i18n/i18n.ts";
import { guardRoute } from "#navigation/guard.ts";
import type { Path, ScreenRoute } from "#navigation/routes.ts";
import type { ScreenModule } from "#navigation/screenModule.ts";
import { useOnline } from "#offline/useOnline.ts";
import { NoNetwork } from "./offline/NoNetwork.tsx";
import { screens } from "./screens.ts";

const components = new Map<Path, ComponentType>();

async function loadedScreen(path: Path): Promise<ScreenModule> {
  const { load, areas } = screens[path];
  const [module] = await Promise.all([load(), ...areas.map(loadTexts)]);
  return module;
}

/** Loads a screen and its texts, so that it is drawn at once. */
export async function loadScreen(path: Path): Promise<void> {
  const { default: component } = await loadedScreen(path);
  if (!components.has(path)) components.set(path, component);
}

/** The screen's component; its code and texts are loaded when it is first shown. */
function componentOf(path: Path): ComponentType {
  let component = components.get(path);
  if (!component) {
    component = lazy(() => loadedScreen(path));
    components.set(path, component);
  }
  return component;
}

/** The route guard (1§2): a screen that may not be seen is not even loaded. */
export function ScreenFrame({ route }: { route: ScreenRoute }) {
  const location = useLocation();
  const session = useSession();
  const [openedBy] = useState(() => sessionKey(session));
  const [reached, reach] = useAccessConfirmed(route);
  switch (guardRoute(route, grantsOfSession(session))) {
    case "toLogin":
      return <Navigate to="/login" replace state={rememberOrigin(location)} />;
    case "toForbidden":
      // A switch of user, here or in another tab, took the permission away while the screen was open: go home, since nobody asked
      // for this screen as that user.
      if (openedBy && openedBy !== sessionKey(session)) return <Navigate to="/" replace />;
      return <Navigate to="/forbidden" replace state={{ path: route.path }} />;
    case "toOrigin":
      return <Navigate to={originIn(location.state)} replace />;
    case "open": {
      if (!reached) return <NoNetwork route={route} onTry={reach} />;
      const Screen = componentOf(route.path);
      return <Screen />;
    }
  }
}

/** Whether the screen could be loaded. Once shown it stays, online or offline. */
function useAccessConfirmed(route: ScreenRoute): [reached: boolean, reach: () => void] {
  const online = useOnline();
  const [reached, setReached] = useState(online || route.offline === true);
  if (online && !reached) setReached(true);
  return [reached, () => setReached(true)];
}

/** The address wanted before login; it travels with the history entry of /login. */
interface OriginState {
  origin?: string;
}

const rememberOrigin = (location: Location): OriginState => ({ origin: createPath(location) });

/** Accepts only addresses of this app: the state of a history entry outlives versions. */
function originIn(state: unknown): string {
  const origin = (state as OriginState | null)?.origin;
  return typeof origin === "string" && /^\/(?![/\\])/.test(origin) ? origin : "/";
}
