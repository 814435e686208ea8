import * as uploads from "../../../domain/endpoints/tokenUpload";
import * as links from "../../../domain/endpoints/uploadToken";
import { problem } from "../../../domain/problem";
import { file, photo } from "../../db/schema";
import { fileResponse, photoResponse } from "../../documentation/media";
import { addressOf } from "../../entrance/attempts";
import { linkById } from "../../entrance/link";
import { mountForAll, mountForSession, mountForToken } from "../../entrance/mount";
import { base64Lists } from "../../http/base64Body";
import type { App } from "../../http/context";
import { confirmParts, signParts } from "../../ingest/parts";
import { refuseUnsettled, settle } from "../../ingest/settle";
import { described, type MediaKind } from "../../ingest/stored";
import { referencePhotoResponse } from "../../resources/image/response";
import { announce, leftOf, uploadOf } from "./announce";
import { takeCarried } from "./carried";
import { holderOf, laterMedia, laterReferencePhotos, laterTasks, refuseUnlessOpened } from "./later";
import { isOurs, receiptOf } from "./receipt";
import { linksOf, makeLink, revokeLink } from "./staff";
import { mountTempFiles } from "./tempFiles";

const { readBody, bytesOf } = base64Lists(uploads.maximumBase64Upload);

/** Links for people without a login (2§2): how staff make them, and what their holders call. */
export function mountUploadTokens(app: App): void {
  mountForSession(app, links.createUploadToken, ({ env, db, actor, body }) => makeLink(env, db, actor, body));
  mountForSession(app, links.findUploadTokens, async ({ db, actor, params }) => ({
    items: (await linksOf(db, actor, params.id)) as never,
  }));
  mountForSession(app, links.findReceipt, async ({ env, db, actor, params }) =>
    receiptOf(env, db, await linkById(db, actor, params.id)),
  );
  mountForAll(app, uploads.verifyReceipt, async ({ env, body }) => ({
    valid: isOurs(env, body.receipt, body.signature),
  }));
  mountForSession(app, links.revokeUploadToken, async ({ db, actor, params }) => {
    await revokeLink(db, actor, params.id);
    return { success: true } as const;
  });
  mountTempFiles(app);
  mountLookingUp(app);
  mountSending(app);
}

function mountLookingUp(app: App): void {
  mountForToken(app, uploads.getTokenInfo, undefined, async ({ db, link }) => {
    const left = await leftOf(db, link);
    return {
      documentationName: link.documentation.name,
      templateName: link.templateName,
      creator: link.token.creator,
      customerName: link.customerName,
      purpose: link.token.purpose as never,
      expireDate: link.token.expireDate,
      filesLeft: left.files,
      bytesLeft: left.bytes,
    };
  });
  for (const tasks of [uploads.getUploadLaterTasks, uploads.getLaterTasks])
    mountForToken(app, tasks, "LATER", async ({ db, link }) => ({ items: await laterTasks(db, link) }));
  mountForToken(app, uploads.getLaterDocumentation, "LATER", async ({ link }) => ({
    id: link.documentation.id,
    name: link.documentation.name,
    templateName: link.templateName,
    creator: link.token.creator,
  }));
  mountForToken(app, uploads.getLaterReferencePhotos, "LATER", async ({ db, link }) => ({
    items: await laterReferencePhotos(db, link),
  }));
  mountForToken(app, uploads.getLaterFiles, "LATER", async ({ db, link }) => ({
    items: await laterMedia(db, link, file),
  }));
  mountForToken(app, uploads.getLaterPhotos, "LATER", async ({ db, link }) => ({
    items: await laterMedia(db, link, photo),
  }));

  mountForToken(app, uploads.laterPhotoDownload, "LATER", async ({ c, env, db, link, params }) => {
    refuseUnlessOpened(await laterMedia(db, link, photo), params.id);
    return photoResponse(env, db, holderOf(link), { id: params.id, form: "rendition" }, c.req.raw);
  });
  mountForToken(app, uploads.laterFileDownload, "LATER", async ({ c, env, db, link, params }) => {
    refuseUnlessOpened(await laterMedia(db, link, file), params.id);
    return fileResponse(env, db, holderOf(link), params.id, c.req.raw);
  });
  mountForToken(app, uploads.laterReferencePhotoDownload, "LATER", async ({ c, env, db, link, params }) => {
    refuseUnlessOpened(await laterReferencePhotos(db, link), params.id);
    return referencePhotoResponse(env, db, holderOf(link), params.id, c.req.raw);
  });
}

function mountSending(app: App): void {
  mountForToken(app, uploads.reserveTokenUpload, undefined, ({ c, env, db, link, body }) =>
    announce(env, db, link, body, addressOf(c)),
  );
  mountForToken(app, uploads.signTokenParts, undefined, async ({ env, db, link, body }) =>
    signParts(env, await waiting(db, link, body.uploadId), body.parts),
  );
  mountForToken(app, uploads.confirmTokenParts, undefined, async ({ db, link, body }) => {
    await confirmParts(db, await waiting(db, link, body.uploadId), body.parts);
    return { success: true } as const;
  });
  mountForToken(app, uploads.settleTokenUpload, undefined, async ({ env, db, link, body }) => {
    const row = await uploadOf(db, link, { uploadId: body.uploadId });
    if (!row) throw problem("notFound");
    refuseUnsettled(await settle(env, db, row.id));
    const { id, name, dataSize, sha256 } = await described(
      db,
      link.token.customerId,
      row.kind as MediaKind,
      row.targetId,
    );
    return { id, name, dataSize, sha256: sha256 ?? "" };
  });
  mountForToken(
    app,
    uploads.uploadFiles,
    "FILES",
    async ({ c, env, db, link, body }) => ({
      items: await takeCarried(
        env,
        db,
        link,
        body.files.map(({ name }, index) => ({ name, bytes: bytesOf(c.req.raw, index) })),
        { remoteAddr: addressOf(c), list: "files" },
      ),
    }),
    { readBody },
  );
  mountForToken(
    app,
    uploads.uploadLater,
    "LATER",
    async ({ c, env, db, link, body }) => ({
      items: await takeCarried(
        env,
        db,
        link,
        body.items.map(({ id, name, comment, documentationTask }, index) => ({
          ...{ id, name, comment, documentationTaskId: documentationTask },
          bytes: bytesOf(c.req.raw, index),
        })),
        { remoteAddr: addressOf(c), list: "items" },
      ),
    }),
    { readBody },
  );
  mountForToken(app, uploads.getReceipt, undefined, ({ env, db, link }) => receiptOf(env, db, link));
}

/** An upload of this link that still waits for bytes. */
async function waiting(
  db: Parameters<typeof uploadOf>[0],
  link: Parameters<typeof uploadOf>[1],
  uploadId: string,
) {
  const row = await uploadOf(db, link, { uploadId });
  if (!row) throw problem("notFound");
  if (row.state !== "RESERVED") throw problem("duplicate", { fields: { uploadId: "duplicate" } });
  return row;
}
