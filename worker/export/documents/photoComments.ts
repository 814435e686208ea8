import type { PlannedPhoto } from "../exportPlanTypes.ts";
import type { DocumentTexts } from "./documentTexts.ts";
import { removeIllegalCharacters } from "./xml.ts";

type PhotoComments = Pick<PlannedPhoto, "comment" | "reviewComment">;

/** The crew's comment and, labelled, the reviewer's. */
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
