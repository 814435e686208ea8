import { useEffect, useState } from "react";
import { call } from "#api/client.ts";
import { claimReview, releaseReview, reviewClaimSeconds } from "#domain/endpoints/review/reviewQueue.ts";

/** Milliseconds between two renewals: one may be lost. */
const renewalIntervalMs = (reviewClaimSeconds * 1000) / 2;

/**
 * Says that somebody reviews the documentation while it is open and visible, and lets it go when they leave. Returns who else does. Nothing
 * depends on it: a claim that fails is none.
 */
export function useReviewClaim(id: string, wanted: boolean): string | null {
  const [reviewer, setReviewer] = useState<string | null>(null);
  useEffect(() => {
    if (!wanted) return;
    let here = true;
    const params = { id };
    const claim = () => {
      if (document.visibilityState !== "visible") return;
      call(claimReview, { params }).then(
        (answer) => here && setReviewer(answer.reviewer),
        () => {},
      );
    };
    claim();
    const timer = setInterval(claim, renewalIntervalMs);
    document.addEventListener("visibilitychange", claim);
    return () => {
      here = false;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", claim);
      setReviewer(null);
      call(releaseReview, { params }).catch(() => {});
    };
  }, [id, wanted]);
  return reviewer;
}
