import type { MediaFaultKind, MediaHolder } from "#domain/endpoints/operations/storedFiles.ts";
import type { ExpectedObject, HolderRow } from "./holders.ts";
import type { ObjectInfo, StoredObjects } from "./objectInfo.ts";

export interface MediaFault {
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

export interface CompareResult {
  faults: MediaFault[];
  objects: number;
  /** Bytes read. */
  bytes: number;
}

const describeObject = (actual: {
  size: number | null;
  sha256?: string | null;
  etag?: string | null;
}): string =>
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
  renewLease: () => Promise<void>,
): Promise<CompareResult> {
  const result: CompareResult = { faults: [], objects: 0, bytes: 0 };
  for (const expected of row.objects) {
    const actual: (ObjectInfo & { sha256?: string }) | null =
      expected.sha256 === null
        ? await objects.head(expected.key)
        : await objects.digest(expected.key, renewLease);
    result.objects += 1;
    if (expected.sha256 !== null) result.bytes += actual?.size ?? 0;
    if (actual && isMatch(expected, actual)) continue;
    result.faults.push({
      key: expected.key,
      kind: actual ? "DAMAGED" : "MISSING",
      holder,
      holderId: row.id,
      documentationId: row.documentationId,
      customerId: row.customerId,
      expected: describeObject(expected) || null,
      found: actual && describeFound(expected, actual),
    });
  }
  return result;
}

const hasSameBytes = (expected: ExpectedObject, actual: ObjectInfo & { sha256?: string }): boolean =>
  (expected.size === null || expected.size === actual.size) &&
  (expected.sha256 === null || expected.sha256 === actual.sha256);

/** Downloads request the row's entity tag: with another entity tag, even identical bytes are refused. */
const isMatch = (expected: ExpectedObject, actual: ObjectInfo & { sha256?: string }): boolean =>
  hasSameBytes(expected, actual) && (expected.etag === null || expected.etag === actual.etag);

const describeFound = (expected: ExpectedObject, actual: ObjectInfo & { sha256?: string }): string =>
  hasSameBytes(expected, actual)
    ? `${describeObject(actual)}, entity tag ${actual.etag} instead of ${expected.etag}`
    : describeObject(actual);
