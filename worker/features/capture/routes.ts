import * as contracts from "../../../domain/endpoints/capture";
import { findPredefinedAnswers, getPredefinedAnswers } from "../../../domain/endpoints/predefined";
import { createDocumentation } from "../../../domain/endpoints/review";
import { template } from "../../db/schema";
import { scopeCondition, scopeOf } from "../../db/scope";
import { predefinedAnswers } from "../../documentation/predefined";
import { mount } from "../../entrance/mount";
import type { App } from "../../http/context";
import { wakeDeliveriesOf } from "../../ingest/wake";
import { createByStaff } from "./create";
import { registerDevice } from "./device";
import { deviceSource, maxDocumentationBytes, saveCaptured } from "./documentation";
import { complete, pause } from "./ending";
import { mountDeviceData } from "./given";
import { mountHandover } from "./handover/routes";
import { mountMedia } from "./media";
import { allowedTemplatesCondition, templatesFor } from "./templates";
import { writeWarnings } from "./unexpectedAnswers";

export function mountCapture(app: App): void {
  mount(app, contracts.saveDevice, ({ db, license, body }) => registerDevice(db, license, body.device));
  mount(app, contracts.findTemplates, async ({ db, license }) => ({
    items: await templatesFor(db, license),
  }));
  mount(app, getPredefinedAnswers, ({ env, db, actor, query: { template: id, name } }) =>
    predefinedAnswers(env, db, { open: scopeCondition(scopeOf(actor), template), id, name }),
  );
  mount(app, findPredefinedAnswers, ({ env, db, license, body: { template: id, name } }) =>
    predefinedAnswers(env, db, { open: allowedTemplatesCondition(license.customerId, license.id), id, name }),
  );
  mount(
    app,
    contracts.saveDocumentation,
    async ({ env, db, license, body }) => {
      const saved = await saveCaptured(db, deviceSource(license), body.documentation, body);
      await wakeDeliveriesOf(env, db, { customerId: license.customerId, id: body.documentation.id });
      return saved;
    },
    { limit: maxDocumentationBytes },
  );
  mount(app, createDocumentation, ({ db, actor, body }) => createByStaff(db, actor, body), {
    limit: maxDocumentationBytes,
  });
  mount(app, contracts.completeDocumentation, async ({ env, db, license, body }) => {
    const state = await complete(db, license, body);
    await writeWarnings(db, { customerId: license.customerId, id: body.id });
    await wakeDeliveriesOf(env, db, { customerId: license.customerId, id: body.id });
    return state;
  });
  mount(app, contracts.pauseDocumentation, ({ db, license, body }) => pause(db, license, body));
  mountMedia(app);

  mountDeviceData(app);
  mountHandover(app);
}
