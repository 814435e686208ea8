import { spansCustomers } from "../../../domain/access/authorities";
import {
  createExportDocumentJob,
  downloadStoredDocument,
  listDocumentJobs,
} from "../../../domain/endpoints/exportDocument";
import { now } from "../../../domain/fields";
import { problem } from "../../../domain/problem";
import * as contracts from "../../../domain/resources";
import { exportDocument } from "../../db/schema";
import { findScoped, scopeOf } from "../../db/scope";
import { visibleDocumentation } from "../../documentation/details";
import { mount } from "../../entrance/mount";
import type { App } from "../../http/context";
import { attachment } from "../../media/attachment";
import { keyOfExportDocument } from "../../media/keys";
import { removeOrphansQuietly } from "../../media/unowned";
import { bind } from "../../resources/binding";
import { customerName } from "../../resources/customerName";
import { mountReading, mountWriting } from "../../resources/standard";
import { removeRow } from "../../resources/writing";
import { addressOf, isRequester, listRequestedDocuments, requestDocument } from "./ask";

const binding = bind(contracts.exportDocument, exportDocument, { derived: customerName(exportDocument) });

/** Only jobs write the rows. */
const never = () => Promise.reject(problem("notFound"));

/** /exportDocument (2§2): documents that were made in the background. */
export function mountExportDocuments(app: App): void {
  mountReading(app, binding);
  mountWriting(app, binding, {
    create: never,
    change: never,
    remove: async (c, actor, before) => {
      const db = c.get("db");
      const row = await findScoped(db, scopeOf(actor), exportDocument, String(before.id));
      await removeRow(db, binding, actor, before);
      await removeOrphansQuietly(c.env, db, keyOfExportDocument(row));
    },
  });
  mount(app, downloadStoredDocument, async ({ c, env, db, actor, params }) => {
    const row = await findScoped(db, scopeOf(actor), exportDocument, params.id);
    // The sweeper runs once a day, so an expired document may still be there.
    if (row.state !== "READY" || row.expireDate <= now()) throw problem("notFound");
    if (!spansCustomers(actor)) {
      if (!(await isRequester(db, actor, row))) throw problem("notFound");
      await visibleDocumentation(db, scopeOf(actor), row.documentationId ?? "");
    }
    const { fileName: name, size: dataSize, crc32, etag } = row;
    return attachment(env, keyOfExportDocument(row), { name, dataSize, crc32, etag }, c.req.raw);
  });
  mount(app, createExportDocumentJob, ({ env, db, actor, body }) => requestDocument(env, db, actor, body));
  mount(app, listDocumentJobs, async ({ db, actor, params }) => ({
    items: await listRequestedDocuments(db, actor, params.id),
    email: await addressOf(db, actor),
  }));
}
