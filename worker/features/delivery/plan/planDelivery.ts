import { and, eq } from "drizzle-orm";
import type { ExportConfigurationType } from "#domain/configuration/types.ts";
import { isProblemCode, Problem, problem } from "#domain/core/problem.ts";
import { deliveryRequest } from "#domain/delivery/deliveryRequest.ts";
import type { MissingDeliveryItem } from "#domain/delivery/states.ts";
import { ConnectorError } from "#worker/connectors/connector.ts";
import type { Database } from "#worker/db/database.ts";
import { documentation } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import type { MissingItem } from "#worker/export/exportPlanTypes.ts";
import { findVariants, VariantIndex } from "#worker/exportContent/photoVariants.ts";
import { NameFiller } from "./deliveryNames.ts";
import { toDestinationPaths } from "./destinationPaths.ts";
import { type PlanItem, shortenItemPaths, toPlannedFile } from "./pathRegistry.ts";
import { PlanBuilder } from "./planBuilder.ts";
import { createContentReader, type DeliveryContent } from "./planContent.ts";
import { contentKindsOf, listDestinations, type TemplateDestination } from "./planDestination.ts";
import type { DeliveryPlan, Target } from "./types.ts";

export { resolveDeliveryParams } from "./destinationParams.ts";
export { openPlannedFile } from "./openFile.ts";
export type { DeliveryPlan, PlannedFile, Target } from "./types.ts";

/**
 * Plans a delivery's files with paths, sizes and checksums, without reading photos. The same rows yield the same plan.
 * @throws ConnectorError config for problems that need to be fixed first: the template no longer has the destination, the
 * customer is not granted a layout of the tree, a layout is faulty, or the documentation is deleted or in the field (2§4)
 */
export async function planDelivery(_env: Env, db: Database, requestedTarget: Target): Promise<DeliveryPlan> {
  // Automatic deliveries have empty requests.
  const target = { ...requestedTarget, request: deliveryRequest.parse(requestedTarget.request) };
  try {
    const destination = await findTargetDestination(db, target);
    const content = await createContentReader(db, target)(destination);
    return await createPlan(db, target, destination, content);
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    const names = error.names?.join(", ");
    throw new ConnectorError("config", names ? `${error.message}: ${names}` : error.message);
  }
}

/**
 * The destination of a delivery, as its template has it now.
 * @throws notFound, noExportConfiguration
 */
export async function findTargetDestination(
  db: Database,
  { customerId, documentationId, templateExportConfigurationId }: Target,
): Promise<TemplateDestination> {
  const documentationRow = await db
    .select({ templateId: documentation.templateId })
    .from(documentation)
    .where(and(eq(documentation.customerId, customerId), eq(documentation.id, documentationId)))
    .get();
  if (!documentationRow) throw problem("notFound");
  const destinations = await listDestinations(db, customerId, documentationRow.templateId);
  const destination = destinations.find(({ id }) => id === templateExportConfigurationId);
  if (!destination) throw problem("noExportConfiguration");
  return destination;
}

/**
 * Like `planDelivery`, but from content already read, because one content serves several destinations. `fileCount` includes files
 * that wait for variants.
 */
export async function createPlan(
  db: Database,
  target: Target,
  destination: TemplateDestination,
  content: DeliveryContent,
): Promise<DeliveryPlan & { fileCount: number }> {
  const { tree, configuration } = destination;
  const names = new NameFiller(content, destination, target);
  const { plan } = content;
  const variants = hasCompression(tree)
    ? await findVariants(db, target.customerId, plan.photos)
    : new VariantIndex([]);
  const builder = new PlanBuilder(db, target, content, names, variants);
  await builder.build(tree);
  const mail = configuration.type === "EMAIL" ? names.createMail(destination) : null;
  const contentKinds = contentKindsOf(tree);
  const isIncluded = { PHOTO: contentKinds.photos, FILE: contentKinds.files };
  return {
    name: content.documentation.name,
    files: applyDestinationPaths(configuration.type, shortenItemPaths(builder.root.items)).map(toPlannedFile),
    fileCount: builder.root.items.length + builder.root.pendingCount,
    variants: [...builder.missingVariants.values()],
    missing: plan.missing.filter(({ kind }) => isIncluded[kind]).map(toMissingDeliveryItem),
    entries: builder.entries,
    unfilled: [...names.unfilled],
    asOf: plan.asOf,
    mail,
  };
}

const hasCompression = (tree: TemplateDestination["tree"]): boolean =>
  tree.some(({ type, params, children }) =>
    type === "PHOTOS" ? params.compressPhotos === "true" : hasCompression(children),
  );

/** Files with paths that the destination accepts. */
function applyDestinationPaths(type: ExportConfigurationType, items: readonly PlanItem[]): PlanItem[] {
  const paths = toDestinationPaths(
    type,
    items.map(({ path }) => path),
  );
  return items.map((item, index) => ({ ...item, path: paths[index]! }));
}

const toMissingDeliveryItem = ({ kind, name, reason }: MissingItem): MissingDeliveryItem => ({
  kind,
  name,
  reason: isProblemCode(reason) ? reason : "notUploaded",
});
