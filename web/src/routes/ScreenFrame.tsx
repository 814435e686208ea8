import { type ComponentType, lazy, Suspense, useState } from "react";
import { Navigate, useLocation } from "react-router";
import { grantsOfSession, identity, useSession } from "../api/session";
import { loadTexts } from "../i18n/i18n";
import { Loading } from "../kit/Loading";
import { NoNetwork } from "../offline/NoNetwork";
import { useOnline } from "../offline/useOnline";
import { passage } from "./guard";
import { originIn, rememberOrigin } from "./origin";
import type { ScreenRoute } from "./route";

const screens = new Map<ScreenRoute, ComponentType>();

/** The screen's component, brought in when it is first shown, together with its texts. */
function screenOf(route: ScreenRoute): ComponentType {
  let screen = screens.get(route);
  if (!screen) {
    const load = route.screen ?? (() => import("../screens/general/NotBuiltYet"));
    screen = lazy(async () => {
      const [module] = await Promise.all([load(), ...(route.areas ?? []).map(loadTexts)]);
      return module;
    });
    screens.set(route, screen);
  }
  return screen;
}

/** The route guard (1§2): who may not see a screen does not even load it. */
export function ScreenFrame({ route }: { route: ScreenRoute }) {
  const location = useLocation();
  const session = useSession();
  const [openedBy] = useState(() => identity(session));
  const [reached, reach] = useReached(route);
  switch (passage(route, grantsOfSession(session))) {
    case "toLogin":
      return <Navigate to="/login" replace state={rememberOrigin(location)} />;
    case "toForbidden":
      // A switch, here or in another tab, took the permission away while the screen was open: nobody asked for what is forbidden.
      if (openedBy && openedBy !== identity(session)) return <Navigate to="/" replace />;
      return <Navigate to="/forbidden" replace state={{ path: route.path }} />;
    case "toOrigin":
      return <Navigate to={originIn(location.state)} replace />;
    case "open": {
      if (!reached) return <NoNetwork route={route} onTry={reach} />;
      const Screen = screenOf(route);
      return (
        <Suspense fallback={<Loading />}>
          <Screen />
        </Suspense>
      );
    }
  }
}

/** Whether there was a network to open the screen with. One that is shown stays when the network goes. */
function useReached(route: ScreenRoute): [reached: boolean, reach: () => void] {
  const online = useOnline();
  const [reached, setReached] = useState(online || route.offline === true);
  if (online && !reached) setReached(true);
  return [reached, () => setReached(true)];
}
