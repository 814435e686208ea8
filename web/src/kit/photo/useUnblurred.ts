import { useCallback } from "react";
import { canCall } from "../../../../domain/endpoint";
import { updatePhoto } from "../../../../domain/endpoints/review";
import { isBlurred, type Markup } from "../../../../domain/rules/markup";
import { useGrants } from "../../api/session";

/** Whether the user gets a photo as it was captured: one with something blurred only who may take that away. */
export function useCanSeeUnblurred(): (photo: { markup: Markup | null }) => boolean {
  const may = canCall(useGrants(), updatePhoto);
  return useCallback(({ markup }) => may || !isBlurred(markup), [may]);
}
