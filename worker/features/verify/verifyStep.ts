import { z } from "zod";
import { instant } from "#domain/core/fields.ts";
import type { Database } from "#worker/db/database.ts";
import { directoryName } from "#worker/db/shards.ts";
import { customerOfKey } from "#worker/media/keys.ts";
import { type Compared, compareRow, type Fault } from "./compareObject.ts";
import { findOrphans, parseKey } from "./findOrphans.ts";
import { type HolderRow, objectOwners } from "./holders.ts";
import type { StoredObjects } from "./objectInfo.ts";

/*
 * Compares rows with objects, then objects with rows. The work is split into steps that end at a row or key, which the cursor
 * records; a repeated step finds the same.
 */

export const walkCursor = z.object({
  began: instant(),
  part: z.enum(["rows", "objects"]),
  /** Index in `objectOwners`. */
  holder: z.int().nonnegative(),
  /** The id or key that the last step ended at. */
  after: z.string(),
  /** Objects compared, bytes read, faults found. */
  checked: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  faults: z.int().nonnegative(),
});
export type WalkCursor = z.output<typeof walkCursor>;

export const beginning = (startedAt: string): WalkCursor => ({
  began: startedAt,
  ...{ part: "rows", holder: 0, after: "", checked: 0, bytes: 0, faults: 0 },
});

/** The limits after which a step ends. */
export interface StepLimits {
  bytes: number;
  milliseconds: number;
  /** Rows, or objects, per page. */
  page: number;
}

/** Each database checks the objects of its own customers, and the directory also those of the service (null). */
export const ownerCheck =
  (shardByCustomer: ReadonlyMap<number, string>, database: string) =>
  (customerId: number | null): boolean =>
    ((customerId && shardByCustomer.get(customerId)) || directoryName) === database;

interface VerifyContext {
  db: Database;
  objects: StoredObjects;
  limits: StepLimits;
  /** True if this database checks a customer's objects; null is the service. Absent if there is only one database. */
  isOwner?(customerId: number | null): boolean;
  /** Receives the faults before the cursor moves past them. */
  note(faults: readonly Fault[]): Promise<void>;
  /** Signals that a long step is still running. */
  beat(): Promise<void>;
}

/** Rows compared concurrently; the runtime allows six connections. */
const rowConcurrency = 4;
/** Hours after which an object without a row counts as an orphan. */
const graceHours = 48;

/** Runs one step, and returns the next cursor and whether it is finished. */
export async function walkObjects(
  walking: VerifyContext,
  from: WalkCursor,
): Promise<{ cursor: WalkCursor; ended: boolean }> {
  const until = Date.now() + walking.limits.milliseconds;
  let cursor = from;
  for (;;) {
    const next =
      cursor.part === "rows" ? await rowsStep(walking, cursor, until) : await objectsStep(walking, cursor);
    if (next === null) return { cursor, ended: true };
    cursor = next;
    if (Date.now() >= until || cursor.bytes - from.bytes >= walking.limits.bytes)
      return { cursor, ended: false };
  }
}

async function rowsStep(walking: VerifyContext, cursor: WalkCursor, until: number): Promise<WalkCursor> {
  const { db, limits, note } = walking;
  const holder = objectOwners[cursor.holder];
  if (!holder) return { ...cursor, part: "objects", after: "" };
  const rows = await holder.rows(db, { after: cursor.after, limit: limits.page });
  if (rows.length === 0) return { ...cursor, holder: cursor.holder + 1, after: "" };
  let position = cursor;
  for (let first = 0; first < rows.length; first += rowConcurrency) {
    const some = rows.slice(first, first + rowConcurrency);
    const compared = await Promise.all(
      some.map((row) => compareRow(walking.objects, holder.name, row, walking.beat)),
    );
    const faults = await confirmFaults(walking, cursor.holder, some, compared);
    if (faults.length > 0) await note(faults);
    position = {
      ...position,
      after: some.at(-1)!.id,
      checked: position.checked + sum(compared, "objects"),
      bytes: position.bytes + sum(compared, "bytes"),
      faults: position.faults + faults.length,
    };
    if (Date.now() >= until || position.bytes - cursor.bytes >= limits.bytes) break;
  }
  return position;
}

const sum = (compared: readonly Compared[], field: "objects" | "bytes") =>
  compared.reduce((all, result) => all + result[field], 0);

/** Confirms faults by reading the rows again, which may have changed or been deleted while their objects were read. */
async function confirmFaults(
  { db, objects, beat, isOwner = () => true }: VerifyContext,
  index: number,
  rows: readonly HolderRow[],
  compared: readonly Compared[],
): Promise<Fault[]> {
  const faulty = rows.filter((_, index) => compared[index]!.faults.length > 0);
  if (faulty.length === 0) return [];
  const holder = objectOwners[index]!;
  const reread = await holder.rows(db, { ids: faulty.map(({ id }) => id) });
  const once = await Promise.all(reread.map((row) => compareRow(objects, holder.name, row, beat)));
  return once.flatMap(({ faults }) => faults).filter(({ customerId }) => isOwner(customerId));
}

async function objectsStep(
  { db, objects, limits, note, isOwner = () => true }: VerifyContext,
  cursor: WalkCursor,
): Promise<WalkCursor | null> {
  if (cursor.after === lastKey) return null;
  const { objects: storedObjects, next } = await objects.list(cursor.after, limits.page);
  const young = Date.parse(cursor.began) - graceHours * 3_600_000;
  const listedObjects = new Map(
    storedObjects
      .filter(({ key, uploaded }) => uploaded.getTime() < young && isOwner(customerOfKey(key) ?? null))
      .map((result) => [result.key, result]),
  );
  const unnamed = await findOrphans(db, [...listedObjects.keys()]);
  if (unnamed.length > 0)
    await note(
      unnamed.map((key) => ({
        key,
        kind: "UNNAMED",
        ...{ holder: null, holderId: null, documentationId: null, expected: null },
        customerId: parseKey(key)?.customerId ?? null,
        found: `${listedObjects.get(key)!.size} bytes`,
      })),
    );
  return {
    ...cursor,
    after: next ?? lastKey,
    checked: cursor.checked + storedObjects.length,
    faults: cursor.faults + unnamed.length,
  };
}

/** Sorts after every key. */
const lastKey = "\uffff";
