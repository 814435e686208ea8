import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import { problem } from "#domain/core/problem.ts";
import { isNumberedName, nextPhotoNames } from "#domain/media/photoName.ts";
import type { Database } from "#worker/db/database.ts";
import { photo } from "#worker/db/schema/index.ts";

interface Naming {
  /** The photo's own id: its present name counts as free. */
  id: string;
  customerId: number;
  documentationId: string;
  taskName: string;
  /** Null for the task's next numbered name. */
  wanted: string | null;
}

/** Photos that arrive at once compete for the same name; each try lets at least one of them have it. */
const maxTries = 50;

/**
 * Writes a photo under the wanted name. Where that is a numbered name which another photo of the documentation has, takes the task's
 * next one instead; other names may occur twice. `write` makes its batch depend on the condition it is given and returns whether that
 * held. Returns the name that was written. @throws unavailable when every try lost.
 */
export async function withUniqueName(
  db: Database,
  naming: Naming,
  write: (name: string, free: SQL) => Promise<boolean>,
): Promise<string> {
  const { id, customerId, documentationId, taskName } = naming;
  let { wanted } = naming;
  const ofOthers = and(
    eq(photo.customerId, customerId),
    eq(photo.documentationId, documentationId),
    ne(photo.id, id),
  );
  for (let tried = 0; tried < maxTries; tried += 1) {
    const name = wanted ?? (await nextName(db, taskName, ofOthers));
    const free = isNumberedName(taskName, name)
      ? sql`NOT EXISTS (SELECT 1 FROM ${photo} WHERE ${ofOthers} AND ${photo.name} = ${name})`
      : sql`1`;
    if (await write(name, free)) return name;
    wanted = null;
  }
  throw problem("unavailable");
}

async function nextName(db: Database, taskName: string, ofOthers: SQL | undefined): Promise<string> {
  const taken = await db.select({ name: photo.name }).from(photo).where(ofOthers);
  const [next] = nextPhotoNames(
    taskName,
    taken.map(({ name }) => name),
  );
  return next!;
}
