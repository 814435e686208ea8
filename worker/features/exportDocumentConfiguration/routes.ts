import { sql } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import { hasAuthority, spansCustomers } from "#domain/access/authorities.ts";
import { problem } from "#domain/core/problem.ts";
import {
  copyLayout as copyCall,
  downloadSampleFile,
  getCustomerCounts,
  getReplacementCodes,
  inspectLayoutFile,
  maxListedTags,
  previewLayout,
  testLayout,
  testLayoutWithoutSlash,
} from "#domain/endpoints/configuration/layout.ts";
import { shardsFor } from "#worker/api/fanOut.ts";
import { mount } from "#worker/api/mount.ts";
import { number, selectRows, uuid } from "#worker/db/rows.ts";
import { scopeOf } from "#worker/db/scope.ts";
import { getCustomerDb } from "#worker/db/shards.ts";
import { inspectOfficeFile } from "#worker/export/layouts/office/officeLayout.ts";
import { createSampleFile } from "#worker/export/layouts/office/officeSamples.ts";
import { createR2Source } from "#worker/export/r2Source.ts";
import { serveExport } from "#worker/export/serveExport.ts";
import { createReader } from "#worker/exportContent/exportPlan.ts";
import { readReport } from "#worker/exportContent/readReport.ts";
import { listReplacementCodes } from "#worker/exportContent/replacementTexts.ts";
import { findLayout, serveLayout } from "#worker/exportContent/reportLayout.ts";
import type { App, AppContext } from "#worker/http/context.ts";
import { parseJson, readLimitedBody } from "#worker/http/jsonBody.ts";
import { exportDocumentConfigurationBinding as binding } from "#worker/resources/layoutResource.ts";
import { parseChange, parseCreation } from "#worker/resources/resourceWrites.ts";
import { emptyCallInput, mountReads, mountWrites } from "#worker/resources/standardHandlers.ts";
import { preview } from "./preview.ts";
import { removeLayout } from "./removeLayout.ts";
import { changeLayout, copyLayout, createLayout } from "./saveLayout.ts";

/** Bytes of a layout as JSON: the maximum text and the rest of the tree. */
const maxLayoutBytes = 12_000_000;

/** Calls of report layouts (3§2): the standard ones on whole trees, and those for their pages. */
export function mountLayouts(app: App): void {
  mount(app, copyCall, ({ db, actor, body }) => copyLayout(db, actor, body));

  mount(app, getCustomerCounts, async ({ db }) => ({
    items: await selectRows(
      db,
      { id: uuid("export_document_configuration_id"), customers: number("count(*)") },
      (columns) => sql`SELECT ${columns} FROM customer_export_document_configuration GROUP BY 1`,
    ),
  }));

  mount(app, getReplacementCodes, async ({ db, actor }) => ({
    codes: await listReplacementCodes(db, scopeOf(actor)),
  }));

  for (const endpoint of [testLayout, testLayoutWithoutSlash])
    mount(app, endpoint, async ({ c, env, db, actor, query }) => {
      assertReadsDocumentations(actor);
      const layout = await findLayout(db, actor, {
        configuration: query.exportDocumentConfiguration,
        pdf: false,
      });
      const { language } = query;
      const report = await readReport(db, createReader(actor), query.documentation, {
        language,
        layouts: layout.layouts,
      });
      return serveLayout({ env, db, request: c.req.raw }, layout, report);
    });

  mount(
    app,
    previewLayout,
    ({ env, db, actor, body }) => {
      assertReadsDocumentations(actor);
      return preview(env, db, actor, body);
    },
    { maxBodyBytes: maxLayoutBytes },
  );

  mount(
    app,
    inspectLayoutFile,
    async ({ c, actor, body }) => {
      const words = new Set<string>();
      inspectOfficeFile(body, (word) => !words.add(word));
      const codes = words.size > 0 ? await createCodeFinder(c, actor)([...words]) : words;
      const findings = inspectOfficeFile(body, (word) => codes.has(word));
      if (!findings) throw problem("invalid", { fields: { nodes: "required" } });
      const tags = findings.tags.toSorted((a, b) => Number(b.error !== null) - Number(a.error !== null));
      return { refusal: findings.refusal, tagCount: tags.length, tags: tags.slice(0, maxListedTags) };
    },
    { maxBodyBytes: maxLayoutBytes },
  );

  mount(app, downloadSampleFile, async ({ c, env, query: { type, language } }) =>
    serveExport(await createSampleFile(type, language), c.req.raw, createR2Source(env.STORAGE)),
  );

  mountReads(app, binding);
  mountWrites(app, binding, {
    read: async (c) => parseJson(await readLimitedBody(c.req.raw, maxLayoutBytes)),

    async create(c, actor, body) {
      const db = c.get("db");
      return createLayout(
        db,
        actor,
        await parseCreation(db, binding, actor, body),
        createCodeFinder(c, actor),
      );
    },

    async change(c, actor, existingRow, body) {
      const db = c.get("db");
      const { change } = await parseChange(db, binding, existingRow, withoutFaults(body));
      return changeLayout(db, actor, existingRow, change, createCodeFinder(c, actor));
    },

    remove: (c, actor, existingRow) => removeLayout(c.get("db"), actor, existingRow),
  });
}

/**
 * Finds replacement codes of the actor's customer. For super admins in all databases: a layout can be granted to customers of any of
 * them.
 */
const createCodeFinder = (c: AppContext, actor: Actor) => async (words: readonly string[]) => {
  const scope = scopeOf(actor);
  const dbs = spansCustomers(actor)
    ? (await shardsFor(c, actor, getReplacementCodes, emptyCallInput)).map(({ db }) => db)
    : [await getCustomerDb(c.env, actor.customerId)];
  const codes = await Promise.all(dbs.map((db) => listReplacementCodes(db, scope, words)));
  return new Set(codes.flat());
};

/** Previews show the content of documentations. @throws forbidden for actors who may not read them */
function assertReadsDocumentations(actor: Actor): void {
  if (!hasAuthority(actor, "ROLE_DOCUMENTATION_READ")) throw problem("forbidden");
}

/** Removes `faults`, which a client sends back with the rest of the row. */
function withoutFaults(body: unknown): unknown {
  if (typeof body !== "object" || body === null || !("faults" in body)) return body;
  const { faults: _, ...remaining } = body;
  return remaining;
}
