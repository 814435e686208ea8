import { lazy, Suspense } from "react";
import { useIsSessionLocked } from "#api/session.ts";

const LoginDialog = lazy(() => import("./LoginDialog.tsx"));

/** Shows the login over a page with unsaved changes whose session has ended. The page is not changed. */
export const SessionLock = () =>
  useIsSessionLocked() && (
    <Suspense>
      <LoginDialog />
    </Suspense>
  );
