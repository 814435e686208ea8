import { type SQL, sql } from "drizzle-orm";
import { problem } from "#domain/core/problem.ts";
import { findUnusedFileName } from "#domain/media/fileName.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import { selectRows, text } from "#worker/db/rows.ts";

interface NamedFile {
  /** The file's id: its current name counts as free. */
  id: string;
  customerId: number;
  documentationId: string;
}

/** Files that arrive at once compete for the same name; in each round at least one of them gets it. */
const maxAttempts = 50;

/**
 * Writes a file under its name, or as "image (2).jpg" if another file of the documentation has that name: phones call every photo
 * image.jpg, scanners every page Scan.pdf. Files that wait for a decision or were rejected count, because the decision may be undone.
 * @param write runs a batch under `nameFreeCondition` and returns whether the condition held
 * @returns the name that was written
 * @throws unavailable if all tries failed
 */
export async function writeUnderUniqueFileName(
  db: Database,
  { id, customerId, documentationId }: NamedFile,
  preferredName: string,
  write: (name: string, nameFreeCondition: SQL) => Promise<boolean>,
): Promise<string> {
  const createNamesQuery = (table: "file" | "temp_file") =>
    sql`SELECT name FROM ${sql.raw(table)} WHERE customer_id = ${customerId} AND documentation_id = ${idParam(documentationId)} AND id <> ${idParam(id)}`;
  const otherNamesQuery = sql`${createNamesQuery("file")} UNION ALL ${createNamesQuery("temp_file")}`;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const nameRows = await selectRows(
      db,
      { name: text("name") },
      (columns) => sql`SELECT ${columns} FROM (${otherNamesQuery})`,
    );
    const name = findUnusedFileName(
      preferredName,
      nameRows.map((row) => row.name),
    );
    if (await write(name, sql`${name} NOT IN (${otherNamesQuery})`)) return name;
  }
  throw problem("unavailable");
}
