import { and, asc, eq, isNull } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import * as contracts from "#domain/endpoints/configuration/images.ts";
import { runOnFirst } from "#worker/api/fanOut.ts";
import { mount } from "#worker/api/mount.ts";
import { type Database, databaseOf } from "#worker/db/database.ts";
import {
  graphic,
  referencePhoto,
  template,
  templateTask,
  templateTaskReferencePhoto,
} from "#worker/db/schema/index.ts";
import { scopeCondition, scopeOf } from "#worker/db/scope.ts";
import { getCustomerEnv } from "#worker/db/shards.ts";
import { sortKeySql } from "#worker/db/sortKey.ts";
import { serveDerivative } from "#worker/documentation/mediaResponses.ts";
import type { App } from "#worker/http/context.ts";
import { graphicKind, type ImageKind, referencePhotoKind } from "#worker/resources/image/imageKinds.ts";
import { toImageObjectKey } from "#worker/resources/image/imageStore.ts";
import { findImage, serveOriginal, serveReferencePhoto } from "#worker/resources/image/serveImage.ts";
import { findRow } from "#worker/resources/resourceReads.ts";
import { mountReads, mountWrites } from "#worker/resources/standardHandlers.ts";
import { copyGraphic } from "./copyGraphic.ts";
import { createImageWrites } from "./imageWrites.ts";

type ImageTable = typeof graphic | typeof referencePhoto;

/** Graphics and reference photos (3§2). */
export function mountImages(app: App): void {
  const kinds: readonly ImageKind[] = [graphicKind, referencePhotoKind];
  for (const kind of kinds) {
    mountReads(app, kind.binding);
    mountWrites(app, kind.binding, createImageWrites(kind));
  }

  mount(app, contracts.displayGraphic, async ({ c, env, db, actor, params }) =>
    serveOriginal(env, graphicKind, await findImage(db, scopeOf(actor), graphic, params.id), c.req.raw),
  );
  mount(app, contracts.getAllGraphics, ({ db, actor, query }) =>
    listImageChoices(db, actor, graphic, query.customerId),
  );
  mount(app, contracts.copyGraphic, async ({ env, shards, actor, body }) => {
    const row = await runOnFirst(shards, ({ db, actor }) =>
      findImage(db, scopeOf(actor), graphic, body.graphic),
    );
    const customerEnvironment = await getCustomerEnv(env, body.customer);
    return copyGraphic(customerEnvironment, databaseOf(customerEnvironment), actor, row, body);
  });

  mount(app, contracts.downloadReferencePhoto, ({ c, env, db, actor, params }) =>
    serveReferencePhoto(env, db, scopeOf(actor), params.id, c.req.raw),
  );
  mount(app, contracts.referencePhotoThumbnail, async ({ c, env, db, actor, params }) => {
    const row = await findImage(db, scopeOf(actor), referencePhoto, params.id);
    return serveDerivative(
      env,
      { key: toImageObjectKey(referencePhotoKind, row, "thumbnail") },
      c.req.raw,
      "private, no-cache",
    );
  });
  mount(app, contracts.getAllReferencePhotos, ({ db, actor, query }) =>
    listImageChoices(db, actor, referencePhoto, query.customerId),
  );
  mount(app, contracts.getReferencePhotoTemplates, async ({ db, actor, params }) => {
    await findRow(db, referencePhotoKind.binding, actor, params.id);
    return { items: await listTemplates(db, params.id) };
  });
}

async function listImageChoices(
  db: Database,
  actor: Actor,
  table: ImageTable,
  customerId: number | undefined,
) {
  const { id, name, description, width, height } = table;
  const items = await db
    .select({ id, customerId: table.customerId, name, description, width, height })
    .from(table)
    .where(scopeCondition(scopeOf(actor, customerId), table))
    .orderBy(sortKeySql(name), asc(id))
    .limit(contracts.maxImageChoices);
  return { items };
}

const listTemplates = (db: Database, referencePhotoId: string) =>
  db
    .selectDistinct({ id: template.id, name: template.name })
    .from(templateTaskReferencePhoto)
    .innerJoin(templateTask, eq(templateTask.id, templateTaskReferencePhoto.templateTaskId))
    .innerJoin(template, eq(template.id, templateTask.templateId))
    .where(
      and(eq(templateTaskReferencePhoto.referencePhotoId, referencePhotoId), isNull(template.dateDeleted)),
    )
    .orderBy(template.nameKey, asc(template.id));
