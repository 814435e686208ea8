import { and, eq, inArray, isNull } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { now } from "#domain/core/fields.ts";
import { takesAnswer, taskTypesWhere } from "#domain/task/types.ts";
import type { Database } from "#worker/db/database.ts";
import {
  type DocumentationTaskRow,
  documentationEvent,
  documentationTask,
  type RetakeRow,
  retake,
} from "#worker/db/schema/index.ts";
import { endRetakeStatements } from "#worker/ingest/retaken.ts";
import { truncateForHistory } from "./changeAnswers.ts";

/*
 * Answers in words that a reviewer sent back. Whoever changes one answers the wish: by its link, in the field, or in the review.
 */

/** A wish for another answer, with the task that has it. */
export interface AnswerRetake {
  retake: RetakeRow;
  task: DocumentationTaskRow;
}

/** The ids of open wishes of the tasks of a documentation: a query for a batch, which could not tell two tables' columns apart. */
export const openTaskRetakes = (db: Database, { customerId, id }: { customerId: number; id: string }) =>
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

/** The open wishes for other answers of a documentation. */
export const openAnswerRetakes = (
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
        inArray(documentationTask.type, taskTypesWhere(takesAnswer)),
      ),
    );

/** Statements that end the wish for another answer to a task that was just given one, and tell who asked. */
export async function answeredInReview(
  db: Database,
  { customerId, documentationId, id }: DocumentationTaskRow,
  by: string,
): Promise<BatchItem<"sqlite">[]> {
  const asked = await openAnswerRetakes(db, { customerId, id: documentationId });
  return asked.flatMap(({ retake: request, task }) =>
    task.id === id ? endRetakeStatements(db, request, by) : [],
  );
}

/**
 * Statements that end a wish with another answer, keep the one that it takes the place of in the history, and tell who asked. Whatever
 * writes the answer stands in the same batch.
 */
export const endAnswerRetakeStatements = (
  db: Database,
  { retake: request, task }: AnswerRetake,
  answer: string,
  /** In the history of the documentation, and of the wish: empty there for the holder of a link. */
  { by, sender }: { by: string; sender: string },
): BatchItem<"sqlite">[] => [
  db.insert(documentationEvent).values({
    customerId: task.customerId,
    documentationId: task.documentationId,
    type: "TASK_EDIT",
    eventDate: now(),
    creator: by,
    params: {
      change: "ANSWER_RETAKEN",
      task: task.name,
      from: truncateForHistory(task.answer),
      to: truncateForHistory(answer),
    },
  }),
  ...endRetakeStatements(db, request, sender),
];

/** The wishes that answers given in the field answer: other ones than those that were sent back, and not nothing. */
export const answeredInField = (
  db: Database,
  asked: readonly AnswerRetake[],
  tasks: readonly { id: string; answer: string | null }[],
  creator: string,
): BatchItem<"sqlite">[] => {
  const given = new Map(tasks.map(({ id, answer }) => [id, answer]));
  return asked.flatMap((one) => {
    const answer = given.get(one.task.id);
    if (!answer?.trim() || answer === one.task.answer) return [];
    return endAnswerRetakeStatements(db, one, answer, { by: creator, sender: creator });
  });
};
