import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { now } from "#domain/core/fields.ts";
import { splitSemicolons } from "#domain/core/text/separatedList.ts";
import { maxEntries } from "#domain/lists/entryFile.ts";
import { createSuggestionParser } from "#domain/lists/suggestion.ts";
import { isSuggested, suggestionsFor, takesMultiple } from "#domain/task/types.ts";
import { auditStatement, createServiceAuthor } from "#worker/db/audit.ts";
import { equalsFolded } from "#worker/db/casefold.ts";
import type { Database } from "#worker/db/database.ts";
import { idListParam, idParam, listParam } from "#worker/db/ids.ts";
import { documentationTask, suggestionList, templateTask } from "#worker/db/schema/index.ts";
import { keysIgnoringCase } from "#worker/db/sortKey.ts";
import { statement } from "#worker/db/statement.ts";
import { allowedListCondition } from "#worker/resources/suggestionResource.ts";

/** Maximum number of new suggestions from one documentation. */
const maxNewSuggestions = 100;

/**
 * Statements that add a completed documentation's answers to the suggestion lists of its tasks, where the template says so (3§3
 * updateSuggestionList): answers of applicable tasks, normalised as lists store them, unless the list has one that differs only in
 * case. The current template decides, not the list that the device names. They run in the batch that completes the documentation,
 * so that suggestions staff remove later do not come back when a device repeats the completion.
 */
export async function createSuggestionStatements(
  db: Database,
  {
    customerId,
    id,
    licenseId,
    applicableTaskIds,
  }: { customerId: number; id: string; licenseId: string | null; applicableTaskIds: readonly string[] },
): Promise<BatchItem<"sqlite">[]> {
  const answers = await db
    .select({
      answer: documentationTask.answer,
      type: documentationTask.type,
      list: { id: suggestionList.id, type: suggestionList.type, params: suggestionList.params },
    })
    .from(documentationTask)
    .innerJoin(
      templateTask,
      and(
        eq(templateTask.customerId, documentationTask.customerId),
        eq(templateTask.id, documentationTask.templateTaskId),
        eq(templateTask.type, documentationTask.type),
      ),
    )
    .innerJoin(
      suggestionList,
      and(
        eq(suggestionList.customerId, templateTask.customerId),
        eq(suggestionList.id, templateTask.suggestionListId),
      ),
    )
    .where(
      and(
        eq(documentationTask.customerId, customerId),
        eq(documentationTask.documentationId, id),
        sql`${documentationTask.id} IN ${idListParam(applicableTaskIds)}`,
        isNotNull(documentationTask.answer),
        sql`json_extract(${templateTask.params}, '$.updateSuggestionList') = 'true'`,
        allowedListCondition(customerId, licenseId),
      ),
    );
  const suggestions = new Map<string, { listId: string; text: string }>();
  for (const { list, type, answer } of answers) {
    if (suggestionsFor(type) !== list.type) continue;
    const toSuggestion = createSuggestionParser(list);
    for (const value of splitAnswer(type, answer ?? "")) {
      const suggestion = toSuggestion(value);
      if ("text" in suggestion)
        suggestions.set(`${list.id} ${suggestion.text}`, { listId: list.id, text: suggestion.text });
    }
  }
  return [...suggestions.values()]
    .slice(0, maxNewSuggestions)
    .flatMap(({ listId, text }) =>
      addSuggestionStatements(db, customerId, { listId, text, documentation: id }),
    );
}

/** The values of an answer: one suggestion, several, or one contact person per line. */
function splitAnswer(type: string, answer: string): string[] {
  if (!isSuggested(type)) return answer.split("\n");
  return takesMultiple(type) ? splitSemicolons(answer) : [answer];
}

function addSuggestionStatements(
  db: Database,
  customerId: number,
  { listId, text, ...source }: { listId: string; text: string; documentation: string },
): BatchItem<"sqlite">[] {
  const suggestionId = crypto.randomUUID();
  return [
    statement(
      db,
      sql`INSERT INTO suggestion (id, customer_id, suggestion_list_id, text, imported, date_created)
        SELECT ${idParam(suggestionId)}, ${customerId}, ${idParam(listId)}, ${text}, 0, ${now()}
        WHERE NOT EXISTS (SELECT 1 FROM suggestion s
            WHERE s.customer_id = ${customerId} AND s.suggestion_list_id = ${idParam(listId)}
              AND s.text_key IN ${listParam(keysIgnoringCase(text))} AND ${equalsFolded(sql.raw("s.text"), text)})
          AND (SELECT count(*) FROM suggestion s WHERE s.customer_id = ${customerId} AND s.suggestion_list_id = ${idParam(listId)}) < ${maxEntries}`,
    ),
    auditStatement(db, {
      author: createServiceAuthor(customerId),
      objectClass: "siteproof.Suggestion",
      objectId: suggestionId,
      action: "CREATE",
      params: { text: { after: text }, documentation: { after: source.documentation } },
    }),
  ];
}
