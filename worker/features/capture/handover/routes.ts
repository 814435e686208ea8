import { and, eq } from "drizzle-orm";
import type { Actor } from "../../../../domain/access/actor";
import * as contracts from "../../../../domain/endpoints/handover";
import type { CaptureLicense } from "../../../../domain/endpoints/license";
import { now } from "../../../../domain/fields";
import { problem } from "../../../../domain/problem";
import { acceptsDeviceUploads } from "../../../../domain/rules/completion";
import { serviceAuthor } from "../../../db/audit";
import type { Database } from "../../../db/database";
import { license } from "../../../db/schema";
import { customerScope, scopeOf } from "../../../db/scope";
import { visibleDocumentation } from "../../../documentation/details";
import { fileResponse, photoResponse } from "../../../documentation/media";
import { licensesForCapture } from "../../../entrance/captureLicenses";
import type { DeviceLicense } from "../../../entrance/license";
import { mount } from "../../../entrance/mount";
import { authorOf } from "../../../entrance/session/actor";
import type { App } from "../../../http/context";
import { findMedia, type MediaKind } from "../../../ingest/stored";
import { deviceSource, documentationOf } from "../documentation";
import { fetchHandedOver, handBack } from "./fetch";
import { handedOverOf, handedOverRow } from "./list";

/** What stands for the device of somebody in the portal (2§3). */
const portal = "N/A";

export function mountHandover(app: App): void {
  mount(app, contracts.findHandedOver, async ({ db, actor, query }) => {
    const licenses = await licensesForCapture(db, actor);
    return { items: await handedOverOf(db, actor.customerId, idsOfLicenses(licenses), query) };
  });
  mount(app, contracts.getHandedOver, async ({ db, actor, params }) => {
    const { row } = await findContinuable(db, actor, params.id);
    return handedOverRow(db, row);
  });
  mount(app, contracts.fetchDocumentation, async ({ db, actor, params, body }) => {
    const { row, license } = await findContinuable(db, actor, params.id);
    const fetcher = {
      licenseId: license.id,
      userId: actor.userId,
      deviceId: portal,
      creator: actor.username,
      author: { ...authorOf(actor), customerId: row.customerId },
    };
    return { ...(await fetchHandedOver(db, row, fetcher, body)), license };
  });
  mount(app, contracts.handBackDocumentation, async ({ db, actor, params, body }) => {
    const { row } = await findContinuable(db, actor, params.id);
    const author = { ...authorOf(actor), customerId: row.customerId };
    return handBack(db, row, { author, creator: actor.username }, body.fetchId);
  });

  mount(app, contracts.findHandedOverByLicenseCode, async ({ db, license, body }) => ({
    items: await handedOverOf(db, license.customerId, [license.id], body),
  }));
  mount(app, contracts.fetchWithLicenseCode, async ({ db, license, body }) => {
    const row = await documentationOf(db, deviceSource(license), body.id);
    const { deviceId, creator } = body;
    const author = serviceAuthor(license.customerId);
    return fetchHandedOver(db, row, { licenseId: license.id, userId: null, deviceId, creator, author }, body);
  });
  mount(app, contracts.handBackWithLicenseCode, async ({ db, license, body }) => {
    const row = await documentationOf(db, deviceSource(license), body.id);
    return handBack(
      db,
      row,
      { author: serviceAuthor(license.customerId), creator: body.creator },
      body.fetchId,
    );
  });
  mount(app, contracts.downloadPhotoWithLicenseCode, async ({ c, env, db, license, params, query }) => {
    const scope = await mediaScope(db, license, "PHOTO", params.id);
    return photoResponse(env, db, scope, { id: params.id, form: query.form }, c.req.raw);
  });
  mount(app, contracts.downloadFileWithLicenseCode, async ({ c, env, db, license, params }) =>
    fileResponse(env, db, await mediaScope(db, license, "FILE", params.id), params.id, c.req.raw),
  );
}

const idsOfLicenses = (licenses: readonly { id: string }[]) => licenses.map(({ id }) => id);

/**
 * A documentation and the licence that somebody goes on with it under: its own, or, where that is gone or has expired, the first of
 * theirs. @throws forbidden for one of a licence that the user may not capture with
 */
async function findContinuable(db: Database, actor: Actor, id: string) {
  const row = await visibleDocumentation(db, scopeOf(actor), id);
  const licenses: CaptureLicense[] = await licensesForCapture(db, { ...actor, customerId: row.customerId });
  const own = licenses.find(({ id: licenseId }) => licenseId === row.licenseId);
  const under = own ?? ((await hasExpired(db, row)) ? licenses[0] : undefined);
  if (!under) throw problem("forbidden");
  return { row, license: under };
}

async function hasExpired(
  db: Database,
  { customerId, licenseId }: { customerId: number; licenseId: string | null },
): Promise<boolean> {
  if (licenseId === null) return true;
  const found = await db
    .select({ expireDate: license.expireDate })
    .from(license)
    .where(and(eq(license.customerId, customerId), eq(license.id, licenseId)))
    .get();
  return typeof found?.expireDate === "string" && found.expireDate <= now();
}

/** What the licence may read of the bytes of a documentation it can write to. @throws notFound, documentationClosed */
async function mediaScope(db: Database, license: DeviceLicense, kind: MediaKind, id: string) {
  const { documentationId } = await findMedia(db, license.customerId, kind, id);
  const { status } = await documentationOf(db, deviceSource(license), documentationId);
  if (!acceptsDeviceUploads(status)) throw problem("documentationClosed");
  return customerScope(license.customerId);
}
