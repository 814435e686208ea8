import { maxExternalBytes } from "#domain/delivery/deliveryRequest.ts";
import { testExportConfiguration } from "#domain/endpoints/exports/exportConfigurationCalls.ts";
import * as contracts from "#domain/endpoints/exports/manualExport.ts";
import { mount } from "#worker/api/mount.ts";
import type { App } from "#worker/http/context.ts";
import { startExport } from "./beginExport.ts";
import { createExportPlan, readExportOptions } from "./exportOptions.ts";
import { findComparisonSubject, findDocumentationSubject } from "./exportSubject.ts";
import { testExport } from "./exportTest.ts";
import { decodeExternalFiles } from "./externalFiles.ts";

/** Bytes of JSON: external files in base64, and 20 000 ids. */
const maxExportBodyBytes = Math.ceil(maxExternalBytes / 3) * 4 + 2_000_000;

/** Manual exports to destinations (2§4, 2§5, 2§7), and the destination test (3§2). */
export function mountExports(app: App): void {
  mount(app, contracts.getExportOptions, async ({ db, actor, params }) =>
    readExportOptions(db, await findDocumentationSubject(db, actor, { documentationId: params.id })),
  );
  mount(app, contracts.getComparisonExportOptions, async ({ db, actor, params, query }) =>
    readExportOptions(db, await findComparisonSubject(db, actor, { name: params.name, ...query })),
  );
  mount(
    app,
    contracts.planExport,
    async ({ db, actor, body }) =>
      createExportPlan(db, actor, await findDocumentationSubject(db, actor, body), body),
    { maxBodyBytes: maxExportBodyBytes },
  );
  mount(
    app,
    contracts.planExportComparison,
    async ({ db, actor, body }) =>
      createExportPlan(
        db,
        actor,
        await findComparisonSubject(db, actor, { ...body, name: body.documentationName }),
        {
          ...body,
          fileIds: null,
          threads: false,
        },
      ),
    { maxBodyBytes: maxExportBodyBytes },
  );
  mount(
    app,
    contracts.manualExport,
    async ({ env, db, actor, body }) =>
      startExport(
        env,
        db,
        actor,
        await findDocumentationSubject(db, actor, body),
        body,
        decodeExternalFiles(body.externalFiles),
      ),
    { maxBodyBytes: maxExportBodyBytes },
  );
  mount(
    app,
    contracts.manualExportComparison,
    async ({ env, db, actor, body }) => {
      const subject = await findComparisonSubject(db, actor, { ...body, name: body.documentationName });
      return startExport(
        env,
        db,
        actor,
        subject,
        { ...body, fileIds: null, threads: false },
        decodeExternalFiles(body.externalFiles),
      );
    },
    { maxBodyBytes: maxExportBodyBytes },
  );
  mount(app, testExportConfiguration, ({ db, actor, params, query }) =>
    testExport(db, actor, params.id, query.documentation),
  );
}
