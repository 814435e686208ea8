import { maxInlineUploadBytes } from "#domain/endpoints/capture/captureMedia.ts";
import * as assign from "#domain/endpoints/review/assign.ts";
import * as imports from "#domain/endpoints/review/mediaImport.ts";
import * as contracts from "#domain/endpoints/review/review.ts";
import * as queue from "#domain/endpoints/review/reviewQueue.ts";
import { mount } from "#worker/api/mount.ts";
import { scopeOf } from "#worker/db/scope.ts";
import { listAssignableUsers } from "#worker/documentation/assignees.ts";
import {
  importBytes,
  prepareImport,
  prepareImports,
  settleImport,
  settleImports,
} from "#worker/documentation/mediaImport.ts";
import { createBase64BodyReader } from "#worker/http/base64Body.ts";
import type { App } from "#worker/http/context.ts";
import { wakeDocumentationDeliveries } from "#worker/ingest/wakeDeliveries.ts";
import { assignDocumentation } from "./assignDocumentation.ts";
import { correctAnswer } from "./reviewAnswer.ts";
import { claimReview, releaseReview } from "./reviewClaim.ts";
import {
  cancelAutomaticDeletion,
  changeStatus,
  markDeleted,
  renameDocumentation,
  toggleHidden,
  undoStatusChange,
} from "./reviewDocumentation.ts";
import { deleteFile, findFileRow, renameFile } from "./reviewFile.ts";
import { deletePhoto, editPhoto, findPhotoRow } from "./reviewPhoto.ts";

const photoBodyReader = createBase64BodyReader(maxInlineUploadBytes, "photoData");
const fileBodyReader = createBase64BodyReader(maxInlineUploadBytes);
const successResponse = { success: true } as const;

/** Changes of a documentation, its answers, photos and files by staff (2§4, 2§5, 2§7). */
export function mountChanges(app: App): void {
  mount(app, contracts.renameDocumentation, ({ db, actor, params, body }) =>
    renameDocumentation(db, actor, params.id, body),
  );
  mount(app, contracts.toggleHidden, ({ db, actor, params, body }) =>
    toggleHidden(db, actor, params.id, body),
  );
  mount(app, contracts.keepDocumentation, ({ db, actor, params, body }) =>
    cancelAutomaticDeletion(db, actor, params.id, body),
  );
  mount(app, contracts.changeStatus, async ({ env, db, actor, params, body }) => {
    const updatedDocumentation = await changeStatus(db, actor, params.id, body);
    await wakeDocumentationDeliveries(env, db, updatedDocumentation);
    return updatedDocumentation;
  });
  mount(app, contracts.approve, async ({ env, db, actor, params, body }) => {
    const updatedDocumentation = await changeStatus(db, actor, params.id, { ...body, status: "APPROVED" });
    await wakeDocumentationDeliveries(env, db, updatedDocumentation);
    return updatedDocumentation;
  });
  mount(app, queue.undoStatus, async ({ env, db, actor, params, body }) => {
    const updatedDocumentation = await undoStatusChange(db, actor, params.id, body);
    await wakeDocumentationDeliveries(env, db, updatedDocumentation);
    return updatedDocumentation;
  });
  mount(app, assign.findAssignableUsers, async ({ db, actor, query: { q, customerId } }) => {
    const scope = scopeOf(actor, customerId);
    return { items: await listAssignableUsers(db, scope.customerId ?? actor.customerId, q) };
  });
  mount(app, assign.assignDocumentation, ({ db, actor, params, body }) =>
    assignDocumentation(db, actor, params.id, body),
  );
  mount(app, queue.claimReview, ({ db, actor, params }) => claimReview(db, actor, params.id));
  mount(app, queue.releaseReview, async ({ db, actor, params }) => {
    await releaseReview(db, actor, params.id);
    return successResponse;
  });
  mount(app, contracts.deleteDocumentation, async ({ db, actor, params, query }) => {
    await markDeleted(db, actor, params.id, query.version);
    return successResponse;
  });
  mount(app, contracts.updateDocumentationTask, ({ db, actor, params, body }) =>
    correctAnswer(db, actor, params.id, body),
  );
  mount(app, contracts.updatePhoto, ({ env, db, actor, params, body }) =>
    editPhoto(env, db, actor, params.id, body),
  );
  mount(app, contracts.deletePhoto, async ({ env, db, actor, params }) => {
    await deletePhoto(env, db, actor, params.id);
    return successResponse;
  });
  mount(app, contracts.updateFile, ({ db, actor, params, body }) => renameFile(db, actor, params.id, body));
  mount(app, contracts.deleteFile, async ({ env, db, actor, params }) => {
    await deleteFile(env, db, actor, params.id);
    return successResponse;
  });
  mountImports(app);
}

function mountImports(app: App): void {
  for (const endpoint of [imports.importPhoto, imports.createPhoto])
    mount(
      app,
      endpoint,
      async ({ c, env, db, actor, body: { photoData: _, ...importFields } }) => {
        const bytes = photoBodyReader.bytesOf(c.req.raw);
        const input = { ...importFields, name: importFields.name ?? null };
        const { customerId, id } = await importBytes(env, db, actor, "PHOTO", input, bytes);
        return findPhotoRow(db, customerId, id);
      },
      { readBody: photoBodyReader.readBody },
    );
  for (const endpoint of [imports.importFile, imports.createFile])
    mount(
      app,
      endpoint,
      async ({ c, env, db, actor, body: { data: _, type: __, ...input } }) => {
        const bytes = fileBodyReader.bytesOf(c.req.raw);
        const { id } = await importBytes(env, db, actor, "FILE", input, bytes);
        return findFileRow(db, actor, id);
      },
      { readBody: fileBodyReader.readBody },
    );
  mount(app, imports.preparePhotoImport, ({ env, db, actor, body }) =>
    prepareImport(env, db, actor, "PHOTO", { ...body, name: body.name ?? null }),
  );
  mount(app, imports.prepareFileImport, ({ env, db, actor, body: { type: _, ...input } }) =>
    prepareImport(env, db, actor, "FILE", input),
  );
  mount(app, imports.preparePhotoImports, async ({ body: { items, ...input }, ...context }) => ({
    items: await prepareImports(
      context,
      "PHOTO",
      input,
      items.map((item) => ({ ...item, name: item.name ?? null })),
    ),
  }));
  mount(app, imports.prepareFileImports, async ({ body: { items, ...input }, ...context }) => ({
    items: await prepareImports(
      context,
      "FILE",
      input,
      items.map(({ type: _, ...item }) => item),
    ),
  }));
  mount(app, imports.settlePhotoImports, async ({ body, ...context }) => ({
    items: await settleImports(context, "PHOTO", body.documentationId, body.uploadIds),
  }));
  mount(app, imports.settleFileImports, async ({ body, ...context }) => ({
    items: await settleImports(context, "FILE", body.documentationId, body.uploadIds),
  }));
  mount(app, imports.settlePhotoImport, ({ env, db, actor, params }) =>
    settleImport(env, db, actor, "PHOTO", params.uploadId),
  );
  mount(app, imports.settleFileImport, ({ env, db, actor, params }) =>
    settleImport(env, db, actor, "FILE", params.uploadId),
  );
}
