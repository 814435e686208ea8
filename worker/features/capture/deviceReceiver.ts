import { isReadOnlyForStaff } from "#domain/documentation/status.ts";
import type { RetakenPhoto } from "#domain/endpoints/capture/captureMedia.ts";
import type { Database } from "#worker/db/database.ts";
import type { LicenseRow } from "#worker/db/schema/index.ts";
import { createRetakeReceiver, findOpenRetake } from "#worker/ingest/photoRetakes.ts";
import type { Receiver } from "#worker/ingest/reservations.ts";
import { findMedia, type MediaKind } from "#worker/ingest/storedMedia.ts";
import { assertAcceptsUploads, findDocumentation, toDeviceSource } from "./saveDocumentation.ts";

/**
 * Finds the row that a device's bytes belong to. The bytes of a photo that was sent back replace the existing ones, whatever the
 * status of the documentation.
 * @throws notFound, documentationClosed, samePhoto
 */
export async function createDeviceReceiver(
  db: Database,
  license: LicenseRow,
  kind: MediaKind,
  { id, ...announcedFile }: { id: string; size: number; md5: string },
  retakenPhoto: RetakenPhoto | null = null,
): Promise<Receiver> {
  const target = await findMedia(db, license.customerId, kind, id);
  const documentation = await findDocumentation(db, toDeviceSource(license), target.documentationId);
  const sender = { licenseId: license.id };
  if (!target.hasData) {
    assertAcceptsUploads(documentation);
    return { kind, target, sender };
  }
  const retake =
    kind === "PHOTO" && !isReadOnlyForStaff(documentation.status)
      ? await findOpenRetake(db, target)
      : undefined;
  if (!retake) return { kind, target, sender };
  return { ...(await createRetakeReceiver(db, target, retake.id, retakenPhoto, announcedFile)), sender };
}
