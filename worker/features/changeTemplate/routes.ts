import { problem } from "#domain/core/problem.ts";
import { acceptsDeviceUploads } from "#domain/documentation/completion.ts";
import { changeTemplate } from "#domain/endpoints/review/changeTemplate.ts";
import { mount } from "#worker/api/mount.ts";
import { scopeOf } from "#worker/db/scope.ts";
import { findChangeableDocumentation } from "#worker/documentation/changeDocumentation.ts";
import { findVisibleDocumentation, readDetails } from "#worker/documentation/details.ts";
import type { App } from "#worker/http/context.ts";
import { changeDocumentationTemplate, findTargetTemplate } from "./changeDocumentationTemplate.ts";

/** Enough for a body that names several thousand photos. */
const maxChangeBodyBytes = 8_000_000;

export function mountChangeTemplate(app: App): void {
  mount(
    app,
    changeTemplate,
    async ({ db, actor, params, body }) => {
      const row = await findChangeableDocumentation(db, scopeOf(actor), params.id, body.version);
      // A device saving the documentation would restore its own tasks.
      if (acceptsDeviceUploads(row.status)) throw problem("ruleBroken");
      const target = await findTargetTemplate(db, actor, row.customerId, body.templateId);
      await changeDocumentationTemplate(db, actor, row, target, body);
      return readDetails(db, await findVisibleDocumentation(db, scopeOf(actor), row.id));
    },
    { maxBodyBytes: maxChangeBodyBytes },
  );
}
