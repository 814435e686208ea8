import type { z } from "zod";
import type { Actor } from "#domain/access/actor.ts";
import {
  countDocumentationsByMonth,
  countPhotosByMonth,
  createInvoiceAttachement,
  downloadPhotoDump,
  listCustomerTemplates,
  prepareInvoiceAttachment,
  preparePhotoDump,
} from "#domain/endpoints/configuration/customerCalls.ts";
import { mount } from "#worker/api/mount.ts";
import { requesterOf } from "#worker/auth/session/actor.ts";
import { type Database, databaseOf } from "#worker/db/database.ts";
import { serveFile } from "#worker/export/serveExport.ts";
import type { App, AppContext } from "#worker/http/context.ts";
import { getLanguage } from "#worker/http/language.ts";
import { runJobToEnd } from "#worker/jobs/runJob.ts";
import { insertInlineJob, startJob, startUniqueJob, toJobStatus } from "#worker/jobs/startJob.ts";
import { findCustomer } from "#worker/resources/customerResource.ts";
import { dumpRetentionHours, photoDumpKind } from "./dump/dumpJob.ts";
import { findDumpFile } from "./dump/serveDump.ts";
import { invoiceAttachmentKind } from "./invoice/invoiceJob.ts";
import { assertRequestValid } from "./invoice/invoiceRows.ts";
import { createInvoiceFile, findPreparedInvoice } from "./invoice/serveInvoice.ts";
import { listMonths, listTemplates } from "./statistics.ts";

/**
 * A customer's photo dump, invoice attachment and statistics. Browser downloads send no bookmark, so they read from the primary
 * database: a replica may not have the finished job yet.
 */
export function mountCustomer(app: App): void {
  mount(app, preparePhotoDump, async ({ c, env, actor, params }) => {
    const db = databaseOf(env);
    const { id: customerId } = await findCustomer(db, params.id);
    const request = { language: getLanguage(c) };
    const startRequest = { customerId, requester: requesterOf(actor), request };
    return toJobStatus(await startUniqueJob(env, db, photoDumpKind, startRequest));
  });

  mount(app, downloadPhotoDump, async ({ c, env, query }) => {
    const db = databaseOf(env);
    const { id } = await findCustomer(db, query.customerId);
    const file = await findDumpFile(env, db, id, { jobId: query.job, retentionHours: dumpRetentionHours });
    return serveFile(file, c.req.raw);
  });

  mount(app, prepareInvoiceAttachment, async ({ c, env, actor, body }) => {
    const db = databaseOf(env);
    return toJobStatus(
      await startJob(env, db, invoiceAttachmentKind, await createInvoiceStartRequest(db, c, actor, body)),
    );
  });

  mount(app, createInvoiceAttachement, async ({ c, env, actor, query }) => {
    const db = databaseOf(env);
    if (query.job) {
      const { id } = await findCustomer(db, query.customerId);
      return serveFile(await findPreparedInvoice(env, db, id, query.job), c.req.raw);
    }
    const { id } = await insertInlineJob(
      db,
      invoiceAttachmentKind,
      await createInvoiceStartRequest(db, c, actor, query),
    );
    return serveFile(
      createInvoiceFile(env, await runJobToEnd(env, db, id, invoiceAttachmentKind)),
      c.req.raw,
    );
  });

  mount(app, countDocumentationsByMonth, async ({ db, params }) => {
    const { id } = await findCustomer(db, params.id);
    return listMonths(db, id);
  });
  mount(app, countPhotosByMonth, async ({ db, params }) => {
    const { id } = await findCustomer(db, params.id);
    return (await listMonths(db, id)).filter(
      ({ photoCount, dataSize }) => photoCount !== 0 || dataSize !== 0,
    );
  });
  mount(app, listCustomerTemplates, async ({ db, params }) => {
    const { id } = await findCustomer(db, params.id);
    return listTemplates(db, id);
  });
}

type InvoiceBody = z.output<NonNullable<typeof prepareInvoiceAttachment.body>>;

/** @throws notFound for an unknown customer; invalid for licences or templates of another customer */
async function createInvoiceStartRequest(
  db: Database,
  c: AppContext,
  actor: Actor,
  { customerId, startDate, endDate, licenses, templates, language = getLanguage(c) }: InvoiceBody,
) {
  await findCustomer(db, customerId);
  await assertRequestValid(db, customerId, { licenses, templates });
  const request = { startDate, endDate, licenses, templates, language };
  return { customerId, requester: requesterOf(actor), request };
}
