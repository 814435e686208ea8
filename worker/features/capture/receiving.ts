import type { RetakenPhoto } from "../../../domain/endpoints/captureMedia";
import { isReadOnlyForStaff } from "../../../domain/rules/documentationStatus";
import type { Database } from "../../db/database";
import type { DeviceLicense } from "../../entrance/license";
import type { Receiver } from "../../ingest/reservations";
import { openRetakeOf, retakeReceiver } from "../../ingest/retaken";
import { findMedia, type MediaKind } from "../../ingest/stored";
import { assertOpen, deviceSource, documentationOf } from "./documentation";

/**
 * Finds the row for a device's bytes. Those of a photo that was sent back take the place of the ones that are there, whatever has become of
 * the documentation. @throws notFound, documentationClosed, samePhoto
 */
export async function deviceReceiver(
  db: Database,
  license: DeviceLicense,
  kind: MediaKind,
  { id, ...announced }: { id: string; size: number; md5: string },
  said: RetakenPhoto | null = null,
): Promise<Receiver> {
  const target = await findMedia(db, license.customerId, kind, id);
  const documentation = await documentationOf(db, deviceSource(license), target.documentationId);
  const sender = { licenseId: license.id };
  if (!target.hasData) {
    assertOpen(documentation);
    return { kind, target, sender };
  }
  const asked =
    kind === "PHOTO" && !isReadOnlyForStaff(documentation.status)
      ? await openRetakeOf(db, target)
      : undefined;
  if (!asked) return { kind, target, sender };
  return { ...(await retakeReceiver(db, target, asked.id, said, announced)), sender };
}
