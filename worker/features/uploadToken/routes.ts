import { problem } from "#domain/core/problem.ts";
import * as uploads from "#domain/endpoints/links/linkUpload.ts";
import * as receipts from "#domain/endpoints/links/receipt.ts";
import * as later from "#domain/endpoints/links/uploadLater.ts";
import * as links from "#domain/endpoints/links/uploadLinks.ts";
import { mount } from "#worker/api/mount.ts";
import { findLink } from "#worker/auth/linkAuth.ts";
import { addressOf } from "#worker/auth/rateLimit.ts";
import { file, photo } from "#worker/db/schema/index.ts";
import { listCrewMessages } from "#worker/documentation/crewMessages.ts";
import { serveFileAttachment, servePhoto } from "#worker/documentation/mediaResponses.ts";
import { createBase64ListReader } from "#worker/http/base64Body.ts";
import type { App } from "#worker/http/context.ts";
import { recordParts, signParts } from "#worker/ingest/multipart.ts";
import { settleUpload } from "#worker/ingest/settleUpload.ts";
import { findMedia } from "#worker/ingest/storedMedia.ts";
import { serveReferencePhoto } from "#worker/resources/image/serveImage.ts";
import { announceItem, findStoredUpload, findUpload, readRemainingQuota } from "./announce.ts";
import { announceFiles, settleFiles } from "./batch.ts";
import { storeInlineFiles } from "./inlineFiles.ts";
import { isReceiptValid, readReceipt } from "./receipt.ts";
import { createLink, listLinks, revokeLink } from "./staff.ts";
import { mountTempFiles } from "./tempFiles.ts";
import {
  assertInLink,
  createLinkScope,
  listLaterMedia,
  listLaterReferencePhotos,
  listLaterTasks,
} from "./uploadLater.ts";

const { readBody, bytesOf } = createBase64ListReader(uploads.maxBase64UploadBytes);

/** Upload links for people without a login (2§2): the calls of staff, and those of link holders. */
export function mountUploadTokens(app: App): void {
  mount(app, links.createUploadToken, ({ env, db, actor, body }) => createLink(env, db, actor, body));
  mount(app, links.findUploadTokens, async ({ db, actor, params }) => ({
    items: await listLinks(db, actor, params.id),
  }));
  mount(app, links.findReceipt, async ({ env, db, actor, params }) =>
    readReceipt(env, db, await findLink(db, actor, params.id)),
  );
  mount(app, receipts.verifyReceipt, async ({ env, body }) => ({
    valid: isReceiptValid(env, body.receipt, body.signature),
  }));
  mount(app, links.revokeUploadToken, async ({ db, actor, params }) => {
    await revokeLink(db, actor, params.id);
    return { success: true } as const;
  });
  mountTempFiles(app);
  mountReadCalls(app);
  mountUploadCalls(app);
}

function mountReadCalls(app: App): void {
  mount(app, uploads.getTokenInfo, async ({ db, link }) => {
    const [remainingQuota, messages] = await Promise.all([
      readRemainingQuota(db, link),
      listCrewMessages(db, link.documentation, link.token.id),
    ]);
    return {
      documentationName: link.documentation.name,
      templateName: link.templateName,
      creator: link.token.creator,
      customerName: link.customerName,
      purpose: link.token.purpose,
      expireDate: link.token.expireDate,
      remainingFileCount: remainingQuota.files,
      remainingBytes: remainingQuota.bytes,
      messages,
    };
  });
  for (const contract of [later.getUploadLaterTasks, later.getLaterTasks])
    mount(app, contract, async ({ db, link }) => ({ items: await listLaterTasks(db, link) }));
  mount(app, later.getLaterDocumentation, async ({ link }) => ({
    id: link.documentation.id,
    name: link.documentation.name,
    templateName: link.templateName,
    creator: link.token.creator,
  }));
  mount(app, later.getLaterReferencePhotos, async ({ db, link }) => ({
    items: await listLaterReferencePhotos(db, link),
  }));
  mount(app, later.getLaterFiles, async ({ db, link }) => ({
    items: await listLaterMedia(db, link, file),
  }));
  mount(app, later.getLaterPhotos, async ({ db, link }) => ({
    items: await listLaterMedia(db, link, photo),
  }));

  mount(app, later.laterPhotoDownload, async ({ c, env, db, link, params }) => {
    assertInLink(await listLaterMedia(db, link, photo), params.id);
    return servePhoto(env, db, createLinkScope(link), { id: params.id, form: "rendition" }, c.req.raw);
  });
  mount(app, later.laterFileDownload, async ({ c, env, db, link, params }) => {
    assertInLink(await listLaterMedia(db, link, file), params.id);
    return serveFileAttachment(env, db, createLinkScope(link), params.id, c.req.raw);
  });
  mount(app, later.laterReferencePhotoDownload, async ({ c, env, db, link, params }) => {
    assertInLink(await listLaterReferencePhotos(db, link), params.id);
    return serveReferencePhoto(env, db, createLinkScope(link), params.id, c.req.raw);
  });
}

function mountUploadCalls(app: App): void {
  mount(app, uploads.reserveTokenUpload, ({ c, env, db, link, body }) =>
    announceItem(env, db, link, body, addressOf(c)),
  );
  mount(app, uploads.reserveTokenUploads, async ({ body, ...context }) => ({
    items: await announceFiles(context, body.files),
  }));
  mount(app, uploads.settleTokenUploads, async ({ body, ...context }) => ({
    items: await settleFiles(context, body.uploadIds),
  }));
  mount(app, uploads.signTokenParts, async ({ env, db, link, body }) =>
    signParts(env, await findPendingUpload(db, link, body.uploadId), body.parts),
  );
  mount(app, uploads.confirmTokenParts, async ({ db, link, body }) => {
    const row = await findUpload(db, link, { uploadId: body.uploadId });
    // A call whose response was lost may be repeated after the file was stored.
    if (row?.state !== "STORED")
      await recordParts(db, await findPendingUpload(db, link, body.uploadId), body.parts);
    return { success: true } as const;
  });
  mount(app, uploads.settleTokenUpload, async ({ env, db, link, body }) => {
    const row = await findUpload(db, link, { uploadId: body.uploadId });
    if (!row) throw problem("notFound");
    const storedRow = await findStoredUpload(db, row, await settleUpload(env, db, row.id));
    const { id, name, dataSize, sha256 } = await findMedia(
      db,
      link.token.customerId,
      storedRow.kind,
      storedRow.targetId,
    );
    return { id, name, dataSize, sha256: sha256 ?? "" };
  });
  mount(
    app,
    uploads.uploadFiles,
    async ({ c, env, db, link, body }) => ({
      items: await storeInlineFiles(
        env,
        db,
        link,
        body.files.map(({ name }, index) => ({ name, bytes: bytesOf(c.req.raw, index) })),
        { remoteAddr: addressOf(c), listField: "files" },
      ),
    }),
    { readBody },
  );
  mount(
    app,
    uploads.uploadLater,
    async ({ c, env, db, link, body }) => ({
      items: await storeInlineFiles(
        env,
        db,
        link,
        body.items.map(({ id, name, comment, documentationTask }, index) => ({
          id,
          name,
          comment,
          documentationTaskId: documentationTask,
          bytes: bytesOf(c.req.raw, index),
        })),
        { remoteAddr: addressOf(c), listField: "items" },
      ),
    }),
    { readBody },
  );
  mount(app, receipts.getReceipt, ({ env, db, link }) => readReceipt(env, db, link));
}

/**
 * An announced upload of this link.
 * @throws notFound; duplicate if the upload has ended
 */
async function findPendingUpload(
  db: Parameters<typeof findUpload>[0],
  link: Parameters<typeof findUpload>[1],
  uploadId: string,
) {
  const row = await findUpload(db, link, { uploadId });
  if (!row) throw problem("notFound");
  if (row.state !== "RESERVED") throw problem("duplicate", { fields: { uploadId: "duplicate" } });
  return row;
}
