import { maxInlineUploadBytes } from "#domain/endpoints/capture/captureMedia.ts";
import * as imports from "#domain/endpoints/review/mediaImport.ts";
import * as contracts from "#domain/endpoints/review/review.ts";
import * as queue from "#domain/endpoints/review/reviewQueue.ts";
import { mount } from "#worker/api/mount.ts";
import {
  importBytes,
  prepareImport,
  prepareImports,
  settleImport,
  settleImports,
} from "#worker/documentation/mediaImport.ts";
import { base64Bodies } from "#worker/http/base64Body.ts";
import type { App } from "#worker/http/context.ts";
import { wakeDeliveriesOf } from "#worker/ingest/wake.ts";
import { correctAnswer } from "./reviewAnswer.ts";
import { claimReview, releaseReview } from "./reviewClaim.ts";
import {
  cancelAutomaticDeletion,
  markDeleted,
  rename,
  setStatus,
  toggleHidden,
  undoStatus,
} from "./reviewDocumentation.ts";
import { deleteFile, findFileRow, renameFile } from "./reviewFile.ts";
import { deletePhoto, editPhoto, findPhotoRow } from "./reviewPhoto.ts";

const photoBodies = base64Bodies(maxInlineUploadBytes, "photoData");
const fileBodies = base64Bodies(maxInlineUploadBytes);
const deleted = { success: true } as const;

/** Changes of a documentation, its answers, photos and files by staff (2§4, 2§5, 2§7). */
export function mountChanges(app: App): void {
  mount(app, contracts.renameDocumentation, ({ db, actor, params, body }) =>
    rename(db, actor, params.id, body),
  );
  mount(app, contracts.toggleHidden, ({ db, actor, params, body }) =>
    toggleHidden(db, actor, params.id, body),
  );
  mount(app, contracts.keepDocumentation, ({ db, actor, params, body }) =>
    cancelAutomaticDeletion(db, actor, params.id, body),
  );
  mount(app, contracts.changeStatus, async ({ env, db, actor, params, body }) => {
    const changed = await setStatus(db, actor, params.id, body);
    await wakeDeliveriesOf(env, db, changed);
    return changed;
  });
  mount(app, contracts.approve, async ({ env, db, actor, params, body }) => {
    const changed = await setStatus(db, actor, params.id, { ...body, status: "APPROVED" });
    await wakeDeliveriesOf(env, db, changed);
    return changed;
  });
  mount(app, queue.undoStatus, async ({ env, db, actor, params, body }) => {
    const changed = await undoStatus(db, actor, params.id, body);
    await wakeDeliveriesOf(env, db, changed);
    return changed;
  });
  mount(app, queue.claimReview, ({ db, actor, params }) => claimReview(db, actor, params.id));
  mount(app, queue.releaseReview, async ({ db, actor, params }) => {
    await releaseReview(db, actor, params.id);
    return deleted;
  });
  mount(app, contracts.deleteDocumentation, async ({ db, actor, params, query }) => {
    await markDeleted(db, actor, params.id, query.version);
    return deleted;
  });
  mount(app, contracts.updateDocumentationTask, ({ db, actor, params, body }) =>
    correctAnswer(db, actor, params.id, body),
  );
  mount(app, contracts.updatePhoto, ({ env, db, actor, params, body }) =>
    editPhoto(env, db, actor, params.id, body),
  );
  mount(app, contracts.deletePhoto, async ({ env, db, actor, params }) => {
    await deletePhoto(env, db, actor, params.id);
    return deleted;
  });
  mount(app, contracts.updateFile, ({ db, actor, params, body }) => renameFile(db, actor, params.id, body));
  mount(app, contracts.deleteFile, async ({ env, db, actor, params }) => {
    await deleteFile(env, db, actor, params.id);
    return deleted;
  });
  mountImports(app);
}

function mountImports(app: App): void {
  for (const endpoint of [imports.importPhoto, imports.createPhoto])
    mount(
      app,
      endpoint,
      async ({ c, env, db, actor, body: { photoData: _, ...given } }) => {
        const bytes = photoBodies.bytesOf(c.req.raw);
        const input = { ...given, name: given.name ?? null };
        const { customerId, id } = await importBytes(env, db, actor, "PHOTO", input, bytes);
        return findPhotoRow(db, customerId, id);
      },
      { readBody: photoBodies.readBody },
    );
  for (const endpoint of [imports.importFile, imports.createFile])
    mount(
      app,
      endpoint,
      async ({ c, env, db, actor, body: { data: _, type: __, ...given } }) => {
        const bytes = fileBodies.bytesOf(c.req.raw);
        const { id } = await importBytes(env, db, actor, "FILE", given, bytes);
        return findFileRow(db, actor, id);
      },
      { readBody: fileBodies.readBody },
    );
  mount(app, imports.preparePhotoImport, ({ env, db, actor, body }) =>
    prepareImport(env, db, actor, "PHOTO", { ...body, name: body.name ?? null }),
  );
  mount(app, imports.prepareFileImport, ({ env, db, actor, body: { type: _, ...given } }) =>
    prepareImport(env, db, actor, "FILE", given),
  );
  mount(app, imports.preparePhotoImports, async ({ body: { items, ...given }, ...calling }) => ({
    items: await prepareImports(
      calling,
      "PHOTO",
      given,
      items.map((item) => ({ ...item, name: item.name ?? null })),
    ),
  }));
  mount(app, imports.prepareFileImports, async ({ body: { items, ...given }, ...calling }) => ({
    items: await prepareImports(
      calling,
      "FILE",
      given,
      items.map(({ type: _, ...item }) => item),
    ),
  }));
  mount(app, imports.settlePhotoImports, async ({ body, ...calling }) => ({
    items: await settleImports(calling, "PHOTO", body.documentationId, body.uploadIds),
  }));
  mount(app, imports.settleFileImports, async ({ body, ...calling }) => ({
    items: await settleImports(calling, "FILE", body.documentationId, body.uploadIds),
  }));
  mount(app, imports.settlePhotoImport, ({ env, db, actor, params }) =>
    settleImport(env, db, actor, "PHOTO", params.uploadId),
  );
  mount(app, imports.settleFileImport, ({ env, db, actor, params }) =>
    settleImport(env, db, actor, "FILE", params.uploadId),
  );
}
