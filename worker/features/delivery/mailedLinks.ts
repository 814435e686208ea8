import { and, desc, eq, gt, isNotNull } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import { now } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import { findMailedLinks, revokeMailedLink } from "#domain/endpoints/exports/deliveryLink.ts";
import { exportDocument as exportDocumentContract } from "#domain/resources/index.ts";
import { mount } from "#worker/api/mount.ts";
import { authorOf } from "#worker/auth/session/actor.ts";
import { auditStatement } from "#worker/db/audit.ts";
import type { Database } from "#worker/db/database.ts";
import { isUuid } from "#worker/db/idEncoding.ts";
import { delivery, deliveryLink, exportDocument, job } from "#worker/db/schema/index.ts";
import { findRowInScope, scopeCondition, scopeOf } from "#worker/db/scope.ts";
import { findVisibleDocumentation } from "#worker/documentation/details.ts";
import type { App } from "#worker/http/context.ts";
import { canStillDeliver, canStillRead } from "#worker/links/mailedLink.ts";
import { deliveryClass } from "./engine/types.ts";

/** Maximum number of links of each kind in a response. */
const maxLinks = 100;

/** The emailed links of a documentation, for staff. The id of a delivery's link is the hash of its token, which does not open it. */
export function mountMailedLinks(app: App): void {
  mount(app, findMailedLinks, async ({ db, actor, params }) => {
    const documentationRow = await findVisibleDocumentation(db, scopeOf(actor), params.id);
    const items = [
      ...(await listDeliveryLinks(db, documentationRow)),
      ...(await listDocumentLinks(db, documentationRow)),
    ];
    return { items: items.sort((a, b) => (a.dateCreated < b.dateCreated ? 1 : -1)) };
  });
  mount(app, revokeMailedLink, async ({ db, actor, params }) => {
    await (isUuid(params.id) ? revokeDocumentLink : revokeDeliveryLink)(db, actor, params.id);
    return { success: true } as const;
  });
}

interface DocumentationRef {
  customerId: number;
  id: string;
}

async function listDeliveryLinks(db: Database, { customerId, id }: DocumentationRef) {
  const rows = await db
    .select({ link: deliveryLink, sent: delivery })
    .from(delivery)
    // CROSS JOIN fixes the order: the documentation's deliveries first, then their links.
    .crossJoin(deliveryLink)
    .where(
      and(
        eq(deliveryLink.customerId, delivery.customerId),
        eq(deliveryLink.deliveryId, delivery.id),
        eq(delivery.customerId, customerId),
        eq(delivery.documentationId, id),
        gt(deliveryLink.expiresAt, now()),
      ),
    )
    .orderBy(desc(deliveryLink.dateCreated), desc(deliveryLink.tokenHash))
    .limit(maxLinks);
  return Promise.all(
    rows.map(async ({ link, sent: deliveryRow }) => ({
      id: link.tokenHash,
      kind: "DELIVERY" as const,
      name: deliveryRow.exportConfigurationName,
      to: null,
      creator: deliveryRow.username,
      closed: !(await canStillDeliver(db, deliveryRow)),
      expireDate: link.expiresAt,
      dateCreated: link.dateCreated,
    })),
  );
}

async function listDocumentLinks(db: Database, { customerId, id }: DocumentationRef) {
  const rows = await db
    .select({ row: exportDocument, requester: job.requester })
    .from(exportDocument)
    .leftJoin(job, eq(job.id, exportDocument.jobId))
    .where(
      and(
        eq(exportDocument.customerId, customerId),
        eq(exportDocument.documentationId, id),
        eq(exportDocument.state, "READY"),
        isNotNull(exportDocument.tokenHash),
        gt(exportDocument.expireDate, now()),
      ),
    )
    .orderBy(desc(exportDocument.lastModified), desc(exportDocument.id))
    .limit(maxLinks);
  return Promise.all(
    rows.map(async ({ row, requester }) => ({
      id: row.id,
      kind: "DOCUMENT" as const,
      name: row.fileName,
      to: row.email,
      creator: row.userName,
      closed: !(await canStillRead(db, requester, customerId)),
      expireDate: row.expireDate,
      dateCreated: row.lastModified,
    })),
  );
}

const createRevocationParams = () => ({ revoked: { before: null, after: now() } });

async function revokeDeliveryLink(db: Database, actor: Actor, tokenHash: string): Promise<void> {
  const link = await db
    .select()
    .from(deliveryLink)
    .where(and(eq(deliveryLink.tokenHash, tokenHash), scopeCondition(scopeOf(actor), deliveryLink)))
    .get();
  if (!link) throw problem("notFound");
  const { customerId, deliveryId } = link;
  await db.batch([
    db
      .delete(deliveryLink)
      .where(and(eq(deliveryLink.customerId, customerId), eq(deliveryLink.tokenHash, tokenHash))),
    auditStatement(db, {
      author: { ...authorOf(actor), customerId },
      objectClass: deliveryClass,
      objectId: deliveryId,
      action: "UPDATE",
      params: createRevocationParams(),
    }),
  ]);
}

/** The document stays for the user who requested it. */
async function revokeDocumentLink(db: Database, actor: Actor, id: string): Promise<void> {
  const { customerId, tokenHash } = await findRowInScope(db, scopeOf(actor), exportDocument, id);
  if (tokenHash === null) return;
  await db.batch([
    db
      .update(exportDocument)
      .set({ tokenHash: null })
      .where(and(eq(exportDocument.customerId, customerId), eq(exportDocument.id, id))),
    auditStatement(db, {
      author: { ...authorOf(actor), customerId },
      objectClass: exportDocumentContract.objectClass,
      objectId: id,
      action: "UPDATE",
      params: createRevocationParams(),
    }),
  ]);
}
