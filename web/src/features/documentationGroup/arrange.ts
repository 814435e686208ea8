import type { PhotoRow } from "#domain/endpoints/documentation/details.ts";
import type { DocumentationSummary } from "#domain/endpoints/documentation/list.ts";

export interface Visit {
  documentation: DocumentationSummary;
  photos: PhotoRow[];
}

export interface TemplateVisits {
  id: string;
  name: string;
  photos: number;
  /** Newest first. */
  visits: Visit[];
}

/** A group's photos by template, sorted by its name, and by their documentation's date. */
export function groupByTemplate(
  documentations: readonly DocumentationSummary[],
  photos: readonly PhotoRow[],
): TemplateVisits[] {
  const photosOf = Map.groupBy(photos, ({ documentationId }) => documentationId);
  return [...Map.groupBy(documentations, ({ templateId }) => templateId)]
    .map(([id, of]) => {
      const visits = of
        .toSorted((a, b) => b.dateCreated.localeCompare(a.dateCreated))
        .map((documentation) => ({ documentation, photos: photosOf.get(documentation.id) ?? [] }));
      return {
        id,
        name: of[0]!.templateName,
        photos: visits.reduce((sum, visit) => sum + visit.photos.length, 0),
        visits,
      };
    })
    .sort((a, b) => a.name.localeCompare(b.name));
}

export const expectedPhotoCount = (documentations: readonly DocumentationSummary[]): number =>
  documentations.reduce(
    (sum, { numberOfPhotos, uploadedPhotos }) => sum + Math.max(numberOfPhotos, uploadedPhotos),
    0,
  );
