import type { Actor } from "#domain/access/actor.ts";
import { problem } from "#domain/core/problem.ts";
import type { DocumentationTask } from "#domain/endpoints/documentation/details.ts";
import { parseAnswer } from "#domain/task/answers.ts";
import type { Database } from "#worker/db/database.ts";
import { scopeOf } from "#worker/db/scope.ts";
import { clearWarningStatements, truncateForHistory } from "#worker/documentation/changeAnswers.ts";
import { changePart, findChangeablePart } from "#worker/documentation/documentationParts.ts";
import { listTasks } from "#worker/documentation/listTasks.ts";
import { refreshCompletion } from "#worker/documentation/refreshCompletion.ts";
import { endTaskRetakeStatements } from "#worker/documentation/retakenAnswers.ts";

interface Correction {
  id?: string | undefined;
  answer: string | null;
  version: number;
}

/**
 * Corrects the answer of a task (2§5), removes the warnings it resolves, and ends its retake if it was sent back.
 * @throws invalid, naming `answer`
 */
export async function correctAnswer(
  db: Database,
  actor: Actor,
  id: string,
  correction: Correction,
): Promise<DocumentationTask> {
  const { row, documentation } = await findChangeablePart(db, scopeOf(actor), "task", id, correction);
  const readTask = async () => {
    const [task] = await listTasks(db, { customerId: row.customerId, id: row.documentationId }, id);
    if (!task) throw problem("notFound");
    return task;
  };
  const task = await readTask();
  // An answer left over in a task that does not apply may be removed.
  const required = task.enabled ? task.required : "NO";
  const parsedAnswer = parseAnswer({ ...task, required }, correction.answer);
  if ("error" in parsedAnswer) throw problem("invalid", { fields: { answer: parsedAnswer.error } });
  const { answer } = parsedAnswer;
  if (answer === row.answer) return readTask();
  await changePart(db, actor, "task", row, {
    change: { answer },
    event: {
      change: "ANSWER_EDITED",
      params: { task: row.name, from: truncateForHistory(row.answer), to: truncateForHistory(answer) },
    },
    extraStatements: [
      ...(await clearWarningStatements(db, row, answer)),
      ...(answer === null ? [] : await endTaskRetakeStatements(db, row, actor.username)),
    ],
  });
  await refreshCompletion(db, documentation);
  return readTask();
}
