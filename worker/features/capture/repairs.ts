import { sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { z } from "zod";
import {
  type DocumentationEventType,
  type RepairedField,
  type RepairedTime,
  repairedFields,
} from "#domain/core/documentationTypes.ts";
import { isPossibleDeviceTime, now } from "#domain/core/fields.ts";
import { isOneOf } from "#domain/core/objects.ts";
import type { TextRepair } from "#domain/core/text/textRepairs.ts";
import type { capturedDocumentation } from "#domain/endpoints/capture/capture.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam, newId } from "#worker/db/ids.ts";
import { jsonChunks } from "#worker/db/jsonChunks.ts";
import { statement } from "#worker/db/statement.ts";

/** The params of a TEXT_REPAIRED event. */
interface Repair extends Record<string, string | undefined> {
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

type Captured = Pick<z.output<typeof capturedDocumentation>, "dateCreated" | "tasks">;

/**
 * Replaces the times of a clock that is obviously wrong: the documentation's by its stored one or that of its arrival, those of its tasks
 * by the documentation's. Returns the first wrong time, to be noted.
 */
export function repairTimes<C extends Captured>(
  captured: C,
  arrivedAt: string,
): { captured: C; repaired: RepairedTime[] } {
  const wrong: string[] = [];
  const possible = (time: string | undefined): string | undefined => {
    if (time === undefined || isPossibleDeviceTime(time)) return time;
    wrong.push(time);
    return undefined;
  };
  const dateCreated = possible(captured.dateCreated) ?? arrivedAt;
  const tasks = captured.tasks.map((task) => {
    const taskDate = possible(task.dateCreated);
    return {
      ...task,
      dateCreated: taskDate,
      preconditions: task.preconditions.map((item) => ({ ...item, dateCreated: possible(item.dateCreated) })),
      events: task.events.map((event) => ({
        ...event,
        dateCreated: possible(event.dateCreated) ?? taskDate ?? dateCreated,
      })),
    };
  });
  const repaired = wrong.slice(0, 1).map((shown) => ({ shown }));
  return { captured: { ...captured, dateCreated, tasks }, repaired };
}

/** Statements that note repairs in the documentation's history, each once however often a device sends the text again. */
export const repairStatements = (
  db: Database,
  { customerId, id, creator }: { customerId: number; id: string; creator: string },
  repairs: readonly (Repair | RepairedTime)[],
  type: DocumentationEventType = "TEXT_REPAIRED",
): BatchItem<"sqlite">[] =>
  jsonChunks(repairs).map((chunk) =>
    statement(
      db,
      sql`INSERT INTO documentation_event (id, customer_id, documentation_id, type, event_date, creator, params)
        SELECT ${newId}, ${customerId}, ${idParam(id)}, ${type}, ${now()}, ${creator}, json(value) FROM json_each(${chunk})
        WHERE NOT EXISTS (SELECT 1 FROM documentation_event e WHERE e.customer_id = ${customerId} AND e.documentation_id = ${idParam(id)}
          AND e.type = ${type} AND e.params = json(value))`,
    ),
  );
