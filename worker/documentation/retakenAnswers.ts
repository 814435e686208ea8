import { and, eq, inArray, isNull } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { now } from "#domain/core/fields.ts";
import { listTaskTypesWhere, takesAnswer } from "#domain/task/types.ts";
import type { Database } from "#worker/db/database.ts";
import {
  type DocumentationTaskRow,
  documentationEvent,
  documentationTask,
  type RetakeRow,
  retake,
} from "#worker/db/schema/index.ts";
import { endRetakeStatements } from "#worker/ingest/photoRetakes.ts";
import { truncateForHistory } from "./changeAnswers.ts";

/*
 * Text answers that a reviewer sent back. A new answer ends the retake, whether it comes through its link, from the field or in the review.
 */

/** A retake of an answer, and its task. */
export interface AnswerRetake {
  retake: RetakeRow;
  task: DocumentationTaskRow;
}

/** The ids of a documentation's open retakes of tasks. A query for a batch, which does not support two tables with equal column names. */
export const openTaskRetakesQuery = (db: Database, { customerId, id }: { customerId: number; id: string }) =>
  db
    .select({ id: retake.id })
    .from(retake)
    .where(
      and(
        eq(retake.customerId, customerId),
        eq(retake.documentationId, id),
        isNull(retake.outcome),
        isNull(retake.photoId),
      ),
    );

/** The open retakes of a documentation's answers. */
export const listOpenAnswerRetakes = (
  db: Database,
  { customerId, id }: { customerId: number; id: string },
): Promise<AnswerRetake[]> =>
  db
    .select({ retake, task: documentationTask })
    .from(retake)
    .innerJoin(
      documentationTask,
      and(
        eq(documentationTask.customerId, retake.customerId),
        eq(documentationTask.id, retake.documentationTaskId),
      ),
    )
    .where(
      and(
        eq(retake.customerId, customerId),
        eq(retake.documentationId, id),
        isNull(retake.outcome),
        inArray(documentationTask.type, listTaskTypesWhere(takesAnswer)),
      ),
    );

/** Statements that end the open retake of a task answered again in the review, and notify the reviewer who sent it back. */
export async function endTaskRetakeStatements(
  db: Database,
  { customerId, documentationId, id }: DocumentationTaskRow,
  endedBy: string,
): Promise<BatchItem<"sqlite">[]> {
  const openRetakes = await listOpenAnswerRetakes(db, { customerId, id: documentationId });
  return openRetakes.flatMap(({ retake: request, task }) =>
    task.id === id ? endRetakeStatements(db, request, endedBy) : [],
  );
}

/**
 * Statements that end a retake with a new answer, record the old and the new one in the history, and notify the reviewer who sent it back.
 * For the batch that writes the answer.
 */
export const endAnswerRetakeStatements = (
  db: Database,
  { retake: request, task }: AnswerRetake,
  answer: string,
  /** `author` is named in the documentation's history; `sender` in the retake, where it is empty for the holder of a link. */
  { author, sender }: { author: string; sender: string },
): BatchItem<"sqlite">[] => [
  db.insert(documentationEvent).values({
    customerId: task.customerId,
    documentationId: task.documentationId,
    type: "TASK_EDIT",
    eventDate: now(),
    creator: author,
    params: {
      change: "ANSWER_RETAKEN",
      task: task.name,
      from: truncateForHistory(task.answer),
      to: truncateForHistory(answer),
    },
  }),
  ...endRetakeStatements(db, request, sender),
];

/** Statements that end the retakes resolved by answers from the field: new answers that are not empty and differ from the ones sent back. */
export const endRetakesInFieldStatements = (
  db: Database,
  openRetakes: readonly AnswerRetake[],
  tasks: readonly { id: string; answer: string | null }[],
  creator: string,
): BatchItem<"sqlite">[] => {
  const newAnswers = new Map(tasks.map(({ id, answer }) => [id, answer]));
  return openRetakes.flatMap((answerRetake) => {
    const answer = newAnswers.get(answerRetake.task.id);
    if (!answer?.trim() || answer === answerRetake.task.answer) return [];
    return endAnswerRetakeStatements(db, answerRetake, answer, { author: creator, sender: creator });
  });
};
