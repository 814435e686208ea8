import "./zodWithoutEval.ts";
import "#theme/primitives.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router/dom";
import { createQueryClient } from "#api/queries.ts";
import { startSessionRefresh } from "#api/refresh.ts";
import { currentSession } from "#api/session.ts";
import { clearCachesOnSessionChange } from "#app/clearSessionCaches.ts";
import { clearResolvedAlerts, handleFailure } from "#app/handleFailure.ts";
import { prefetchOnNavigate, preloadAfterLogin, preloadLikelyNext, preloadScreen } from "#app/preload.ts";
import { makeRouter } from "#app/router.tsx";
import { startInstallOffers } from "#features/offline/useInstall.ts";
import { initI18n } from "#i18n/i18n.ts";
import { startVersionChecks } from "#offline/versions.ts";
import { ConfirmProvider } from "#ui/dialog/Confirm.tsx";

const router = makeRouter();
const queries = createQueryClient(
  (failure, about) => handleFailure(failure, (path) => void router.navigate(path), about),
  clearResolvedAlerts,
);

clearCachesOnSessionChange(queries);
startSessionRefresh();
startInstallOffers();
startVersionChecks();
let shown = location.pathname;
// Before React, which subscribes later.
router.subscribe(({ location: address }) => {
  if (address.pathname === shown) return;
  shown = address.pathname;
  void prefetchOnNavigate(address, currentSession(), queries);
  void preloadLikelyNext(address);
});
// Not awaited here: screens import what is in this file, and would wait for its end.
void preloadScreen(location, currentSession(), queries, initI18n()).then(() => {
  // A transition is drawn in pieces, between which the page answers.
  startTransition(() =>
    createRoot(document.getElementById("root")!).render(
      <StrictMode>
        <QueryClientProvider client={queries}>
          <ConfirmProvider>
            <RouterProvider router={router} />
          </ConfirmProvider>
        </QueryClientProvider>
      </StrictMode>,
    ),
  );
  void preloadLikelyNext(location);
  // Not before: whoever only looks at the login loads no more than that.
  if (!currentSession()) addEventListener("input", () => void preloadAfterLogin(), { once: true });
});
