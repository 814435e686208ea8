import { and, asc, desc, sql } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import type { Order } from "#domain/contract/resource.ts";
import type { TemplateSummary } from "#domain/endpoints/configuration/templateCalls.ts";
import type { Database } from "#worker/db/database.ts";
import { exportDocumentConfiguration, template } from "#worker/db/schema/index.ts";
import { scopeCondition, scopeOf } from "#worker/db/scope.ts";
import { sortKeySql } from "#worker/db/sortKey.ts";
import { customerNameField } from "#worker/resources/customerName.ts";
import { isUsableLayoutSql } from "#worker/resources/layoutOwners.ts";
import { templateBinding, templateDerivedFields } from "#worker/resources/templateResource.ts";

const commonColumns = {
  id: template.id,
  customerId: template.customerId,
  customerName: templateDerivedFields.customerName,
  name: template.name,
  hidden: template.hidden,
};
const visibleCondition = (actor: Actor, customerId?: number) =>
  and(scopeCondition(scopeOf(actor, customerId), template), templateBinding.existsCondition);

interface ListOptions {
  customerId?: number | undefined;
  /** -1 for all. */
  max?: number;
  order?: Order;
}
const orderByName = (direction: typeof asc) => [direction(sql`template.name_key`), direction(template.id)];

/** @throws forbidden for a customer outside the actor's scope */
export const findTemplateNames = (db: Database, actor: Actor, { customerId, max = -1, order }: ListOptions) =>
  db
    .select(commonColumns)
    .from(template)
    .where(visibleCondition(actor, customerId))
    .orderBy(...orderByName(order === "desc" ? desc : asc))
    .limit(max);

/**
 * The report layouts that the actor's customer can use, or all for super admins.
 * @throws forbidden for a customer outside the actor's scope
 */
export function findUsableLayouts(db: Database, actor: Actor, customerId?: number) {
  const { id, name, description, type } = exportDocumentConfiguration;
  const scope = scopeOf(actor, customerId);
  return db
    .select({
      id,
      customerId: exportDocumentConfiguration.customerId,
      ...customerNameField(exportDocumentConfiguration),
      name,
      description,
      type,
    })
    .from(exportDocumentConfiguration)
    .where(
      scope.customerId === undefined
        ? undefined
        : isUsableLayoutSql(sql`${scope.customerId}`, "export_document_configuration"),
    )
    .orderBy(sortKeySql(name), id);
}

/** By position and name, as on devices. */
export function findTemplateSummaries(
  db: Database,
  actor: Actor,
  { customerId, max = -1, order }: ListOptions,
): Promise<TemplateSummary[]> {
  const direction = order === "desc" ? desc : asc;
  return db
    .select({
      ...commonColumns,
      description: template.description,
      position: template.position,
      suggestionListName: templateDerivedFields.suggestionListName,
      exportConfigurations: templateDerivedFields.exportConfigurations,
      taskCount: sql<number>`(SELECT count(*) FROM template_task t WHERE t.customer_id = template.customer_id AND t.template_id = template.id)`,
      // From sums maintained by triggers, because a customer may have a million documentations.
      documentationCount: sql<number>`coalesce((SELECT sum(s.documentations) FROM documentation_statistics s
        WHERE s.customer_id = template.customer_id AND s.template_id = template.id), 0)`,
      lastUpdated: template.lastUpdated,
      version: template.version,
    })
    .from(template)
    .where(visibleCondition(actor, customerId))
    .orderBy(direction(template.position), ...orderByName(direction))
    .limit(max);
}
