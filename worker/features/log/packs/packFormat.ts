import { createHash } from "node:crypto";
import { isUuid } from "#worker/db/idEncoding.ts";
import type { domainChange } from "#worker/db/schema/index.ts";

/** An audit entry in a pack; the customer is the pack's. */
export type PackedEntry = Omit<typeof domainChange.$inferSelect, "customerId">;

/** A position in the log: by date, then by id. */
export interface LogPosition {
  date: string;
  id: number;
}

export const toLogPosition = ({ dateCreated, id }: Pick<PackedEntry, "dateCreated" | "id">): LogPosition => ({
  date: dateCreated,
  id,
});

/** Negative if `a` is older than `b`. */
export const comparePositions = (a: LogPosition, b: LogPosition): number =>
  a.date === b.date ? a.id - b.id : a.date < b.date ? -1 : 1;

const pipeThrough = (bytes: BodyInit, stream: CompressionStream | DecompressionStream): Response =>
  new Response(new Response(bytes).body!.pipeThrough(stream));

/** Encodes entries as gzipped NDJSON. */
export async function encodePack(entries: readonly PackedEntry[]): Promise<Uint8Array> {
  const text = entries.map((line) => `${JSON.stringify(line)}\n`).join("");
  return new Uint8Array(await pipeThrough(text, new CompressionStream("gzip")).arrayBuffer());
}

/** @throws Error if the bytes are not a pack */
export async function decodePack(body: ReadableStream): Promise<PackedEntry[]> {
  const text = await pipeThrough(body, new DecompressionStream("gzip")).text();
  return text
    .split("\n")
    .filter(Boolean)
    .map((line): PackedEntry => JSON.parse(line));
}

const uuidPattern = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** The hash of an object's id: 52 bits, which numbers hold exactly. UUIDs are random enough to be truncated. */
export const hashObjectId = (id: string): number =>
  Number.parseInt(
    (isUuid(id) ? id.replaceAll("-", "") : createHash("sha256").update(id).digest("hex")).slice(0, 13),
    16,
  );

/** The hashes of all objects that the entries are about or mention. */
export const hashObjectIds = (entries: readonly PackedEntry[]): number[] => [
  ...new Set(
    entries.flatMap(({ objectId, params }) =>
      [objectId, ...(JSON.stringify(params).match(uuidPattern) ?? [])].map((id) =>
        hashObjectId(id.toLowerCase()),
      ),
    ),
  ),
];

/** Counts entries by class and user. */
export function countEntries(entries: readonly PackedEntry[]): Record<string, Record<string, number>> {
  const counts: Record<string, Record<string, number>> = {};
  for (const { objectClass, userId } of entries) {
    counts[objectClass] ??= {};
    const users = counts[objectClass];
    users[userId] = (users[userId] ?? 0) + 1;
  }
  return counts;
}

/** The columns of a pack derived from its entries, oldest first. */
export function createPackColumns(entries: readonly PackedEntry[], bytes: Uint8Array) {
  const [first, last] = [entries[0]!, entries.at(-1)!];
  const ids = entries.map(({ id }) => id);
  return {
    size: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    entryCount: entries.length,
    firstDate: first.dateCreated,
    firstId: first.id,
    lastDate: last.dateCreated,
    lastId: last.id,
    lowestId: Math.min(...ids),
    highestId: Math.max(...ids),
    counts: countEntries(entries),
  };
}
