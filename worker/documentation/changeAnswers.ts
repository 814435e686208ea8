import { and, eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { truncate } from "#domain/core/text/trim.ts";
import { isExpected } from "#domain/task/answers.ts";
import type { Database } from "#worker/db/database.ts";
import { idListParam, idParam } from "#worker/db/ids.ts";
import {
  type documentationTask,
  expectedAnswerList,
  unexpectedAnswerEvent,
} from "#worker/db/schema/index.ts";
import { statement } from "#worker/db/statement.ts";
import { answerValuesOf, findUnlistedPairs } from "./unlistedAnswers.ts";

/** Characters of an answer that the history shows. */
const maxAnswerCharacters = 200;

/** An answer as the history of the documentation shows it. */
export const truncateForHistory = (answer: string | null): string =>
  (answer ?? "").length > maxAnswerCharacters
    ? `${truncate(answer ?? "", maxAnswerCharacters)}…`
    : (answer ?? "");

/**
 * Statements that remove a task's warnings about an unexpected answer where the new answer is empty, the expected one, or in the warning's
 * list of expected answers as it is now. Warnings are only created when a documentation is captured, never by a correction.
 */
export async function clearWarningStatements(
  db: Database,
  { customerId, id, type }: Pick<typeof documentationTask.$inferSelect, "customerId" | "id" | "type">,
  answer: string | null,
): Promise<BatchItem<"sqlite">[]> {
  const warnings = await db
    .select({
      id: unexpectedAnswerEvent.id,
      expected: unexpectedAnswerEvent.expectedAnswer,
      list: expectedAnswerList.id,
    })
    .from(unexpectedAnswerEvent)
    .leftJoin(
      expectedAnswerList,
      and(
        eq(expectedAnswerList.customerId, unexpectedAnswerEvent.customerId),
        eq(expectedAnswerList.name, unexpectedAnswerEvent.expectedAnswerListName),
      ),
    )
    .where(and(eq(unexpectedAnswerEvent.customerId, customerId), eq(unexpectedAnswerEvent.taskId, id)));
  const values = answer === null ? [] : answerValuesOf({ type, answer });
  const listIds = warnings.flatMap(({ list }) => list ?? []);
  const unlistedPairs = await findUnlistedPairs(
    db,
    customerId,
    listIds.map((list) => ({ list, task: id, values })),
  );
  const isListed = (list: string | null) => list !== null && !unlistedPairs.has(`${list} ${id}`);
  const resolvedWarnings = warnings.filter(
    ({ expected, list }) => answer === null || isListed(list) || isExpected(answer, expected),
  );
  return [
    statement(
      db,
      sql`DELETE FROM unexpected_answer_event WHERE customer_id = ${customerId} AND task_id = ${idParam(id)}
        AND id IN ${idListParam(resolvedWarnings.map((warning) => warning.id))}`,
    ),
  ];
}
