import { useCallback } from "react";
import { useGrants } from "#api/session.ts";
import { canCall } from "#domain/contract/endpoint.ts";
import { updatePhoto } from "#domain/endpoints/review/review.ts";
import { isBlurred, type Markup } from "#domain/media/markup.ts";

/** Returns a function that tells whether the user gets a photo unblurred: only users who can remove the blur do. */
export function useCanSeeUnblurred(): (photo: { markup: Markup | null }) => boolean {
  const canEditPhotos = canCall(useGrants(), updatePhoto);
  return useCallback(({ markup }) => canEditPhotos || !isBlurred(markup), [canEditPhotos]);
}
