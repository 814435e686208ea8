import { useCallback } from "react";
import { useGrants } from "#api/session.ts";
import { canCall } from "#domain/contract/endpoint.ts";
import { updatePhoto } from "#domain/endpoints/review/review.ts";
import { isBlurred, type Markup } from "#domain/media/markup.ts";

/** Whether the user gets a photo as it was captured: one with something blurred only who may take that away. */
export function useCanSeeUnblurred(): (photo: { markup: Markup | null }) => boolean {
  const may = canCall(useGrants(), updatePhoto);
  return useCallback(({ markup }) => may || !isBlurred(markup), [may]);
}
