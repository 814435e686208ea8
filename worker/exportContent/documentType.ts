import { and, eq } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import { spansCustomers } from "#domain/access/authorities.ts";
import { documentTypesOf, restrictToTemplate } from "#domain/configuration/exportTypes.ts";
import type { ExportDocumentType } from "#domain/core/documentationTypes.ts";
import { problem } from "#domain/core/problem.ts";
import type { Database } from "#worker/db/database.ts";
import { customerExportDocumentType, template } from "#worker/db/schema/index.ts";
import { scopeOf } from "#worker/db/scope.ts";
import { findVisibleDocumentation } from "#worker/documentation/details.ts";

/**
 * Checks that a documentation may be exported as a type of document: one that the actor's customer has (super admins have all), and that
 * the template lists if it lists any.
 * @throws notFound; exportTypeRefused for other types
 */
export async function assertDocumentTypeAllowed(
  db: Database,
  actor: Actor,
  { id, type }: { id: string; type: ExportDocumentType },
): Promise<void> {
  const { customerId, templateId } = await findVisibleDocumentation(db, scopeOf(actor), id);
  const [templateTypes, grantedTypes] = await Promise.all([
    db
      .select({ types: template.exportDocumentTypes })
      .from(template)
      .where(and(eq(template.customerId, customerId), eq(template.id, templateId)))
      .get(),
    spansCustomers(actor) ? null : listCustomerDocumentTypes(db, actor.customerId),
  ]);
  const isGranted = grantedTypes === null || grantedTypes.includes(type);
  if (!isGranted || !restrictToTemplate(templateTypes?.types ?? [], [type]).includes(type))
    throw problem("exportTypeRefused", { fields: { type: "notAllowed" } });
}

/** The document types that a customer has. */
export const listCustomerDocumentTypes = async (
  db: Database,
  customerId: number,
): Promise<readonly ExportDocumentType[]> =>
  documentTypesOf(
    (
      await db
        .select({ type: customerExportDocumentType.type })
        .from(customerExportDocumentType)
        .where(eq(customerExportDocumentType.customerId, customerId))
    ).map(({ type }) => type),
  );
