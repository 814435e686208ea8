import "./zodWithoutEval.ts";
import "#theme/primitives.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router/dom";
import { createQueryClient, holdUpdatesUnderPointer } from "#api/queries.ts";
import { getCurrentSession } from "#api/session.ts";
import { startSessionRefresh } from "#api/sessionRefresh.ts";
import { clearCachesOnSessionChange } from "#app/clearSessionCaches.ts";
import { clearResolvedAlerts, handleFailure } from "#app/handleFailure.ts";
import { prefetchOnNavigate, preloadAfterLogin, preloadLikelyNext, preloadScreen } from "#app/preload.ts";
import { makeRouter } from "#app/router.tsx";
import { startInstallOffers } from "#features/offline/useInstall.ts";
import { initI18n } from "#i18n/i18n.ts";
import { keepPageOnMissedDrops } from "#lib/missedDrops.ts";
import { survivePageTranslation } from "#lib/pageTranslation.ts";
import { ignoreUntypedKeys } from "#lib/untypedKeys.ts";
import { startVersionChecks } from "#offline/versions.ts";
import { printInLight } from "#theme/printColors.ts";
import { ConfirmProvider } from "#ui/dialog/Confirm.tsx";

const router = makeRouter();
const queryClient = createQueryClient(
  (failure, scope) => handleFailure(failure, (path) => void router.navigate(path), scope),
  clearResolvedAlerts,
);

clearCachesOnSessionChange(queryClient);
startSessionRefresh();
startInstallOffers();
startVersionChecks();
holdUpdatesUnderPointer();
printInLight();
survivePageTranslation();
ignoreUntypedKeys();
keepPageOnMissedDrops();
let currentPath = location.pathname;
// Subscribes before React does, so that prefetching starts before React renders.
router.subscribe(({ location: address }) => {
  if (address.pathname === currentPath) return;
  currentPath = address.pathname;
  void prefetchOnNavigate(address, getCurrentSession(), queryClient);
  void preloadLikelyNext(address);
});
// Not a top-level await: screens import modules of this chunk and would wait for it to finish.
void preloadScreen(location, getCurrentSession(), queryClient, initI18n()).then(() => {
  // React renders a transition in interruptible slices.
  startTransition(() =>
    createRoot(document.getElementById("root")!).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <ConfirmProvider>
            <RouterProvider router={router} />
          </ConfirmProvider>
        </QueryClientProvider>
      </StrictMode>,
    ),
  );
  void preloadLikelyNext(location);
  // On first input only: a visitor who only views the login page loads nothing more.
  if (!getCurrentSession()) addEventListener("input", () => void preloadAfterLogin(), { once: true });
});
