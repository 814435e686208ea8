import { type ComponentType, lazy, useState } from "react";
import { createPath, type Location, useLocation } from "react-router";
import { z } from "zod";
import { grantsOfSession, sessionKey, useSession } from "#api/session.ts";
import { loadTexts } from "#i18n/i18n.ts";
import { guardRoute } from "#navigation/guard.ts";
import { Redirect } from "#navigation/Redirect.tsx";
import type { Path, ScreenRoute } from "#navigation/routes.ts";
import type { ScreenModule } from "#navigation/screenModule.ts";
import { useOnline } from "#offline/useOnline.ts";
import { NoNetwork } from "./offline/NoNetwork.tsx";
import { screens } from "./screens.ts";

const components = new Map<Path, ComponentType>();

async function loadModuleAndTexts(path: Path): Promise<ScreenModule> {
  const { load, areas } = screens[path];
  const [module] = await Promise.all([load(), ...areas.map(loadTexts)]);
  return module;
}

/** Loads a screen and its texts, so that it renders without suspending. */
export async function loadScreen(path: Path): Promise<void> {
  const { default: component } = await loadModuleAndTexts(path);
  if (!components.has(path)) components.set(path, component);
}

/** The screen's component; its code and texts load when it first renders. */
function componentOf(path: Path): ComponentType {
  let component = components.get(path);
  if (!component) {
    component = lazy(() => loadModuleAndTexts(path));
    components.set(path, component);
  }
  return component;
}

/** The route guard (1§2): a screen the user cannot see is not even loaded. */
export function ScreenFrame({ route }: { route: ScreenRoute }) {
  const location = useLocation();
  const session = useSession();
  const [initialSessionKey] = useState(() => sessionKey(session));
  const [isAccessible, openAnyway] = useIsAccessible(route);
  switch (guardRoute(route, grantsOfSession(session))) {
    case "toLogin":
      return <Redirect to="/login" state={rememberOrigin(location)} />;
    case "toForbidden":
      // A switch of user, here or in another tab, removed the permission while the screen was open. Go home: the new user did not
      // request this screen.
      if (initialSessionKey && initialSessionKey !== sessionKey(session)) return <Redirect to="/" />;
      return <Redirect to="/forbidden" state={{ path: route.path }} />;
    case "toOrigin":
      return <Redirect to={originIn(location.state)} />;
    case "open": {
      if (!isAccessible) return <NoNetwork route={route} onOpenAnyway={openAnyway} />;
      const Screen = componentOf(route.path);
      return <Screen />;
    }
  }
}

/** True once the screen can be loaded. It stays true, online or offline. */
function useIsAccessible(route: ScreenRoute): [reached: boolean, openAnyway: () => void] {
  const online = useOnline();
  const [isAccessible, setReached] = useState(online || route.offline === true);
  if (online && !isAccessible) setReached(true);
  return [isAccessible, () => setReached(true)];
}

/** The URL requested before login, kept in the history entry of /login. */
const originState = z.object({ origin: z.string() });

const rememberOrigin = (location: Location): z.output<typeof originState> => ({
  origin: createPath(location),
});

/** Accepts only URLs of this app: history state may come from an older version. */
function originIn(state: unknown): string {
  const { origin } = originState.safeParse(state).data ?? {};
  return origin !== undefined && /^\/(?![/\\])/.test(origin) ? origin : "/";
}
