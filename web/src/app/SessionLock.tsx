import { lazy, Suspense, useEffect, useRef } from "react";
import { sessionKey, useIsSessionLocked } from "#api/session.ts";

const LoginDialog = lazy(() => import("./LoginDialog.tsx"));

/** Shows the login over a page with unsaved changes whose session has ended. The page stays as it is. */
export function SessionLock() {
  const isLocked = useIsSessionLocked();
  const owner = useRef("");
  useEffect(() => {
    if (isLocked) owner.current = sessionKey();
    // The changes belong to the user who made them.
    else if (owner.current !== "" && sessionKey() !== owner.current) location.assign("/");
    else owner.current = "";
  }, [isLocked]);
  return (
    isLocked && (
      <Suspense>
        <LoginDialog />
      </Suspense>
    )
  );
}
