import { and, eq } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import { now } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import { acceptsDeviceUploads } from "#domain/documentation/completion.ts";
import * as contracts from "#domain/endpoints/capture/handover.ts";
import type { CaptureLicense } from "#domain/endpoints/configuration/licenseCalls.ts";
import { mount } from "#worker/api/mount.ts";
import { listCaptureLicenses } from "#worker/auth/captureLicenses.ts";
import { authorOf } from "#worker/auth/session/actor.ts";
import { createServiceAuthor } from "#worker/db/audit.ts";
import type { Database } from "#worker/db/database.ts";
import { type LicenseRow, license } from "#worker/db/schema/index.ts";
import { createCustomerScope, scopeOf } from "#worker/db/scope.ts";
import { findVisibleDocumentation } from "#worker/documentation/details.ts";
import { serveFileAttachment, servePhoto } from "#worker/documentation/mediaResponses.ts";
import type { App } from "#worker/http/context.ts";
import { findMedia, type MediaKind } from "#worker/ingest/storedMedia.ts";
import { retryStale } from "../retryStale.ts";
import { findDocumentation, toDeviceSource } from "../saveDocumentation.ts";
import { fetchHandedOver, handBackDocumentation } from "./fetchHandedOver.ts";
import { findHandedOver, listHandedOver } from "./listHandovers.ts";

/** Device id of users in the portal (2§3). */
const portalDeviceId = "N/A";

export function mountHandover(app: App): void {
  mount(app, contracts.findHandedOver, async ({ db, actor, query }) => {
    const licenses = await listCaptureLicenses(db, actor);
    return { items: await listHandedOver(db, actor.customerId, toLicenseIds(licenses), query) };
  });
  mount(app, contracts.getHandedOver, async ({ db, actor, params }) => {
    const { row } = await findResumableDocumentation(db, actor, params.id);
    return findHandedOver(db, row);
  });
  mount(app, contracts.fetchDocumentation, async ({ db, actor, params, body }) => {
    const { row, license } = await findResumableDocumentation(db, actor, params.id);
    const fetcher = {
      licenseId: license.id,
      userId: actor.userId,
      deviceId: portalDeviceId,
      creator: actor.username,
      author: { ...authorOf(actor), customerId: row.customerId },
    };
    return { ...(await fetchHandedOver(db, row, fetcher, body)), license };
  });
  mount(app, contracts.handBackDocumentation, async ({ db, actor, params, body }) => {
    const { row } = await findResumableDocumentation(db, actor, params.id);
    const author = { ...authorOf(actor), customerId: row.customerId };
    return handBackDocumentation(db, row, { author, creator: actor.username }, body.fetchId);
  });

  mount(app, contracts.findHandedOverByLicenseCode, async ({ db, license, body }) => ({
    items: await listHandedOver(db, license.customerId, [license.id], body),
  }));
  mount(app, contracts.fetchWithLicenseCode, async ({ db, license, body }) => {
    const row = await findDocumentation(db, toDeviceSource(license), body.id);
    const { deviceId, creator } = body;
    const author = createServiceAuthor(license.customerId);
    return fetchHandedOver(db, row, { licenseId: license.id, userId: null, deviceId, creator, author }, body);
  });
  mount(app, contracts.handBackWithLicenseCode, async ({ db, license, body }) => {
    const holder = { author: createServiceAuthor(license.customerId), creator: body.creator };
    return retryStale(async () =>
      handBackDocumentation(
        db,
        await findDocumentation(db, toDeviceSource(license), body.id),
        holder,
        body.fetchId,
      ),
    );
  });
  mount(app, contracts.downloadPhotoWithLicenseCode, async ({ c, env, db, license, params, query }) => {
    const scope = await findMediaScope(db, license, "PHOTO", params.id);
    return servePhoto(env, db, scope, { id: params.id, form: query.form }, c.req.raw);
  });
  mount(app, contracts.downloadFileWithLicenseCode, async ({ c, env, db, license, params }) =>
    serveFileAttachment(env, db, await findMediaScope(db, license, "FILE", params.id), params.id, c.req.raw),
  );
}

const toLicenseIds = (licenses: readonly { id: string }[]) => licenses.map(({ id }) => id);

/**
 * Finds a documentation and the licence it is resumed under: its own or, if that is deleted or expired, the user's first one.
 * @throws forbidden for a documentation of a licence that the user may not capture with
 */
async function findResumableDocumentation(db: Database, actor: Actor, id: string) {
  const row = await findVisibleDocumentation(db, scopeOf(actor), id);
  const licenses: CaptureLicense[] = await listCaptureLicenses(db, { ...actor, customerId: row.customerId });
  const ownLicense = licenses.find(({ id: licenseId }) => licenseId === row.licenseId);
  const resumeLicense = ownLicense ?? ((await isLicenseExpired(db, row)) ? licenses[0] : undefined);
  if (!resumeLicense) throw problem("forbidden");
  return { row, license: resumeLicense };
}

async function isLicenseExpired(
  db: Database,
  { customerId, licenseId }: { customerId: number; licenseId: string | null },
): Promise<boolean> {
  if (licenseId === null) return true;
  const row = await db
    .select({ expireDate: license.expireDate })
    .from(license)
    .where(and(eq(license.customerId, customerId), eq(license.id, licenseId)))
    .get();
  return typeof row?.expireDate === "string" && row.expireDate <= now();
}

/**
 * The scope in which a licence may read media of a documentation it can write to.
 * @throws notFound, documentationClosed
 */
async function findMediaScope(db: Database, license: LicenseRow, kind: MediaKind, id: string) {
  const { documentationId } = await findMedia(db, license.customerId, kind, id);
  const { status } = await findDocumentation(db, toDeviceSource(license), documentationId);
  if (!acceptsDeviceUploads(status)) throw problem("documentationClosed");
  return createCustomerScope(license.customerId);
}
