import { and, eq } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import { exportConfigurationKeys, listMissingSettings } from "#domain/configuration/types.ts";
import type { Row } from "#domain/contract/resource.ts";
import { now } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import { deliveryRequest } from "#domain/delivery/deliveryRequest.ts";
import type { ExportTest } from "#domain/endpoints/exports/exportConfigurationCalls.ts";
import type { exportConfiguration as contract } from "#domain/resources/index.ts";
import type { Database } from "#worker/db/database.ts";
import { documentation, template } from "#worker/db/schema/index.ts";
import { exportConfigurationBinding } from "#worker/resources/configuration.ts";
import { findRow } from "#worker/resources/resourceReads.ts";
import { listRecipients } from "../plan/deliveryNames.ts";
import { createContentReader } from "../plan/planContent.ts";
import { createPlan } from "../plan/planDelivery.ts";
import { listDestinations } from "../plan/planDestination.ts";

/**
 * The content that an export of a documentation would send, without sending it.
 * @throws invalid, naming `documentation`, for a documentation of another customer; exportRefused while it is in the field (2§4)
 */
export async function testExport(
  db: Database,
  actor: Actor,
  id: string,
  documentationId: string,
): Promise<ExportTest> {
  const configuration = await findRow(db, exportConfigurationBinding, actor, id);
  const { customerId, params, secretsSet, type } = configuration;
  const documentationRow = await findDocumentation(db, customerId, documentationId);
  const request = deliveryRequest.parse({});
  const createTarget = (templateDestinationId: string) => ({
    ...{ customerId, documentationId, request, templateExportConfigurationId: templateDestinationId },
    exportedAt: now(),
  });
  const readContent = createContentReader(db, createTarget(""));
  const { tasks, documentation: contentDocumentation } = await readContent({ hasThreads: false });
  const unfilledPlaceholders = new Set<string>();
  const exports: ExportTest["exports"] = [];
  for (const destination of await listDestinations(db, customerId, documentationRow.templateId)) {
    if (destination.configuration.id !== id) continue;
    // User parameters have no values here, so their placeholders stay visible.
    const plan = await createPlan(
      db,
      createTarget(destination.id),
      { ...destination, userParams: [] },
      await readContent(destination),
    );
    for (const placeholder of plan.unfilled) unfilledPlaceholders.add(placeholder);
    exports.push({
      name: destination.name,
      automatically: destination.exportOn !== null,
      subject: plan.mail?.subject || null,
      body: plan.mail?.body || null,
      entries: plan.entries,
    });
  }
  return {
    configuration: { id, name: configuration.name, type, customerName: configuration.customerName },
    documentation: {
      id: documentationRow.id,
      name: documentationRow.name,
      status: documentationRow.status,
      templateName: documentationRow.templateName,
    },
    settings: listSettings(configuration),
    missing: listMissingSettings(type, params, secretsSet),
    recipients: type === "EMAIL" ? listRecipients(params, tasks, contentDocumentation.email) : [],
    userParams: configuration.userParams.map(({ name, required }) => ({ name, required })),
    exports,
    unfilled: [...unfilledPlaceholders],
  };
}

async function findDocumentation(db: Database, customerId: number, id: string) {
  const { name, status, templateId } = documentation;
  const documentationRow = await db
    .select({ id: documentation.id, templateName: template.name, name, status, templateId })
    .from(documentation)
    .innerJoin(template, eq(template.id, documentation.templateId))
    .where(and(eq(documentation.customerId, customerId), eq(documentation.id, id)))
    .get();
  if (!documentationRow) throw problem("invalid", { fields: { documentation: "notFound" } });
  return documentationRow;
}

function listSettings({ type, params, secretsSet }: Row<typeof contract>): ExportTest["settings"] {
  const keys = exportConfigurationKeys[type];
  const paramKeys = [...new Set([...keys.params, ...Object.keys(params)])];
  return [
    ...paramKeys.map((key) => ({ key, value: params[key] ?? "", secret: false, set: Boolean(params[key]) })),
    ...keys.secrets.map((key) => ({ key, value: null, secret: true, set: secretsSet.includes(key) })),
  ];
}
