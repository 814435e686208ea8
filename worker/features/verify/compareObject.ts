import type { MediaFaultKind, MediaHolder } from "#domain/endpoints/operations/storedFiles.ts";
import type { Expected, HolderRow } from "./holders.ts";
import type { ObjectInfo, StoredObjects } from "./objectInfo.ts";

export interface Fault {
  key: string;
  kind: MediaFaultKind;
  holder: MediaHolder | null;
  holderId: string | null;
  documentationId: string | null;
  customerId: number | null;
  /** Size in bytes and SHA-256, or the value that differs. */
  expected: string | null;
  found: string | null;
}

export interface Compared {
  faults: Fault[];
  objects: number;
  /** Bytes read. */
  bytes: number;
}

const described = (held: { size: number | null; sha256?: string | null; etag?: string | null }): string =>
  [
    held.size === null ? "" : `${held.size} bytes`,
    held.sha256 ? `SHA-256 ${held.sha256}` : held.etag ? `entity tag ${held.etag}` : "",
  ]
    .filter(Boolean)
    .join(", ");

/** Compares the objects of a row with its record of them, one by one. */
export async function compareRow(
  objects: StoredObjects,
  holder: MediaHolder,
  row: HolderRow,
  beat: () => Promise<void>,
): Promise<Compared> {
  const compared: Compared = { faults: [], objects: 0, bytes: 0 };
  for (const expected of row.objects) {
    const held: (ObjectInfo & { sha256?: string }) | null =
      expected.sha256 === null ? await objects.head(expected.key) : await objects.digest(expected.key, beat);
    compared.objects += 1;
    if (expected.sha256 !== null) compared.bytes += held?.size ?? 0;
    if (held && matches(expected, held)) continue;
    compared.faults.push({
      key: expected.key,
      kind: held ? "DAMAGED" : "MISSING",
      holder,
      holderId: row.id,
      documentationId: row.documentationId,
      customerId: row.customerId,
      expected: described(expected) || null,
      found: held && found(expected, held),
    });
  }
  return compared;
}

const sameBytes = (expected: Expected, held: ObjectInfo & { sha256?: string }): boolean =>
  (expected.size === null || expected.size === held.size) &&
  (expected.sha256 === null || expected.sha256 === held.sha256);

/** Downloads request the row's entity tag: with another one, even identical bytes are refused. */
const matches = (expected: Expected, held: ObjectInfo & { sha256?: string }): boolean =>
  sameBytes(expected, held) && (expected.etag === null || expected.etag === held.etag);

const found = (expected: Expected, held: ObjectInfo & { sha256?: string }): string =>
  sameBytes(expected, held)
    ? `${described(held)}, entity tag ${held.etag} instead of ${expected.etag}`
    : described(held);
