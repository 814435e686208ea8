import { asc, eq, gt, sql } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import { spansCustomers } from "#domain/access/authorities.ts";
import { now } from "#domain/core/fields.ts";
import { maxNameLength } from "#domain/core/limits.ts";
import { problem } from "#domain/core/problem.ts";
import { suggestionList as contract } from "#domain/resources/index.ts";
import { copySuffix } from "#domain/template/types.ts";
import { changeParamsOf } from "#worker/db/audit.ts";
import type { Database } from "#worker/db/database.ts";
import { isForeignKeyViolation } from "#worker/db/errors.ts";
import { idParam, newId } from "#worker/db/ids.ts";
import { suggestion, suggestionList } from "#worker/db/schema/index.ts";
import { statement } from "#worker/db/statement.ts";
import type { BoundRow } from "#worker/resources/binding.ts";
import { auditListStatement } from "#worker/resources/listEntries.ts";
import { findRow } from "#worker/resources/resourceReads.ts";
import { suggestionListBinding as binding } from "#worker/resources/suggestionResource.ts";
import type { List } from "./suggestions.ts";

type SuggestionListRow = BoundRow<typeof contract>;

interface CopyRequest {
  customerId: number;
  /** Defaults to the list's name, marked as a copy if the customer is the same. */
  name?: string | undefined;
}

/**
 * The values of the new list.
 * @throws forbidden for another customer
 */
function createCopy(actor: Actor, source: List, { customerId, name }: CopyRequest) {
  if (customerId !== actor.customerId && !spansCustomers(actor)) throw problem("forbidden");
  const isSameCustomer = customerId === source.customerId;
  const suffix = isSameCustomer ? copySuffix : "";
  return {
    id: crypto.randomUUID(),
    customerId,
    name: name ?? source.name.slice(0, maxNameLength - suffix.length) + suffix,
    isSameCustomer,
  };
}

const auditCopyStatement = (
  db: Database,
  actor: Actor,
  source: List,
  copy: { id: string; customerId: number; name: string },
) => {
  const { type, description, params } = source;
  const { id, customerId, name } = copy;
  const newList = { customerId, name, description, type, params, copyOf: source.id };
  return auditListStatement(
    db,
    contract.objectClass,
    actor,
    { id, customerId },
    id,
    "CREATE",
    changeParamsOf(null, newList),
  );
};

/** Copies a list with its suggestions and, if the customer is the same, its licences. */
export async function copyList(
  db: Database,
  actor: Actor,
  source: List,
  request: CopyRequest,
): Promise<SuggestionListRow> {
  const newList = createCopy(actor, source, request);
  const { id, customerId, name, isSameCustomer } = newList;
  try {
    await db.batch([
      statement(
        db,
        sql`INSERT INTO suggestion_list (id, customer_id, name, description, type, delete_suggestion_if_documentation_exists,
            required_documentation_status, params, date_created)
          SELECT ${idParam(id)}, ${customerId}, ${name}, description, type, delete_suggestion_if_documentation_exists,
            required_documentation_status, params, ${now()} FROM suggestion_list WHERE id = ${idParam(source.id)}`,
      ),
      auditCopyStatement(db, actor, source, newList),
      statement(
        db,
        sql`INSERT INTO suggestion (id, customer_id, suggestion_list_id, text, imported, lat, lng, date_created)
          SELECT ${newId}, ${customerId}, ${idParam(id)}, text, imported, lat, lng, ${now()} FROM suggestion WHERE suggestion_list_id = ${idParam(source.id)}`,
      ),
      ...(isSameCustomer
        ? [
            statement(
              db,
              sql`INSERT INTO suggestion_list_license (suggestion_list_id, customer_id, license_id)
                SELECT ${idParam(id)}, customer_id, license_id FROM suggestion_list_license WHERE suggestion_list_id = ${idParam(source.id)}`,
            ),
          ]
        : []),
    ]);
  } catch (error) {
    if (isForeignKeyViolation(error)) throw problem("invalid", { fields: { customer: "notFound" } });
    throw error;
  }
  return findRow(db, binding, actor, id);
}

/** Suggestions copied per batch. */
const suggestionsPerBatch = 2_000;

/** Copies a list into another database. If copying fails halfway, the new list is removed again. */
export async function copyListToShard(
  db: Database,
  targetDb: Database,
  actor: Actor,
  source: List,
  request: CopyRequest,
): Promise<SuggestionListRow> {
  const newList = createCopy(actor, source, request);
  const { id, customerId, name } = newList;
  const row = await db.select().from(suggestionList).where(eq(suggestionList.id, source.id)).get();
  if (!row) throw problem("notFound");
  const { description, type, deleteSuggestionIfDocumentationExists, requiredDocumentationStatus, params } =
    row;
  await targetDb.insert(suggestionList).values({
    ...{ id, customerId, name, description, type, params },
    ...{ deleteSuggestionIfDocumentationExists, requiredDocumentationStatus },
  });
  try {
    const { text, imported, lat, lng } = suggestion;
    for (let lastId = ""; ; ) {
      const page = await db
        .select({ id: suggestion.id, text, imported, lat, lng })
        .from(suggestion)
        .where(sql`${eq(suggestion.suggestionListId, source.id)} AND ${gt(suggestion.id, lastId)}`)
        .orderBy(asc(suggestion.id))
        .limit(suggestionsPerBatch);
      if (page.length > 0)
        await targetDb.run(sql`INSERT INTO suggestion (id, customer_id, suggestion_list_id, text, imported, lat, lng, date_created)
          SELECT ${newId}, ${customerId}, ${idParam(id)}, value ->> 'text', value ->> 'imported', value ->> 'lat', value ->> 'lng', ${now()}
          FROM json_each(${JSON.stringify(page)})`);
      if (page.length < suggestionsPerBatch) break;
      lastId = page.at(-1)!.id;
    }
    await targetDb.batch([auditCopyStatement(targetDb, actor, source, newList)]);
  } catch (error) {
    await targetDb.delete(suggestionList).where(eq(suggestionList.id, id));
    throw error;
  }
  return findRow(targetDb, binding, actor, id);
}
