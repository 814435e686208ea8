import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import { problem } from "#domain/core/problem.ts";
import { isNumberedName, nextPhotoNames } from "#domain/media/photoName.ts";
import type { Database } from "#worker/db/database.ts";
import { photo } from "#worker/db/schema/index.ts";

interface Naming {
  /** The photo's id: its current name counts as free. */
  id: string;
  customerId: number;
  documentationId: string;
  taskName: string;
  /** Null for the task's next numbered name. */
  preferredName: string | null;
}

/** Photos that arrive at once compete for the same name; in each round at least one of them gets it. */
const maxTries = 50;

/**
 * Writes a photo under its preferred name, or under the task's next numbered name if the preferred one is a numbered name of another photo
 * of the documentation. Other names may occur twice.
 * @param write runs a batch under the condition `nameIsFree` and returns whether the condition held
 * @returns the name that was written
 * @throws unavailable if all tries failed
 */
export async function withUniqueName(
  db: Database,
  naming: Naming,
  write: (name: string, nameIsFree: SQL) => Promise<boolean>,
): Promise<string> {
  const { id, customerId, documentationId, taskName } = naming;
  let { preferredName } = naming;
  const otherPhotos = and(
    eq(photo.customerId, customerId),
    eq(photo.documentationId, documentationId),
    ne(photo.id, id),
  );
  for (let attempt = 0; attempt < maxTries; attempt += 1) {
    const name = preferredName ?? (await findNextName(db, taskName, otherPhotos));
    const nameIsFree = isNumberedName(taskName, name)
      ? sql`NOT EXISTS (SELECT 1 FROM ${photo} WHERE ${otherPhotos} AND ${photo.name} = ${name})`
      : sql`1`;
    if (await write(name, nameIsFree)) return name;
    preferredName = null;
  }
  throw problem("unavailable");
}

async function findNextName(db: Database, taskName: string, otherPhotos: SQL | undefined): Promise<string> {
  const usedNames = await db.select({ name: photo.name }).from(photo).where(otherPhotos);
  const [next] = nextPhotoNames(
    taskName,
    usedNames.map(({ name }) => name),
  );
  return next!;
}
