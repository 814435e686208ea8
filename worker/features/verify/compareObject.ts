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

const described = (actual: { size: number | null; sha256?: string | null; etag?: string | null }): string =>
  [
    actual.size === null ? "" : `${actual.size} bytes`,
    actual.sha256 ? `SHA-256 ${actual.sha256}` : actual.etag ? `entity tag ${actual.etag}` : "",
  ]
    .filter(Boolean)
    .join(", ");

/** Compares the objects of a row with its record of them, one by one. */
export async function compareRow(
  objects: StoredObjects,
  holder: MediaHolder,
  row: HolderRow,
  renew: () => Promise<void>,
): Promise<Compared> {
  const compared: Compared = { faults: [], objects: 0, bytes: 0 };
  for (const expected of row.objects) {
    const actual: (ObjectInfo & { sha256?: string }) | null =
      expected.sha256 === null ? await objects.head(expected.key) : await objects.digest(expected.key, renew);
    compared.objects += 1;
    if (expected.sha256 !== null) compared.bytes += actual?.size ?? 0;
    if (actual && matches(expected, actual)) continue;
    compared.faults.push({
      key: expected.key,
      kind: actual ? "DAMAGED" : "MISSING",
      holder,
      holderId: row.id,
      documentationId: row.documentationId,
      customerId: row.customerId,
      expected: described(expected) || null,
      found: actual && describeFound(expected, actual),
    });
  }
  return compared;
}

const sameBytes = (expected: Expected, actual: ObjectInfo & { sha256?: string }): boolean =>
  (expected.size === null || expected.size === actual.size) &&
  (expected.sha256 === null || expected.sha256 === actual.sha256);

/** Downloads request the row's entity tag: with another one, even identical bytes are refused. */
const matches = (expected: Expected, actual: ObjectInfo & { sha256?: string }): boolean =>
  sameBytes(expected, actual) && (expected.etag === null || expected.etag === actual.etag);

const describeFound = (expected: Expected, actual: ObjectInfo & { sha256?: string }): string =>
  sameBytes(expected, actual)
    ? `${described(actual)}, entity tag ${actual.etag} instead of ${expected.etag}`
    : described(actual);
