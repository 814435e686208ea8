import { spansCustomers } from "#domain/access/authorities.ts";
import { now } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import {
  createExportDocumentJob,
  downloadStoredDocument,
  listDocumentJobs,
} from "#domain/endpoints/exports/exportDocumentCalls.ts";
import * as contracts from "#domain/resources/index.ts";
import { mount } from "#worker/api/mount.ts";
import { exportDocument } from "#worker/db/schema/index.ts";
import { findRowInScope, scopeOf } from "#worker/db/scope.ts";
import { findVisibleDocumentation } from "#worker/documentation/details.ts";
import type { App } from "#worker/http/context.ts";
import { serveAttachment } from "#worker/media/attachment.ts";
import { removeOrphansQuietly } from "#worker/media/orphans.ts";
import { createExportDocumentKey } from "#worker/media/photoKeys.ts";
import { createBinding } from "#worker/resources/binding.ts";
import { customerNameField } from "#worker/resources/customerName.ts";
import { removeRow } from "#worker/resources/resourceWrites.ts";
import { mountReads, mountWrites } from "#worker/resources/standardHandlers.ts";
import { findEmail, isRequester, listRequestedDocuments, requestDocument } from "./requestDocument.ts";

const binding = createBinding(contracts.exportDocument, exportDocument, {
  derived: customerNameField(exportDocument),
});

/** Only jobs write the rows. */
const rejectWrite = () => Promise.reject(problem("notFound"));

/** /exportDocument (2§2): documents made in the background. */
export function mountExportDocuments(app: App): void {
  mountReads(app, binding);
  mountWrites(app, binding, {
    create: rejectWrite,
    change: rejectWrite,
    remove: async (c, actor, existingRow) => {
      const db = c.get("db");
      const row = await findRowInScope(db, scopeOf(actor), exportDocument, String(existingRow.id));
      await removeRow(db, binding, actor, existingRow);
      await removeOrphansQuietly(c.env, db, createExportDocumentKey(row));
    },
  });
  mount(app, downloadStoredDocument, async ({ c, env, db, actor, params }) => {
    const row = await findRowInScope(db, scopeOf(actor), exportDocument, params.id);
    // Expired documents are removed once a day, so an expired one may still exist.
    if (row.state !== "READY" || row.expireDate <= now()) throw problem("notFound");
    if (!spansCustomers(actor)) {
      if (!(await isRequester(db, actor, row))) throw problem("notFound");
      await findVisibleDocumentation(db, scopeOf(actor), row.documentationId ?? "");
    }
    const { fileName: name, size: dataSize, crc32, etag } = row;
    return serveAttachment(env, createExportDocumentKey(row), { name, dataSize, crc32, etag }, c.req.raw);
  });
  mount(app, createExportDocumentJob, ({ env, db, actor, body }) => requestDocument(env, db, actor, body));
  mount(app, listDocumentJobs, async ({ db, actor, params }) => ({
    items: await listRequestedDocuments(db, actor, params.id),
    email: await findEmail(db, actor),
  }));
}
