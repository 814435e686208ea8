import { and, eq, sql } from "drizzle-orm";
import { problem } from "#domain/core/problem.ts";
import { isReadOnlyForStaff } from "#domain/documentation/status.ts";
import { parseAnswer } from "#domain/task/answers.ts";
import { takesAnswer } from "#domain/task/types.ts";
import type { Link } from "#worker/auth/linkAuth.ts";
import { auditStatement, createServiceAuthor } from "#worker/db/audit.ts";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import { documentationTask } from "#worker/db/schema/index.ts";
import { clearWarningStatements } from "#worker/documentation/changeAnswers.ts";
import { touchStatement } from "#worker/documentation/changeDocumentation.ts";
import { partClasses } from "#worker/documentation/documentationParts.ts";
import { listTasks } from "#worker/documentation/listTasks.ts";
import { refreshCompletion } from "#worker/documentation/refreshCompletion.ts";
import { endAnswerRetakeStatements } from "#worker/documentation/retakenAnswers.ts";
import { listRetakesOfLink } from "#worker/documentation/retakes.ts";

/**
 * Answers a task that a link requests to be answered again. Idempotent for the same answer.
 * @throws notFound if the link does not ask for an answer to the task, or no longer does; ruleBroken once it has been answered,
 * or the documentation is deleted; invalid, naming `answer`, also for the answer that was sent back; staleVersion
 */
export async function answerRetakeByLink(
  db: Database,
  link: Link,
  { id, answer: newAnswer }: { id: string; answer: string },
): Promise<void> {
  const linkRetake = (await listRetakesOfLink(db, link.token)).find(({ retake }) => retake.id === id);
  if (!linkRetake?.task || linkRetake.photo || !takesAnswer(linkRetake.task.type)) throw problem("notFound");
  const { retake, task } = linkRetake;
  const { customerId, documentationId } = task;
  const [currentTask] = await listTasks(db, { customerId, id: documentationId }, task.id);
  if (!currentTask) throw problem("notFound");
  const parsedAnswer = parseAnswer(currentTask, newAnswer);
  if ("error" in parsedAnswer) throw problem("invalid", { fields: { answer: parsedAnswer.error } });
  const { answer } = parsedAnswer;
  if (answer === null) throw problem("invalid", { fields: { answer: "required" } });
  if (retake.outcome && answer === task.answer) return;
  if (retake.outcome || isReadOnlyForStaff(link.documentation.status)) throw problem("ruleBroken");
  if (answer === task.answer) throw problem("invalid", { fields: { answer: "duplicate" } });
  const wasWritten = await batchIf(
    db,
    sql`EXISTS (SELECT 1 FROM retake r JOIN documentation_task t ON t.customer_id = r.customer_id AND t.id = r.documentation_task_id
      WHERE r.customer_id = ${customerId} AND r.id = ${idParam(id)} AND r.outcome IS NULL AND t.version = ${task.version})`,
    [
      db
        .update(documentationTask)
        .set({ answer, version: task.version + 1 })
        .where(and(eq(documentationTask.customerId, customerId), eq(documentationTask.id, task.id))),
      auditStatement(db, {
        author: createServiceAuthor(customerId),
        objectClass: partClasses.task,
        objectId: task.id,
        action: "UPDATE",
        params: { answer: { before: task.answer, after: answer } },
      }),
      ...(await clearWarningStatements(db, task, answer)),
      // The link's holder has no name.
      ...endAnswerRetakeStatements(db, { retake, task }, answer, {
        author: link.documentation.creator,
        sender: "",
      }),
      touchStatement(db, link.documentation),
    ],
  );
  if (!wasWritten) throw problem("staleVersion");
  await refreshCompletion(db, link.documentation);
}
