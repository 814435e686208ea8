import { and, eq, inArray, isNotNull } from "drizzle-orm";
import { problem } from "#domain/core/problem.ts";
import { getSuggestions } from "#domain/endpoints/configuration/suggestionListCalls.ts";
import { maxSuggestions } from "#domain/endpoints/documentation/retake.ts";
import { isSuggested } from "#domain/task/types.ts";
import type { Link } from "#worker/auth/linkAuth.ts";
import { isAllowed } from "#worker/auth/session/actor.ts";
import type { Database } from "#worker/db/database.ts";
import { documentationTask, templateTask } from "#worker/db/schema/index.ts";
import { listRetakesOfLink } from "#worker/documentation/retakes.ts";
import { listEntryPage } from "#worker/resources/listEntries.ts";
import { suggestionEntries } from "#worker/resources/suggestionResource.ts";

type LinkRetake = Awaited<ReturnType<typeof listRetakesOfLink>>[number];

/**
 * The lists with suggestions for the answers a link requests, by task. None if the user who sent the tasks back may no longer read
 * lists. Contact persons are left out, because they have not agreed to be shown on public pages.
 */
export async function findSuggestionLists(
  db: Database,
  { token: { customerId, requester } }: Link,
  linkRetakes: readonly LinkRetake[],
): Promise<ReadonlyMap<string, string>> {
  const taskIds = linkRetakes.flatMap(({ retake, task }) =>
    task && retake.photoId === null && retake.outcome === null && isSuggested(task.type) ? task.id : [],
  );
  if (taskIds.length === 0 || !(await isAllowed(db, requester, getSuggestions, customerId))) return new Map();
  const rows = await db
    .select({ taskId: documentationTask.id, listId: templateTask.suggestionListId })
    .from(documentationTask)
    .innerJoin(
      templateTask,
      and(eq(templateTask.customerId, customerId), eq(templateTask.id, documentationTask.templateTaskId)),
    )
    .where(
      and(
        eq(documentationTask.customerId, customerId),
        inArray(documentationTask.id, taskIds),
        isNotNull(templateTask.suggestionListId),
      ),
    );
  return new Map(rows.flatMap(({ taskId, listId }) => (listId ? [[taskId, listId] as const] : [])));
}

/**
 * A list's suggestions for the answer of a task that a link asks for.
 * @throws notFound if the link does not ask for that answer, or no list has suggestions for it
 */
export async function listSuggestionsByLink(
  db: Database,
  link: Link,
  { id, q }: { id: string; q: string },
): Promise<{ id: string; text: string }[]> {
  const linkRetakes = (await listRetakesOfLink(db, link.token)).filter(({ retake }) => retake.id === id);
  const listId = (await findSuggestionLists(db, link, linkRetakes)).get(linkRetakes[0]?.task?.id ?? "");
  if (!listId) throw problem("notFound");
  const suggestionListRef = { id: listId, customerId: link.token.customerId };
  const query = { q, max: maxSuggestions, offset: 0, sort: "text", order: "asc" } as const;
  const rows = await listEntryPage(db, suggestionEntries, suggestionListRef, query);
  return rows.map(({ id: suggestionId, text }) => ({ id: String(suggestionId), text: String(text) }));
}
