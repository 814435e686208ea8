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
export function toDocumentationRepairs(
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

/** Records the repairs of a photo or file. If the call ends before that, the device's next attempt records them. */
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

type CapturedContent = Pick<z.output<typeof capturedDocumentation>, "dateCreated" | "tasks">;

/**
 * Replaces times that are obviously wrong: the documentation's by the stored time or the time of arrival, and its tasks'
 * times by the documentation's time. Returns the first wrong time for the documentation's history.
 */
export function repairTimes<C extends CapturedContent>(
  capturedContent: C,
  arrivedAt: string,
): { captured: C; repairedTimes: RepairedTime[] } {
  const wrongTimes: string[] = [];
  const keepPossibleTime = (time: string | undefined): string | undefined => {
    if (time === undefined || isPossibleDeviceTime(time)) return time;
    wrongTimes.push(time);
    return undefined;
  };
  const dateCreated = keepPossibleTime(capturedContent.dateCreated) ?? arrivedAt;
  const tasks = capturedContent.tasks.map((task) => {
    const taskDate = keepPossibleTime(task.dateCreated);
    return {
      ...task,
      dateCreated: taskDate,
      preconditions: task.preconditions.map((item) => ({
        ...item,
        dateCreated: keepPossibleTime(item.dateCreated),
      })),
      events: task.events.map((event) => ({
        ...event,
        dateCreated: keepPossibleTime(event.dateCreated) ?? taskDate ?? dateCreated,
      })),
    };
  });
  const repairedTimes = wrongTimes.slice(0, 1).map((wrongTime) => ({ deviceTime: wrongTime }));
  return { captured: { ...capturedContent, dateCreated, tasks }, repairedTimes };
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
