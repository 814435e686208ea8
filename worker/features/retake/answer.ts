import { and, eq, sql } from "drizzle-orm";
import { problem } from "../../../domain/problem";
import { parseAnswer } from "../../../domain/rules/answers";
import { isReadOnlyForStaff } from "../../../domain/rules/documentationStatus";
import { takesAnswer } from "../../../domain/rules/taskTypes";
import { auditStatement, serviceAuthor } from "../../db/audit";
import type { Database } from "../../db/database";
import { batchIf } from "../../db/guard";
import { idParam } from "../../db/ids";
import { documentationTask } from "../../db/schema";
import { clearWarningStatements } from "../../documentation/answers";
import { touchStatement } from "../../documentation/change";
import { tasksOf } from "../../documentation/details";
import { parts } from "../../documentation/parts";
import { endAnswerRetakeStatements } from "../../documentation/retakenAnswers";
import { retakesOfLink } from "../../documentation/retakes";
import type { Link } from "../../entrance/link";

/**
 * Gives a task that a link asks for another answer. Repeating it with the same answer changes nothing.
 * @throws notFound for what the link does not ask for in words, or no longer; ruleBroken once it has been answered, or the documentation is
 * deleted; invalid, naming `answer`, also for the very answer that was sent back; staleVersion
 */
export async function answerByLink(
  db: Database,
  link: Link,
  { id, answer: given }: { id: string; answer: string },
): Promise<void> {
  const found = (await retakesOfLink(db, link.token)).find(({ retake }) => retake.id === id);
  if (!found?.task || found.photo || !takesAnswer(found.task.type)) throw problem("notFound");
  const { retake, task } = found;
  const { customerId, documentationId } = task;
  const [asked] = await tasksOf(db, { customerId, id: documentationId }, task.id);
  if (!asked) throw problem("notFound");
  const checked = parseAnswer(asked, given);
  if ("fault" in checked) throw problem("invalid", { fields: { answer: checked.fault } });
  const { answer } = checked;
  if (answer === null) throw problem("invalid", { fields: { answer: "required" } });
  if (retake.outcome && answer === task.answer) return;
  if (retake.outcome || isReadOnlyForStaff(link.documentation.status)) throw problem("ruleBroken");
  if (answer === task.answer) throw problem("invalid", { fields: { answer: "duplicate" } });
  const done = await batchIf(
    db,
    sql`EXISTS (SELECT 1 FROM retake r JOIN documentation_task t ON t.customer_id = r.customer_id AND t.id = r.documentation_task_id
      WHERE r.customer_id = ${customerId} AND r.id = ${idParam(id)} AND r.outcome IS NULL AND t.version = ${task.version})`,
    [
      db
        .update(documentationTask)
        .set({ answer, version: task.version + 1 })
        .where(and(eq(documentationTask.customerId, customerId), eq(documentationTask.id, task.id))),
      auditStatement(db, {
        author: serviceAuthor(customerId),
        objectClass: parts.task.objectClass,
        objectId: task.id,
        action: "UPDATE",
        params: { answer: { before: task.answer, after: answer } },
      }),
      ...(await clearWarningStatements(db, task, answer)),
      // The holder of a link stays unnamed.
      ...endAnswerRetakeStatements(db, { retake, task }, answer, {
        by: link.documentation.creator,
        sender: "",
      }),
      touchStatement(db, link.documentation),
    ],
  );
  if (!done) throw problem("staleVersion");
}
