import { createHash } from "node:crypto";
import type { Env } from "../../../env";
import type { BlockExtent } from "../../../export/blocked-zip";
import { crc32 } from "../../../export/crc32";
import type { StoredObject } from "../../../export/plan";
import { wholeObject } from "../../../export/segments";
import { ObjectChangedError } from "../../../export/source";
import { segmentEntry, type ZipEntry } from "../../../export/zip";
import type { Language } from "../../../http/language";
import type { JobRow } from "../../../jobs/kind";

/*
 * What a photo dump is made of, in R2 under customers/{id}/dumps/{job}/: plans of blocks, rows of the manifest, and the index
 * that ties them together. Each step writes objects of new names, so that a step that is run twice, or by two at once, never
 * changes what another relies on.
 */

/** A photo of the dump, as a block's plan keeps it. */
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
  /** When freezing began. */
  started: string;
  /** The newest documentation of that moment, by seq: what came later is not in it. */
  horizon: number;
  /** How many documentations there were. */
  expected: number;
  /** The last documentation that is in it. */
  after: { dateCreated: string; seq: number } | null;
  blocks: (BlockExtent & { key: string; etag: string })[];
  /** Rows of manifest.csv. */
  pieces: StoredObject[];
  totals: DumpTotals;
  /** The manifests' own block, once all is frozen: its texts are small and stand here. */
  closing: (BlockExtent & { text: string; header: string; modified: number }) | null;
}

export const dumpPrefix = ({ id, customerId }: Pick<JobRow, "id" | "customerId">) =>
  `customers/${customerId}/dumps/${id}/`;

/** Writes an object of a step under a name that no other step has. */
export async function put(
  env: Env,
  job: JobRow,
  name: string,
  bytes: Uint8Array,
): Promise<StoredObject & { sha256: string }> {
  const key = `${dumpPrefix(job)}${name}-${crypto.randomUUID()}`;
  const stored = await env.STORAGE.put(key, bytes);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { key, etag: stored!.etag, size: bytes.length, crc32: crc32(bytes), sha256 };
}

export const jsonBytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

/** Null when it is gone. */
export async function readIndex(env: Env, key: string): Promise<DumpIndex | null> {
  const object = await env.STORAGE.get(key);
  return (await object?.json<DumpIndex>()) ?? null;
}

/** @throws ObjectChangedError when the plan is gone, or is not the one that was made. */
export async function readBlock(env: Env, key: string, etag: string): Promise<ZipEntry[]> {
  const object = await env.STORAGE.get(key, { onlyIf: { etagMatches: etag } });
  if (!object || !("body" in object)) throw new ObjectChangedError(key);
  return (await object.json<PlannedEntry[]>()).map(zipEntry);
}

export const zipEntry = (entry: PlannedEntry): ZipEntry =>
  segmentEntry(entry.name, { segments: [wholeObject(entry)], crc32: entry.crc32 }, entry.modified);
