import { createHash } from "node:crypto";
import type { Language } from "#domain/core/language.ts";
import type { JobRow } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import type { BlockExtent } from "#worker/export/blockedZip.ts";
import { crc32 } from "#worker/export/crc32.ts";
import type { StoredObject } from "#worker/export/exportPlanTypes.ts";
import { ObjectChangedError } from "#worker/export/objectSource.ts";
import { createObjectSegment } from "#worker/export/segments.ts";
import { createSegmentEntry, type ZipEntry } from "#worker/export/zipSegments.ts";

/*
 * The parts of a photo dump, in R2 under customers/{id}/dumps/{job}/: block plans, manifest rows, and the index of both. Each
 * step writes objects under new names, so that a repeated or concurrent step never changes objects of another step.
 */

/** A photo in the plan of a block. */
export interface PlannedEntry extends StoredObject {
  /** Path in the zip. */
  name: string;
  /** DOS date and time. */
  modified: number;
}

export interface DumpTotals {
  documentations: number;
  /** Documentations that never had a photo. */
  empty: number;
  included: number;
  missing: number;
  /** Bytes of the photos. */
  bytes: number;
}

export interface DumpIndex {
  customerName: string;
  language: Language;
  /** Start of planning. */
  started: string;
  /** `seq` of the newest documentation at the start. Later ones are left out. */
  horizon: number;
  /** Number of documentations at the start. */
  expected: number;
  /** The last documentation included. */
  after: { dateCreated: string; seq: number } | null;
  blocks: (BlockExtent & { key: string; etag: string })[];
  /** Rows of manifest.csv. */
  objects: StoredObject[];
  totals: DumpTotals;
  /** The block of the manifests, once every documentation is planned. */
  closing: (BlockExtent & { text: string; header: string; modified: number }) | null;
}

export const createDumpPrefix = ({ id, customerId }: Pick<JobRow, "id" | "customerId">) =>
  `customers/${customerId}/dumps/${id}/`;

/** Stores an object of a step under a unique name. */
export async function writeDumpObject(
  env: Env,
  job: JobRow,
  name: string,
  bytes: Uint8Array,
): Promise<StoredObject & { sha256: string }> {
  const key = `${createDumpPrefix(job)}${name}-${crypto.randomUUID()}`;
  const storedObject = await env.STORAGE.put(key, bytes);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { key, etag: storedObject!.etag, size: bytes.length, crc32: crc32(bytes), sha256 };
}

export const encodeJson = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

/** Returns null if the index has been removed. */
export async function readIndex(env: Env, key: string): Promise<DumpIndex | null> {
  const object = await env.STORAGE.get(key);
  return (await object?.json<DumpIndex>()) ?? null;
}

/** @throws ObjectChangedError if the plan has been removed or replaced */
export async function readBlock(env: Env, key: string, etag: string): Promise<ZipEntry[]> {
  const object = await env.STORAGE.get(key, { onlyIf: { etagMatches: etag } });
  if (!object || !("body" in object)) throw new ObjectChangedError(key);
  return (await object.json<PlannedEntry[]>()).map(createZipEntry);
}

export const createZipEntry = (entry: PlannedEntry): ZipEntry =>
  createSegmentEntry(
    entry.name,
    { segments: [createObjectSegment(entry)], crc32: entry.crc32 },
    entry.modified,
  );
