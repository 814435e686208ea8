import { and, eq } from "drizzle-orm";
import * as contracts from "../../../domain/endpoints/capture";
import { findPredefinedAnswers, getPredefinedAnswers } from "../../../domain/endpoints/predefined";
import { createDocumentation } from "../../../domain/endpoints/review";
import { problem } from "../../../domain/problem";
import { closedToStaff } from "../../../domain/rules/documentationStatus";
import type { Database } from "../../db/database";
import { template, upload } from "../../db/schema";
import { scoped, scopeOf } from "../../db/scope";
import { predefinedAnswers } from "../../documentation/predefined";
import type { DeviceLicense } from "../../entrance/license";
import { mount } from "../../entrance/mount";
import type { Env } from "../../env";
import { base64Bodies } from "../../http/base64Body";
import type { App } from "../../http/context";
import type { Receiving } from "../../ingest/reservations";
import { md5Of, reserve, storeBytes } from "../../ingest/reserve";
import { openRetakeOf, retakeReceiver } from "../../ingest/retaken";
import { refuseUnsettled, type Settled, settle } from "../../ingest/settle";
import { described, type MediaKind, storedAnswer } from "../../ingest/stored";
import { wakeDeliveriesOf } from "../../ingest/wake";
import { createByStaff } from "./create";
import { describeFile, describePhoto } from "./describe";
import { registerDevice } from "./device";
import {
  deviceSource,
  documentationLimit,
  documentationOf,
  refuseClosed,
  saveCaptured,
} from "./documentation";
import { complete, pause } from "./ending";
import { mountGiven } from "./given";
import { mountHandover } from "./handover/routes";
import { openTo, templatesFor } from "./templates";
import { noteUnexpectedAnswers } from "./unexpectedAnswers";

const { readBody, bytesOf } = base64Bodies(contracts.maximumUpload);

export function mountCapture(app: App): void {
  mount(app, contracts.saveDevice, ({ db, license, body }) => registerDevice(db, license, body.device));
  mount(app, contracts.findTemplates, async ({ db, license }) => ({
    items: await templatesFor(db, license),
  }));
  mount(app, getPredefinedAnswers, ({ env, db, actor, query: { template: id, name } }) =>
    predefinedAnswers(env, db, { open: scoped(scopeOf(actor), template), id, name }),
  );
  mount(app, findPredefinedAnswers, ({ env, db, license, body: { template: id, name } }) =>
    predefinedAnswers(env, db, { open: openTo(license.customerId, license.id), id, name }),
  );
  mount(
    app,
    contracts.saveDocumentation,
    async ({ env, db, license, body }) => {
      const saved = await saveCaptured(db, deviceSource(license), body.documentation, body);
      await wakeDeliveriesOf(env, db, { customerId: license.customerId, id: body.documentation.id });
      return saved;
    },
    { limit: documentationLimit },
  );
  mount(app, createDocumentation, ({ db, actor, body }) => createByStaff(db, actor, body), {
    limit: documentationLimit,
  });
  mount(app, contracts.completeDocumentation, async ({ env, db, license, body }) => {
    const state = await complete(db, license, body);
    await noteUnexpectedAnswers(db, { customerId: license.customerId, id: body.id });
    await wakeDeliveriesOf(env, db, { customerId: license.customerId, id: body.id });
    return state;
  });
  mount(app, contracts.pauseDocumentation, ({ db, license, body }) => pause(db, license, body));
  mount(app, contracts.savePhoto, ({ db, license, body }) => describePhoto(db, license, body.photo));
  mount(app, contracts.saveFile, ({ db, license, body }) => describeFile(db, license, body.file));

  mountGiven(app);
  mountHandover(app);
  mount(app, contracts.reservePhotoUpload, async ({ env, db, license, body: { retaken = null, ...body } }) =>
    reserve(env, db, await receiving(db, license, "PHOTO", body, retaken), body),
  );
  mount(app, contracts.reserveFileUpload, async ({ env, db, license, body }) =>
    reserve(env, db, await receiving(db, license, "FILE", body), body),
  );
  mountSettling(app, "PHOTO", contracts.settlePhotoUpload);
  mountSettling(app, "FILE", contracts.settleFileUpload);
  mount(
    app,
    contracts.uploadPhoto,
    ({ c, env, db, license, body: { id, photo } }) =>
      storeBody(env, db, license, "PHOTO", { id, target: photo.id }, c.req.raw),
    { readBody },
  );
  mount(
    app,
    contracts.uploadFile,
    ({ c, env, db, license, body: { id, file } }) =>
      storeBody(env, db, license, "FILE", { id, target: file.id }, c.req.raw),
    { readBody },
  );
}

function mountSettling(app: App, kind: MediaKind, settling: typeof contracts.settlePhotoUpload): void {
  mount(app, settling, async ({ env, db, license, body }) => {
    const row = await ownUpload(db, license, kind, body.uploadId);
    return answer(db, license, kind, row.targetId, await settle(env, db, row.id));
  });
}

/** Stores bytes sent in the body (2§7), which has the id twice. @throws invalid when the two differ */
async function storeBody(
  env: Env,
  db: Database,
  license: DeviceLicense,
  kind: MediaKind,
  { id, target }: { id: string | undefined; target: string },
  request: Request,
) {
  if (id && id !== target) throw problem("invalid", { fields: { id: "invalid" } });
  const bytes = bytesOf(request);
  const announced = { id: target, size: bytes.length, md5: md5Of(bytes) };
  const settled = await storeBytes(env, db, await receiving(db, license, kind, announced), bytes);
  return answer(db, license, kind, target, settled);
}

/**
 * Finds the row for a device's bytes. Those of a photo that was sent back take the place of the ones that are there, whatever has become of
 * the documentation. @throws notFound, documentationClosed, samePhoto
 */
async function receiving(
  db: Database,
  license: DeviceLicense,
  kind: MediaKind,
  { id, ...announced }: { id: string; size: number; md5: string },
  said: contracts.Retaken | null = null,
): Promise<Receiving> {
  const target = await described(db, license.customerId, kind, id);
  const documentation = await documentationOf(db, deviceSource(license), target.documentationId);
  const sender = { licenseId: license.id };
  if (!target.hasData) {
    refuseClosed(documentation);
    return { kind, target, sender };
  }
  const asked =
    kind === "PHOTO" && !closedToStaff(documentation.status) ? await openRetakeOf(db, target) : undefined;
  if (!asked) return { kind, target, sender };
  return { ...(await retakeReceiver(db, target, asked.id, said, announced)), sender };
}

async function ownUpload(db: Database, license: DeviceLicense, kind: MediaKind, id: string) {
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

async function answer(db: Database, license: DeviceLicense, kind: MediaKind, id: string, settled: Settled) {
  refuseUnsettled(settled);
  return storedAnswer(await described(db, license.customerId, kind, id));
}
