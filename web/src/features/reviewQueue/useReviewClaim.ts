import { useEffect, useState } from "react";
import { call } from "#api/client.ts";
import { claimReview, releaseReview, reviewClaimSeconds } from "#domain/endpoints/review/reviewQueue.ts";

/** Milliseconds between renewals: one may be lost. */
const renewalIntervalMs = (reviewClaimSeconds * 1000) / 2;

/**
 * Claims the documentation for review while it is open and visible, and releases it on leave. Returns the name of another
 * reviewer. Best effort: failures are ignored.
 */
export function useReviewClaim(id: string, isEnabled: boolean): string | null {
  const [reviewer, setReviewer] = useState<string | null>(null);
  useEffect(() => {
    if (!isEnabled) return;
    let isMounted = true;
    const params = { id };
    const claim = () => {
      if (document.visibilityState !== "visible") return;
      call(claimReview, { params }).then(
        (response) => isMounted && setReviewer(response.reviewer),
        () => {},
      );
    };
    claim();
    const timer = setInterval(claim, renewalIntervalMs);
    document.addEventListener("visibilitychange", claim);
    return () => {
      isMounted = false;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", claim);
      setReviewer(null);
      call(releaseReview, { params }).catch(() => {});
    };
  }, [id, isEnabled]);
  return reviewer;
}
