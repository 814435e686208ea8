import { Suspense } from "react";
import { createBrowserRouter, Outlet, type RouteObject, ScrollRestoration } from "react-router";
import { keepSessionWhile } from "#api/session.ts";
import { routeTable, type ScreenRoute } from "#navigation/routes.ts";
import { NotFound } from "#screens/general/NotFound.tsx";
import { UnsavedChangesPrompt } from "#ui/dialog/UnsavedChangesPrompt.ts";
import { hasUnsavedChanges } from "#ui/dialog/unsavedChanges.ts";
import { Loading } from "#ui/feedback/Loading.tsx";
import { ScreenFrame } from "./ScreenFrame.tsx";
import { SessionLock } from "./SessionLock.tsx";
import { AppShell } from "./shell/AppShell.tsx";
import { RouteError } from "./shell/RouteError.tsx";

keepSessionWhile(hasUnsavedChanges);

const routeOf = (route: ScreenRoute): RouteObject => ({
  path: route.path,
  // Paths are exact (1§2), case included.
  caseSensitive: true,
  handle: route,
  element: <ScreenFrame route={route} key={route.path} />,
  errorElement: <RouteError />,
});

/** All screens share one shell, which shows the navigation to logged-in users. */
export const routes: RouteObject[] = [
  {
    element: (
      <>
        <AppShell>
          {/* One boundary for all screens: the current one stays until the next one's code and texts have loaded. */}
          <Suspense fallback={<Loading />}>
            <Outlet />
          </Suspense>
        </AppShell>
        <ScrollRestoration />
        <UnsavedChangesPrompt />
        <SessionLock />
      </>
    ),
    errorElement: <RouteError />,
    children: [...routeTable.map(routeOf), { path: "*", element: <NotFound /> }],
  },
];

export const makeRouter = () => createBrowserRouter(routes);
