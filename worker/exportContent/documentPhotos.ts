import type { ExportDocumentType } from "#domain/core/documentationTypes.ts";
import { problem } from "#domain/core/problem.ts";
import type { PhotoSize } from "#domain/media/photoSize.ts";
import { ConnectorError } from "#worker/connectors/connector.ts";
import type { Database } from "#worker/db/database.ts";
import type { Env } from "#worker/env.ts";
import type { ExportPlan, PlannedPhoto } from "#worker/export/exportPlanTypes.ts";
import { measureDrawnSides } from "#worker/export/layouts/drawnSides.ts";
import type { Report, ReportLayout } from "#worker/export/layouts/report.ts";
import { resolveLayout } from "#worker/export/layouts/resolve/resolve.ts";
import { measureStandardSides } from "#worker/export/layouts/standard/standardDocument.ts";
import {
  type DrawnSides,
  specifyVariant,
  type VariantSpec,
  withRendition,
} from "#worker/export/sizedPhotos.ts";
import { parseMediaKey } from "#worker/media/photoKeys.ts";
import { findVariants, makeVariant, variantImageOf } from "./photoVariants.ts";

/** The photos of documents in the chosen size. Files of other sizes than the rendition are drawn when a document first needs them. */

/** The content of a document. It is complete once no photo is missing in its size. */
export interface SizedContent<T> {
  content: T;
  missing: VariantSpec[];
}

/** Photos that cannot be drawn in another size, so documents use their renditions. */
export type UndrawableIds = ReadonlySet<string>;
const emptyIds: UndrawableIds = new Set();

/** The report with its photos in the size that a layout draws them. */
export async function sizeReport(
  db: Database,
  layout: ReportLayout,
  report: Report,
  size: PhotoSize,
  undrawableIds = emptyIds,
): Promise<SizedContent<Report>> {
  if (size !== "SMALL" && size !== "PRINT") return { content: report, missing: [] };
  const sides = measureDrawnSides(resolveLayout(layout, report, "rendition").drawn);
  const photos = report.documentations.flatMap((documentation) => documentation.photos);
  const { replace, missing } = await sizePhotos(db, photos, { sides, size, undrawableIds });
  const content = {
    ...report,
    plan: { ...report.plan, photos: report.plan.photos.map(replace) },
    documentations: report.documentations.map((documentation) => ({
      ...documentation,
      photos: documentation.photos.map(replace),
    })),
  };
  return { content, missing };
}

/** The plan of a standard document with its photos in the size that it draws them. */
export async function sizePlan(
  db: Database,
  plan: ExportPlan,
  document: { kind: ExportDocumentType; asPdf: boolean },
  size: PhotoSize,
  undrawableIds = emptyIds,
): Promise<SizedContent<ExportPlan>> {
  if (size !== "SMALL" && size !== "PRINT") return { content: plan, missing: [] };
  const sides = measureStandardSides(plan, document);
  const { replace, missing } = await sizePhotos(db, plan.photos, { sides, size, undrawableIds });
  return { content: { ...plan, photos: plan.photos.map(replace) }, missing };
}

async function sizePhotos(
  db: Database,
  photos: readonly PlannedPhoto[],
  {
    sides,
    size,
    undrawableIds,
  }: { sides: DrawnSides; size: "SMALL" | "PRINT"; undrawableIds: UndrawableIds },
) {
  const drawnPhotos = photos.filter(({ id }) => sides.has(id) && !undrawableIds.has(id));
  const sizedPhotos = new Map<string, PlannedPhoto>();
  const missing: VariantSpec[] = [];
  for (const [customerId, customerPhotos] of Map.groupBy(drawnPhotos, customerIdOf)) {
    const variants = await findVariants(db, customerId, customerPhotos);
    for (const photo of new Map(
      customerPhotos.map((customerPhoto) => [customerPhoto.id, customerPhoto]),
    ).values()) {
      const spec = specifyVariant(photo, size, sides.get(photo.id)!);
      const row = spec && variants.find(spec);
      if (row) sizedPhotos.set(photo.id, withRendition(photo, variantImageOf(row, photo)));
      else if (spec) missing.push(spec);
    }
  }
  return { replace: (photo: PlannedPhoto) => sizedPhotos.get(photo.id) ?? photo, missing };
}

/** The photo's customer: reports of super admins may contain photos of several customers. */
const customerIdOf = ({ original: { key } }: VariantSpec["photo"]): number =>
  Number(parseMediaKey(key)?.customerId);

/** Maximum wait of a download for photos, in milliseconds. */
const maxDownloadWaitMs = 200_000;

/**
 * The content of a document once its photos exist in their size.
 * @throws notPrepared if that takes too long; the photos that were drawn are kept for the next call
 */
export async function completeContent<T>(
  env: Env,
  db: Database,
  readContent: (undrawableIds: UndrawableIds) => Promise<SizedContent<T>>,
): Promise<T> {
  const undrawableIds = new Set<string>();
  const deadline = Date.now() + maxDownloadWaitMs;
  for (;;) {
    const { content, missing } = await readContent(undrawableIds);
    if (missing.length === 0) return content;
    if ((await drawPhotos(env, db, missing, undrawableIds, deadline)) < missing.length)
      throw problem("notPrepared");
  }
}

/**
 * Draws photos until all exist or the deadline has passed, and adds those that cannot be drawn to `undrawableIds`.
 * @param deadline milliseconds since 1970
 * @returns how many were drawn or are undrawable; at least one
 */
export async function drawPhotos(
  env: Env,
  db: Database,
  missing: readonly VariantSpec[],
  undrawableIds: Set<string>,
  deadline: number,
): Promise<number> {
  let count = 0;
  for (const spec of missing) {
    if (count > 0 && Date.now() >= deadline) break;
    try {
      await makeVariant(env, db, customerIdOf(spec.photo), spec);
    } catch (error) {
      if (!(error instanceof ConnectorError && error.kind === "source")) throw error;
      undrawableIds.add(spec.photo.id);
    }
    count += 1;
  }
  return count;
}
