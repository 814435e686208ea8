import { and, eq, sql } from "drizzle-orm";
import type { Actor } from "../../../domain/access/actor";
import type { DocumentationTask } from "../../../domain/endpoints/documentation";
import { problem } from "../../../domain/problem";
import { checkedAnswer, isExpected } from "../../../domain/rules/answers";
import { cutText } from "../../../domain/rules/text";
import type { Database } from "../../db/database";
import { idsOf } from "../../db/ids";
import { type documentationTask, unexpectedAnswerEvent } from "../../db/schema";
import { scopeOf } from "../../db/scope";
import { statement } from "../../db/statement";
import { tasksOf } from "../../documentation/details";
import { changeablePart, changePart } from "../../documentation/parts";

interface Correction {
  id?: string | undefined;
  answer: string | null;
  version: number;
}

/** The most characters of an answer that the history shows. */
const longestShown = 200;
const shown = (answer: string | null): string =>
  (answer ?? "").length > longestShown ? `${cutText(answer ?? "", longestShown)}…` : (answer ?? "");

/** Corrects the answer of a task (2§5) and removes the warnings that it settles. @throws invalid, naming `answer` */
export async function correctAnswer(
  db: Database,
  actor: Actor,
  id: string,
  given: Correction,
): Promise<DocumentationTask> {
  const { row } = await changeablePart(db, scopeOf(actor), "task", id, given);
  const read = async () =>
    (await tasksOf(db, { customerId: row.customerId, id: row.documentationId }, id))[0] as DocumentationTask;
  const checked = checkedAnswer(await read(), given.answer);
  if ("fault" in checked) throw problem("invalid", { fields: { answer: checked.fault } });
  const { answer } = checked;
  if (answer === row.answer) return read();
  const settled = await settledWarnings(db, row, answer);
  await changePart(db, actor, "task", row, {
    change: { answer },
    event: {
      change: "ANSWER_EDITED",
      params: { task: row.name, from: shown(row.answer), to: shown(answer) },
    },
    also: [
      statement(
        db,
        sql`DELETE FROM unexpected_answer_event WHERE customer_id = ${row.customerId} AND task_id = ${id}
          AND id IN ${idsOf(settled)}`,
      ),
    ],
  });
  return read();
}

/**
 * The warnings of a task that this answer settles: it is the expected answer, is in the expected list that they name, as that is today, or
 * is empty. Warnings are written when a documentation is captured; a correction only ends them.
 */
async function settledWarnings(
  db: Database,
  { customerId, id }: typeof documentationTask.$inferSelect,
  answer: string | null,
): Promise<string[]> {
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
  return warnings
    .filter(({ expected, listed }) => answer === null || listed === 1 || isExpected(answer, expected))
    .map((warning) => warning.id);
}
