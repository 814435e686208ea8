import { compareNames } from "#domain/core/text/sortKey.ts";
import type { PhotoRow } from "#domain/endpoints/documentation/details.ts";
import type { DocumentationSummary } from "#domain/endpoints/documentation/list.ts";

export interface Visit {
  documentation: DocumentationSummary;
  photos: PhotoRow[];
}

export interface TemplateVisits {
  id: string;
  name: string;
  photoCount: number;
  /** Newest first. */
  visits: Visit[];
}

/** Groups photos by template, sorted by name, and by documentation, newest first. */
export function groupByTemplate(
  documentations: readonly DocumentationSummary[],
  photos: readonly PhotoRow[],
): TemplateVisits[] {
  const photosByDocumentation = Map.groupBy(photos, ({ documentationId }) => documentationId);
  return [...Map.groupBy(documentations, ({ templateId }) => templateId)]
    .map(([id, templateDocumentations]) => {
      const visits = templateDocumentations
        .toSorted((a, b) => b.dateCreated.localeCompare(a.dateCreated))
        .map((documentation) => ({
          documentation,
          photos: photosByDocumentation.get(documentation.id) ?? [],
        }));
      return {
        id,
        name: templateDocumentations[0]!.templateName,
        photoCount: visits.reduce((sum, visit) => sum + visit.photos.length, 0),
        visits,
      };
    })
    .sort((a, b) => compareNames(a.name, b.name));
}

export const countExpectedPhotos = (documentations: readonly DocumentationSummary[]): number =>
  documentations.reduce(
    (sum, { numberOfPhotos, uploadedPhotos }) => sum + Math.max(numberOfPhotos, uploadedPhotos),
    0,
  );
