import { sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { type RepairedField, repairedFields } from "#domain/core/documentationTypes.ts";
import { now } from "#domain/core/fields.ts";
import { isOneOf } from "#domain/core/objects.ts";
import type { TextRepair } from "#domain/core/text/textRepairs.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam, newId } from "#worker/db/ids.ts";
import { jsonChunks } from "#worker/db/jsonChunks.ts";
import { statement } from "#worker/db/statement.ts";

/** The params of a TEXT_REPAIRED event. */
interface Repair {
  task?: string;
  photo?: string;
  file?: string;
  field: RepairedField;
  characters: string;
}

const fieldOf = (path: string): RepairedField => {
  const field = path.split(".").at(-1);
  return isOneOf(repairedFields, field) ? field : "other";
};

/** The repairs of a documentation and of its tasks. */
export function documentationRepairs(
  { path: prefix, repairs = [] }: { path: string; repairs?: readonly TextRepair[] },
  { tasks }: { tasks: readonly { name: string }[] },
): Repair[] {
  return repairs.map(({ path, characters }) => {
    const [, index] = /^tasks\.(\d+)\./.exec(path.slice(prefix.length)) ?? [];
    const task = index === undefined ? undefined : tasks[Number(index)]?.name;
    return { ...(task !== undefined && { task }), field: fieldOf(path), characters: characters.join(", ") };
  });
}

interface Media {
  documentationId: string;
  name: string;
  creator: string;
}

/** Notes the repairs of a photo or file. Described again after a lost response, it is noted then. */
export async function noteMediaRepairs(
  db: Database,
  customerId: number,
  kind: "photo" | "file",
  { documentationId: id, name, creator }: Media,
  repairs: readonly TextRepair[],
): Promise<void> {
  const notes = repairs.map(({ path, characters }) => ({
    [kind]: name,
    field: fieldOf(path),
    characters: characters.join(", "),
  }));
  const [first, ...rest] = repairStatements(db, { customerId, id, creator }, notes);
  if (first) await db.batch([first, ...rest]);
}

/** Statements that note repairs in the documentation's history, each once however often a device sends the text again. */
export const repairStatements = (
  db: Database,
  { customerId, id, creator }: { customerId: number; id: string; creator: string },
  repairs: readonly Repair[],
): BatchItem<"sqlite">[] =>
  jsonChunks(repairs).map((chunk) =>
    statement(
      db,
      sql`INSERT INTO documentation_event (id, customer_id, documentation_id, type, event_date, creator, params)
        SELECT ${newId}, ${customerId}, ${idParam(id)}, 'TEXT_REPAIRED', ${now()}, ${creator}, json(value) FROM json_each(${chunk})
        WHERE NOT EXISTS (SELECT 1 FROM documentation_event e WHERE e.customer_id = ${customerId} AND e.documentation_id = ${idParam(id)}
          AND e.type = 'TEXT_REPAIRED' AND e.params = json(value))`,
    ),
  );
