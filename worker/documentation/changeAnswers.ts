import { and, eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { truncate } from "#domain/core/text/trim.ts";
import { isExpected } from "#domain/task/answers.ts";
import type { Database } from "#worker/db/database.ts";
import { idListParam, idParam } from "#worker/db/ids.ts";
import { type documentationTask, unexpectedAnswerEvent } from "#worker/db/schema/index.ts";
import { statement } from "#worker/db/statement.ts";

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
  { customerId, id }: Pick<typeof documentationTask.$inferSelect, "customerId" | "id">,
  answer: string | null,
): Promise<BatchItem<"sqlite">[]> {
  const warnings = await db
    .select({
      id: unexpectedAnswerEvent.id,
      expected: unexpectedAnswerEvent.expectedAnswer,
      listed: sql<number>`EXISTS (SELECT 1 FROM expected_answer_list l
        JOIN expected_answer a ON a.customer_id = l.customer_id AND a.expected_answer_list_id = l.id
        WHERE l.customer_id = ${customerId} AND l.name = unexpected_answer_event.expected_answer_list_name AND a.answer = ${answer})`,
    })
    .from(unexpectedAnswerEvent)
    .where(and(eq(unexpectedAnswerEvent.customerId, customerId), eq(unexpectedAnswerEvent.taskId, id)));
  const resolvedWarnings = warnings.filter(
    ({ expected, listed: isListed }) => answer === null || isListed === 1 || isExpected(answer, expected),
  );
  return [
    statement(
      db,
      sql`DELETE FROM unexpected_answer_event WHERE customer_id = ${customerId} AND task_id = ${idParam(id)}
        AND id IN ${idListParam(resolvedWarnings.map((warning) => warning.id))}`,
    ),
  ];
}
