import { sql } from "drizzle-orm";
import { problem } from "#domain/core/problem.ts";
import type { RetakeRequest } from "#domain/endpoints/documentation/retake.ts";
import { takesAnswer } from "#domain/task/types.ts";
import type { Link } from "#worker/auth/linkAuth.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import { createCustomerScope } from "#worker/db/scope.ts";
import { servePhoto } from "#worker/documentation/mediaResponses.ts";
import { listRetakesOfLink, openRetakesStatement, toVisibleFields } from "#worker/documentation/retakes.ts";
import type { Env } from "#worker/env.ts";
import { findSuggestionLists } from "./retakeSuggestions.ts";

/** The retakes of a link, as its public page shows them. */
export async function listRetakeRequests(db: Database, link: Link): Promise<RetakeRequest[]> {
  const linkRetakes = await listRetakesOfLink(db, link.token);
  await db.batch([
    openRetakesStatement(
      db,
      sql`customer_id = ${link.token.customerId} AND upload_token_id = ${idParam(link.token.id)}`,
    ),
  ]);
  const listIdByTask = await findSuggestionLists(db, link, linkRetakes);
  return linkRetakes.map(({ retake, photo, task }) => ({
    ...retake,
    ...toVisibleFields(retake, photo),
    photoName: photo?.name ?? null,
    taskName: task?.name ?? null,
    taskDescription: task?.description ?? null,
    ...(!retake.photoId && task && takesAnswer(task.type)
      ? { kind: "ANSWER", task: { ...task, suggested: listIdByTask.has(task.id) } }
      : { kind: !retake.photoId && task?.type === "FILE" ? "FILE" : "PHOTO", task: null }),
    options: task?.options ?? null,
  }));
}

/**
 * The photo of a retake.
 * @throws notFound, also once a newer photo has replaced it
 */
export async function serveRetakePhoto(
  env: Env,
  db: Database,
  link: Link,
  id: string,
  request: Request,
): Promise<Response> {
  const linkRetake = (await listRetakesOfLink(db, link.token)).find(({ retake }) => retake.id === id);
  if (!linkRetake?.photo || linkRetake.retake.outcome) throw problem("notFound");
  const scope = createCustomerScope(link.token.customerId);
  return servePhoto(env, db, scope, { id: linkRetake.photo.id, form: "rendition" }, request);
}
