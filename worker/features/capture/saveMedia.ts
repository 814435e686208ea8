import { and, eq } from "drizzle-orm";
import { problem } from "#domain/core/problem.ts";
import * as contracts from "#domain/endpoints/capture/captureMedia.ts";
import { mount } from "#worker/api/mount.ts";
import type { Database } from "#worker/db/database.ts";
import { type LicenseRow, upload } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import { createBase64BodyReader } from "#worker/http/base64Body.ts";
import type { App } from "#worker/http/context.ts";
import { computeMd5, reserveUpload, storeBytes } from "#worker/ingest/reserve.ts";
import { assertStored, type SettleResult, settleUpload } from "#worker/ingest/settleUpload.ts";
import { createMediaResponse, findMedia, type MediaKind } from "#worker/ingest/storedMedia.ts";
import { describeFile, describePhoto } from "./describeMedia.ts";
import { createDeviceReceiver } from "./deviceReceiver.ts";
import { noteMediaRepairs } from "./mediaRepairs.ts";
import { announceInBatches, settlePhotos } from "./photoBatch.ts";

const { readBody, bytesOf } = createBase64BodyReader(contracts.maxInlineUploadBytes);

/** Mounts the upload calls for a device's photos and files, single and batched. */
export function mountMedia(app: App): void {
  mount(app, contracts.savePhoto, async ({ db, license, body, repairs }) => {
    const response = await describePhoto(db, license, body.photo);
    await noteMediaRepairs(db, license.customerId, "photo", body.photo, repairs());
    return response;
  });
  mount(app, contracts.saveFile, async ({ db, license, body, repairs }) => {
    const response = await describeFile(db, license, body.file);
    await noteMediaRepairs(db, license.customerId, "file", body.file, repairs());
    return response;
  });
  mount(app, contracts.reservePhotoUpload, async ({ env, db, license, body: { retaken = null, ...body } }) =>
    reserveUpload(env, db, await createDeviceReceiver(db, license, "PHOTO", body, retaken), body),
  );
  mount(app, contracts.reserveFileUpload, async ({ env, db, license, body }) =>
    reserveUpload(env, db, await createDeviceReceiver(db, license, "FILE", body), body),
  );
  mount(app, contracts.announcePhotos, async (call) => {
    const { db, license, body } = call;
    const items = await announceInBatches(call, license, body.photos);
    const repairs = call.repairs();
    for (const [index, { photo }] of body.photos.entries()) {
      const photoRepairs = repairs.filter(({ path }) => path.startsWith(`photos.${index}.`));
      if (photoRepairs.length > 0 && !items[index]?.failure)
        await noteMediaRepairs(db, license.customerId, "photo", photo, photoRepairs);
    }
    return { items };
  });
  mount(app, contracts.settlePhotos, async (call) => ({
    items: await settlePhotos(call, call.license, call.body.uploadIds),
  }));
  mountSettleUpload(app, "PHOTO", contracts.settlePhotoUpload);
  mountSettleUpload(app, "FILE", contracts.settleFileUpload);
  mount(
    app,
    contracts.uploadPhoto,
    ({ c, env, db, license, body: { id, photo } }) =>
      storeRequestBody(env, db, license, "PHOTO", { id, target: photo.id }, c.req.raw),
    { readBody },
  );
  mount(
    app,
    contracts.uploadFile,
    ({ c, env, db, license, body: { id, file } }) =>
      storeRequestBody(env, db, license, "FILE", { id, target: file.id }, c.req.raw),
    { readBody },
  );
}

function mountSettleUpload(app: App, kind: MediaKind, contract: typeof contracts.settlePhotoUpload): void {
  mount(app, contract, async ({ env, db, license, body }) => {
    const row = await findOwnUpload(db, license, kind, body.uploadId);
    return createStoredMediaResponse(db, license, kind, row.targetId, await settleUpload(env, db, row.id));
  });
}

/**
 * Stores bytes sent in the body (2§7). The body holds the id twice.
 * @throws invalid if the two ids differ
 */
async function storeRequestBody(
  env: Env,
  db: Database,
  license: LicenseRow,
  kind: MediaKind,
  { id, target: targetId }: { id: string | undefined; target: string },
  request: Request,
) {
  if (id && id !== targetId) throw problem("invalid", { fields: { id: "invalid" } });
  const bytes = bytesOf(request);
  const announcedFile = { id: targetId, size: bytes.length, md5: computeMd5(bytes) };
  const settlement = await storeBytes(
    env,
    db,
    await createDeviceReceiver(db, license, kind, announcedFile),
    bytes,
  );
  return createStoredMediaResponse(db, license, kind, targetId, settlement);
}

async function findOwnUpload(db: Database, license: LicenseRow, kind: MediaKind, id: string) {
  const row = await db
    .select()
    .from(upload)
    .where(
      and(
        eq(upload.customerId, license.customerId),
        eq(upload.licenseId, license.id),
        eq(upload.id, id),
        eq(upload.kind, kind),
      ),
    )
    .get();
  if (!row) throw problem("notFound");
  return row;
}

async function createStoredMediaResponse(
  db: Database,
  license: LicenseRow,
  kind: MediaKind,
  id: string,
  settlement: SettleResult,
) {
  assertStored(settlement);
  return createMediaResponse(await findMedia(db, license.customerId, kind, id));
}
