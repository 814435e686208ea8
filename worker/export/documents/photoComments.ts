import type { PlannedPhoto } from "../exportPlanTypes.ts";
import type { DocumentTexts } from "./documentTexts.ts";
import { removeIllegalCharacters } from "./xml.ts";

type PhotoComments = Pick<PlannedPhoto, "comment" | "reviewComment">;

/** The comment of the crew and, labelled, that of the reviewer. */
export function photoCommentText(photo: PhotoComments, texts: DocumentTexts): string {
  const reviewComment = reviewCommentText(photo);
  return [crewCommentText(photo), reviewComment && `${texts.reviewComment}: ${reviewComment}`]
    .filter(Boolean)
    .join("\n");
}
export const crewCommentText = ({ comment }: PhotoComments): string =>
  removeIllegalCharacters(comment ?? "").trim();
export const reviewCommentText = ({ reviewComment }: PhotoComments): string =>
  removeIllegalCharacters(reviewComment ?? "").trim();
