import type { DocumentationDetails } from "../../../../domain/endpoints/documentation";

/** What a download would hold and lack, said before it is made. */
export interface Readiness {
  expected: number;
  arrived: number;
  missing: number;
  refused: number;
}

export function readinessOf(
  details: Pick<DocumentationDetails, "numberOfPhotos" | "uploadedPhotos" | "refusedUploads">,
): Readiness {
  const arrived = details.uploadedPhotos;
  const expected = Math.max(details.numberOfPhotos, arrived);
  return { expected, arrived, missing: expected - arrived, refused: details.refusedUploads.length };
}
