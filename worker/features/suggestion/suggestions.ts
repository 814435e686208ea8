import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import { now, unknownCoordinate } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import type { FieldErrors } from "#domain/core/validation.ts";
import { parseSuggestion, validatePosition } from "#domain/lists/suggestion.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam, newId } from "#worker/db/ids.ts";
import { selectNumber } from "#worker/db/rows.ts";
import { suggestion, suggestionList } from "#worker/db/schema/index.ts";
import { findRowInScope, scopeOf } from "#worker/db/scope.ts";
import type { EntryWriter } from "#worker/resources/entryFile.ts";
import { addEntry, changeEntry, removeEntry } from "#worker/resources/listEntries.ts";
import { suggestionEntries } from "#worker/resources/suggestionResource.ts";

/** @throws notFound also for a list outside the actor's scope */
export const findList = (db: Database, actor: Actor, id: string) =>
  findRowInScope(db, scopeOf(actor), suggestionList, id);
export type List = Awaited<ReturnType<typeof findList>>;

export const findSuggestion = (db: Database, actor: Actor, id: string) =>
  findRowInScope(db, scopeOf(actor), suggestion, id);

interface SuggestionInput {
  text: string;
  lat: number;
  lng: number;
}

/** A suggestion as its list stores it. @throws invalid, naming `text`, `lat`, `lng` or `text.<column>`. */
function normalizeSuggestion(list: Pick<List, "type" | "params">, input: SuggestionInput): SuggestionInput {
  const parsedSuggestion = parseSuggestion(list, input.text);
  const errors: FieldErrors = validatePosition(input);
  if ("error" in parsedSuggestion)
    errors[parsedSuggestion.field === "text" ? "text" : `text.${parsedSuggestion.field}`] =
      parsedSuggestion.error;
  if (Object.keys(errors).length > 0 || "error" in parsedSuggestion)
    throw problem("invalid", { fields: errors });
  return { ...input, text: parsedSuggestion.text };
}

/**
 * SQL condition: a documentation named `text` makes triggers delete that suggestion from the list. A list without a required
 * status counts every documentation that is not deleted.
 */
const isDocumentedCondition = (list: List, text: SQL): SQL =>
  list.deleteSuggestionIfDocumentationExists
    ? sql`EXISTS (SELECT 1 FROM documentation d WHERE d.customer_id = ${list.customerId} AND d.name = ${text}
        AND ${list.requiredDocumentationStatus === null ? sql`d.status <> 'DELETED'` : sql`d.status = ${list.requiredDocumentationStatus}`})`
    : sql`0`;

/** @throws invalid for a text that a trigger would immediately delete */
async function assertNotDocumented(db: Database, list: List, text: string): Promise<void> {
  if (await selectNumber(db, isDocumentedCondition(list, sql`${text}`)))
    throw problem("invalid", { fields: { text: "notAllowed" } });
}

export async function addSuggestion(db: Database, actor: Actor, list: List, input: SuggestionInput) {
  const row = normalizeSuggestion(list, input);
  await assertNotDocumented(db, list, row.text);
  return findSuggestion(db, actor, await addEntry(db, suggestionEntries, actor, list, { ...row }));
}

export async function changeSuggestion(
  db: Database,
  actor: Actor,
  id: string,
  input: Partial<SuggestionInput>,
) {
  const existingSuggestion = await findSuggestion(db, actor, id);
  const list = await findList(db, actor, existingSuggestion.suggestionListId);
  const { text, lat, lng } = normalizeSuggestion(list, {
    text: input.text ?? existingSuggestion.text,
    lat: input.lat ?? existingSuggestion.lat,
    lng: input.lng ?? existingSuggestion.lng,
  });
  // An unchanged text is not checked: it may have been stored under older rules.
  const isRenamed = input.text !== undefined && input.text !== existingSuggestion.text;
  if (isRenamed) await assertNotDocumented(db, list, text);
  await changeEntry(db, suggestionEntries, actor, existingSuggestion, {
    // A manually edited suggestion: imports no longer remove it.
    ...(isRenamed && { text, imported: false, importConfigurationId: null }),
    lat,
    lng,
  });
  return findSuggestion(db, actor, id);
}

export async function removeSuggestion(db: Database, actor: Actor, id: string): Promise<void> {
  const existingSuggestion = await findSuggestion(db, actor, id);
  const { text, imported, lat, lng } = existingSuggestion;
  await removeEntry(db, suggestionEntries, actor, existingSuggestion, { text, imported, lat, lng });
}

export const listPositions = (db: Database, list: List) =>
  db
    .select({ id: suggestion.id, text: suggestion.text, lat: suggestion.lat, lng: suggestion.lng })
    .from(suggestion)
    .where(and(eq(suggestion.suggestionListId, list.id), ne(suggestion.lat, unknownCoordinate)))
    .orderBy(suggestion.text);

/** Entries are `[text, lat, lng]`. A line without a position keeps the suggestion's position. */
export function createEntryWriter(list: List): EntryWriter {
  const differsCondition: SQL = sql`e.value ->> 1 <> ${unknownCoordinate}
    AND (${suggestion.lat} <> e.value ->> 1 OR ${suggestion.lng} <> e.value ->> 2)`;
  return {
    differsCondition,
    omittedCondition: isDocumentedCondition(list, sql`e.value ->> 0`),
    write: (chunk) => sql`
      INSERT INTO suggestion (id, customer_id, suggestion_list_id, text, imported, lat, lng, date_created)
      SELECT ${newId}, ${list.customerId}, ${idParam(list.id)}, e.value ->> 0, 1, e.value ->> 1, e.value ->> 2, ${now()}
      FROM json_each(${chunk}) e WHERE true
      ON CONFLICT (suggestion_list_id, text) DO UPDATE SET lat = excluded.lat, lng = excluded.lng
      WHERE excluded.lat <> ${unknownCoordinate} AND (lat <> excluded.lat OR lng <> excluded.lng)`,
  };
}
