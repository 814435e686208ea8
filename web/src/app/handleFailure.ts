import i18next from "i18next";
import type { ApiError } from "#api/apiError.ts";
import { getFailureHandling } from "#api/errors.ts";
import { alertText } from "#api/errorTexts.ts";
import { endSession } from "#api/session.ts";
import { clearAlertsAbout, showAlert } from "#ui/overlay/alertStore.ts";

/** Scope of alerts about a missing connection: any response clears them. */
const networkScope = "network";

/** Clears the alerts of an operation that has now succeeded. */
export const clearResolvedAlerts = (scope: string): void => clearAlertsAbout(scope, networkScope);

/** Handles an error according to the error catalogue (1§8). `navigateTo` navigates; `scope` is the operation that failed. */
export function handleFailure(failure: ApiError, navigateTo: (path: string) => void, scope?: string): void {
  switch (getFailureHandling(failure).kind) {
    case "silent":
      return;
    // The guard sends a visitor without a session to /login and remembers the origin.
    case "logOut":
      if (!failure.isSuperseded) endSession({ byService: true });
      return;
    case "forbidden":
      navigateTo("/forbidden");
      return;
    case "alert": {
      const detail = failure.requestId && i18next.t("state.requestId", { id: failure.requestId });
      showAlert("danger", alertText(failure) ?? "", {
        ...(detail && { detail }),
        ...(failure.status === 0
          ? { operationKey: networkScope }
          : scope !== undefined && { operationKey: scope }),
      });
    }
  }
}
