import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import { problem } from "../../domain/problem";
import { isNumberedName, nextPhotoNames } from "../../domain/rules/photoName";
import type { Database } from "../db/database";
import { photo } from "../db/schema";

interface Naming {
  /** The photo's own id: the name it has is free for it. */
  id: string;
  customerId: number;
  documentationId: string;
  taskName: string;
  /** Null for the next of the task. */
  wanted: string | null;
}

/** Photos that come at once want the same name; each try lets at least one of them have it. */
const mostTries = 50;

/**
 * Writes a photo under the name that is wanted, or, where another photo of the documentation has that one and it is one of the
 * numbered ones, under the task's next; a name of somebody's own choice is not changed. `write` makes its batch depend on the
 * condition it is given and tells whether it held. Answers the name it was written under.
 */
export async function underFreeName(
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
  for (let tried = 0; tried < mostTries; tried += 1) {
    const name = wanted ?? (await nextOf(db, taskName, ofOthers as SQL));
    const free = isNumberedName(taskName, name)
      ? sql`NOT EXISTS (SELECT 1 FROM ${photo} WHERE ${ofOthers} AND ${photo.name} = ${name})`
      : sql`1`;
    if (await write(name, free)) return name;
    wanted = null;
  }
  throw problem("unavailable");
}

async function nextOf(db: Database, taskName: string, ofOthers: SQL): Promise<string> {
  const taken = await db.select({ name: photo.name }).from(photo).where(ofOthers);
  const [next] = nextPhotoNames(
    taskName,
    taken.map(({ name }) => name),
  );
  return next as string;
}
