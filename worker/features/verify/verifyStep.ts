import { z } from "zod";
import { instant } from "#domain/core/fields.ts";
import type { Database } from "#worker/db/database.ts";
import { directoryName } from "#worker/db/shards.ts";
import { getCustomerIdOfKey } from "#worker/media/photoKeys.ts";
import { type CompareResult, compareRow, type MediaFault } from "./compareObject.ts";
import { findOrphans, parseKey } from "./findOrphans.ts";
import { type HolderRow, objectHolders } from "./holders.ts";
import type { StoredObjects } from "./objectInfo.ts";

/*
 * Compares rows with objects, then objects with rows. The work is split into steps that end at a row or key, which the cursor
 * records; a repeated step finds the same faults.
 */

export const walkCursorSchema = z.object({
  began: instant(),
  part: z.enum(["rows", "objects"]),
  /** Index in `objectHolders`. */
  holder: z.int().nonnegative(),
  /** The id or key that the last step ended at. */
  after: z.string(),
  /** Objects compared, bytes read, faults found. */
  checked: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  faults: z.int().nonnegative(),
});
export type WalkCursor = z.output<typeof walkCursorSchema>;

export const createInitialCursor = (startedAt: string): WalkCursor => ({
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

/** Each database checks the objects of its own customers; the directory also checks those of the service (null). */
export const createOwnerCheck =
  (shardByCustomer: ReadonlyMap<number, string>, database: string) =>
  (customerId: number | null): boolean =>
    ((customerId && shardByCustomer.get(customerId)) || directoryName) === database;

interface WalkContext {
  db: Database;
  objects: StoredObjects;
  limits: StepLimits;
  /** True if this database checks a customer's objects; null is the service. Absent if there is only one database. */
  isOwner?(customerId: number | null): boolean;
  /** Receives the faults before the cursor moves past them. */
  reportFaults(faults: readonly MediaFault[]): Promise<void>;
  /** Signals that a long step is still running. */
  renewLease(): Promise<void>;
}

/** Rows compared concurrently; the runtime allows six connections. */
const rowConcurrency = 4;
/** Hours after which an object without a row counts as an orphan. */
const graceHours = 48;

/** Runs one step, and returns the next cursor and whether the comparison is finished. */
export async function runWalkStep(
  context: WalkContext,
  startCursor: WalkCursor,
): Promise<{ cursor: WalkCursor; isFinished: boolean }> {
  const deadline = Date.now() + context.limits.milliseconds;
  let cursor = startCursor;
  for (;;) {
    const nextCursor =
      cursor.part === "rows"
        ? await runRowsStep(context, cursor, deadline)
        : await runObjectsStep(context, cursor);
    if (nextCursor === null) return { cursor, isFinished: true };
    cursor = nextCursor;
    if (Date.now() >= deadline || cursor.bytes - startCursor.bytes >= context.limits.bytes)
      return { cursor, isFinished: false };
  }
}

async function runRowsStep(context: WalkContext, cursor: WalkCursor, deadline: number): Promise<WalkCursor> {
  const { db, limits, reportFaults } = context;
  const holder = objectHolders[cursor.holder];
  if (!holder) return { ...cursor, part: "objects", after: "" };
  const rows = await holder.listRows(db, { afterId: cursor.after, limit: limits.page });
  if (rows.length === 0) return { ...cursor, holder: cursor.holder + 1, after: "" };
  let position = cursor;
  for (let offset = 0; offset < rows.length; offset += rowConcurrency) {
    const batch = rows.slice(offset, offset + rowConcurrency);
    const results = await Promise.all(
      batch.map((row) => compareRow(context.objects, holder.name, row, context.renewLease)),
    );
    const faults = await confirmFaults(context, cursor.holder, batch, results);
    if (faults.length > 0) await reportFaults(faults);
    position = {
      ...position,
      after: batch.at(-1)!.id,
      checked: position.checked + sumField(results, "objects"),
      bytes: position.bytes + sumField(results, "bytes"),
      faults: position.faults + faults.length,
    };
    if (Date.now() >= deadline || position.bytes - cursor.bytes >= limits.bytes) break;
  }
  return position;
}

const sumField = (results: readonly CompareResult[], field: "objects" | "bytes") =>
  results.reduce((total, result) => total + result[field], 0);

/** Confirms faults by reading the rows again, which may have changed or been deleted while their objects were read. */
async function confirmFaults(
  { db, objects, renewLease, isOwner = () => true }: WalkContext,
  index: number,
  rows: readonly HolderRow[],
  results: readonly CompareResult[],
): Promise<MediaFault[]> {
  const faultyRows = rows.filter((_, index) => results[index]!.faults.length > 0);
  if (faultyRows.length === 0) return [];
  const holder = objectHolders[index]!;
  const rereadRows = await holder.listRows(db, { ids: faultyRows.map(({ id }) => id) });
  const secondResults = await Promise.all(
    rereadRows.map((row) => compareRow(objects, holder.name, row, renewLease)),
  );
  return secondResults.flatMap(({ faults }) => faults).filter(({ customerId }) => isOwner(customerId));
}

async function runObjectsStep(
  { db, objects, limits, reportFaults, isOwner = () => true }: WalkContext,
  cursor: WalkCursor,
): Promise<WalkCursor | null> {
  if (cursor.after === lastKey) return null;
  const { objects: storedObjects, next } = await objects.list(cursor.after, limits.page);
  const graceStartMs = Date.parse(cursor.began) - graceHours * 3_600_000;
  const listedObjects = new Map(
    storedObjects
      .filter(
        ({ key, uploaded }) => uploaded.getTime() < graceStartMs && isOwner(getCustomerIdOfKey(key) ?? null),
      )
      .map((object) => [object.key, object]),
  );
  const orphanKeys = await findOrphans(db, [...listedObjects.keys()]);
  if (orphanKeys.length > 0)
    await reportFaults(
      orphanKeys.map((key) => ({
        key,
        kind: "UNREFERENCED",
        ...{ holder: null, holderId: null, documentationId: null, expected: null },
        customerId: parseKey(key)?.customerId ?? null,
        found: `${listedObjects.get(key)!.size} bytes`,
      })),
    );
  return {
    ...cursor,
    after: next ?? lastKey,
    checked: cursor.checked + storedObjects.length,
    faults: cursor.faults + orphanKeys.length,
  };
}

/** Sorts after every key. */
const lastKey = "\uffff";
