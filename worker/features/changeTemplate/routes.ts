import { changeTemplate } from "../../../domain/endpoints/changeTemplate";
import { problem } from "../../../domain/problem";
import { acceptsDeviceUploads } from "../../../domain/rules/completion";
import { scopeOf } from "../../db/scope";
import { changeableDocumentation } from "../../documentation/change";
import { detailsOf, visibleDocumentation } from "../../documentation/details";
import { mount } from "../../entrance/mount";
import type { App } from "../../http/context";
import { changeTemplateOf, targetTemplate } from "./change";

/** Bytes: enough for a body that names some thousands of photos. */
const maxBodyBytes = 8_000_000;

export function mountChangeTemplate(app: App): void {
  mount(
    app,
    changeTemplate,
    async ({ db, actor, params, body }) => {
      const row = await changeableDocumentation(db, scopeOf(actor), params.id, body.version);
      // A device that saved it again would restore its own tasks.
      if (acceptsDeviceUploads(row.status)) throw problem("ruleBroken");
      const target = await targetTemplate(db, actor, row.customerId, body.templateId);
      await changeTemplateOf(db, actor, row, target, body);
      return detailsOf(db, await visibleDocumentation(db, scopeOf(actor), row.id));
    },
    { limit: maxBodyBytes },
  );
}
