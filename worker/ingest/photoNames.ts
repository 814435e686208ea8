import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import { problem } from "#domain/core/problem.ts";
import { createPhotoNames, isNumberedName } from "#domain/media/photoName.ts";
import type { Database } from "#worker/db/database.ts";
import { photo } from "#worker/db/schema/index.ts";

interface NameRequest {
  /** The photo's id: its current name counts as free. */
  id: string;
  customerId: number;
  documentationId: string;
  taskName: string;
  /** Null for the task's next numbered name. */
  preferredName: string | null;
}

/** Photos that arrive at the same time compete for the same name; in each round at least one of them gets it. */
const maxAttempts = 50;

/**
 * Writes a photo under its preferred name, or under the task's next numbered name if the preferred one is a numbered name of another photo
 * of the documentation. Other names may occur twice.
 * @param write runs a batch under `nameFreeCondition` and returns whether the condition held
 * @returns the name that was written
 * @throws unavailable if all tries failed
 */
export async function writeUnderUniqueName(
  db: Database,
  request: NameRequest,
  write: (name: string, nameFreeCondition: SQL) => Promise<boolean>,
): Promise<string> {
  const { id, customerId, documentationId, taskName } = request;
  let { preferredName } = request;
  const otherPhotosCondition = and(
    eq(photo.customerId, customerId),
    eq(photo.documentationId, documentationId),
    ne(photo.id, id),
  );
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const name = preferredName ?? (await findNextName(db, taskName, otherPhotosCondition));
    const freeCondition = isNumberedName(taskName, name)
      ? sql`NOT EXISTS (SELECT 1 FROM ${photo} WHERE ${otherPhotosCondition} AND ${photo.name} = ${name})`
      : sql`1`;
    if (await write(name, freeCondition)) return name;
    preferredName = null;
  }
  throw problem("unavailable");
}

async function findNextName(
  db: Database,
  taskName: string,
  otherPhotosCondition: SQL | undefined,
): Promise<string> {
  const usedNames = await db.select({ name: photo.name }).from(photo).where(otherPhotosCondition);
  const [nextName] = createPhotoNames(
    taskName,
    usedNames.map(({ name }) => name),
  );
  return nextName!;
}
