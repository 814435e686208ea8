import i18next from "i18next";
import { failureHandling } from "#api/errors.ts";
import { alertText } from "#api/errorTexts.ts";
import type { ApiError } from "#api/failure.ts";
import { endSession } from "#api/session.ts";
import { clearAlertsAbout, showAlert } from "#ui/overlay/alertStore.ts";

/** What alerts complain of when nothing answers: any answer says that it works again. */
const network = "network";

/** Takes away the alerts of what has been answered now. */
export const clearResolvedAlerts = (about: string): void => clearAlertsAbout(about, network);

/** Carries out the error catalogue (1§8). `goTo` navigates; `about` is what failed. */
export function handleFailure(failure: ApiError, goTo: (path: string) => void, about?: string): void {
  switch (failureHandling(failure).kind) {
    case "silent":
      return;
    // The guard takes a visitor without a session to /login and remembers the origin.
    case "logOut":
      if (!failure.superseded) endSession({ byService: true });
      return;
    case "forbidden":
      goTo("/forbidden");
      return;
    case "alert": {
      const detail = failure.requestId && i18next.t("state.requestId", { id: failure.requestId });
      showAlert("danger", alertText(failure) ?? "", {
        ...(detail && { detail }),
        ...(failure.status === 0 ? { about: network } : about !== undefined && { about }),
      });
    }
  }
}
