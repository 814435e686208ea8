import { createHash } from "node:crypto";
import { isUuid } from "#worker/db/idEncoding.ts";
import type { domainChange } from "#worker/db/schema/index.ts";

/** An audit entry in a pack; the customer is the pack's. */
export type PackedLine = Omit<typeof domainChange.$inferSelect, "customerId">;

/** A position in the log: by date, then by id. */
export interface LogPosition {
  date: string;
  id: number;
}

export const positionOf = ({ dateCreated, id }: Pick<PackedLine, "dateCreated" | "id">): LogPosition => ({
  date: dateCreated,
  id,
});

/** Negative if `a` is older than `b`. */
export const compare = (a: LogPosition, b: LogPosition): number =>
  a.date === b.date ? a.id - b.id : a.date < b.date ? -1 : 1;

const through = (bytes: BodyInit, stream: CompressionStream | DecompressionStream): Response =>
  new Response(new Response(bytes).body!.pipeThrough(stream));

/** Encodes entries as gzipped NDJSON. */
export async function encodePack(lines: readonly PackedLine[]): Promise<Uint8Array> {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  return new Uint8Array(await through(text, new CompressionStream("gzip")).arrayBuffer());
}

/** @throws Error if the bytes are not a pack */
export async function decodePack(body: ReadableStream): Promise<PackedLine[]> {
  const text = await through(body, new DecompressionStream("gzip")).text();
  return text
    .split("\n")
    .filter(Boolean)
    .map((line): PackedLine => JSON.parse(line));
}

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** The hash of an object's id: 52 bits, which numbers hold exactly. UUIDs are random enough to be truncated. */
export const hashOf = (id: string): number =>
  Number.parseInt(
    (isUuid(id) ? id.replaceAll("-", "") : createHash("sha256").update(id).digest("hex")).slice(0, 13),
    16,
  );

/** The hashes of all objects that the entries are about or mention. */
export const hashesIn = (lines: readonly PackedLine[]): number[] => [
  ...new Set(
    lines.flatMap(({ objectId, params }) =>
      [objectId, ...(JSON.stringify(params).match(uuid) ?? [])].map((id) => hashOf(id.toLowerCase())),
    ),
  ),
];

/** Counts entries by class and user. */
export function countsOf(lines: readonly PackedLine[]): Record<string, Record<string, number>> {
  const counts: Record<string, Record<string, number>> = {};
  for (const { objectClass, userId } of lines) {
    counts[objectClass] ??= {};
    const users = counts[objectClass];
    users[userId] = (users[userId] ?? 0) + 1;
  }
  return counts;
}

/** The columns of a pack derived from its entries, oldest first. */
export function columnsOf(lines: readonly PackedLine[], bytes: Uint8Array) {
  const [first, last] = [lines[0]!, lines.at(-1)!];
  const ids = lines.map(({ id }) => id);
  return {
    size: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    entryCount: lines.length,
    firstDate: first.dateCreated,
    firstId: first.id,
    lastDate: last.dateCreated,
    lastId: last.id,
    lowestId: Math.min(...ids),
    highestId: Math.max(...ids),
    counts: countsOf(lines),
  };
}
