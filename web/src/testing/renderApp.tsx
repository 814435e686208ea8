import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { createMemoryRouter, MemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { onTestFinished } from "vitest";
import { createQueryClient } from "#api/queries.ts";
import { startSession } from "#api/session.ts";
import { clearResolvedAlerts, handleFailure } from "#app/handleFailure.ts";
import { routes } from "#app/router.tsx";
import type { SessionRecord } from "#domain/endpoints/account/session.ts";
import { leaveTour } from "#features/tour/tourStore.ts";
import { ConfirmProvider } from "#ui/dialog/Confirm.tsx";

/** Renders the whole app at a URL, with or without a session, whose user has left the tour. */
export function renderApp(url: string, session: SessionRecord | null = null, { isFirstVisit = false } = {}) {
  if (session) startSession(session);
  if (session && !isFirstVisit) leaveTour(session.userId);
  const router = createMemoryRouter(routes, { initialEntries: [url] });
  let isFinished = false;
  const navigate = (path: string) => {
    // A call that fails after the test must not load a screen while the page is being torn down.
    if (!isFinished) void router.navigate(path);
  };
  onTestFinished(() => {
    isFinished = true;
    router.dispose();
  });
  const queryClient = createQueryClient(
    (failure, scope) => handleFailure(failure, navigate, scope),
    clearResolvedAlerts,
  );
  const view = render(
    <QueryClientProvider client={queryClient}>
      <ConfirmProvider>
        <RouterProvider router={router} />
      </ConfirmProvider>
    </QueryClientProvider>,
  );
  const address = () => `${router.state.location.pathname}${router.state.location.search}`;
  return { ...view, router, queryClient, address };
}

/** Renders part of a screen with the providers and the router it needs. */
export function renderPart(part: ReactNode, url = "/") {
  const queryClient = createQueryClient(() => {});
  const view = render(
    <QueryClientProvider client={queryClient}>
      <ConfirmProvider>
        <MemoryRouter initialEntries={[url]}>{part}</MemoryRouter>
      </ConfirmProvider>
    </QueryClientProvider>,
  );
  return { ...view, queryClient };
}
