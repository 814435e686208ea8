import * as contracts from "#domain/endpoints/capture/capture.ts";
import { findPredefinedAnswers, getPredefinedAnswers } from "#domain/endpoints/capture/predefined.ts";
import { createDocumentation } from "#domain/endpoints/review/review.ts";
import { mount } from "#worker/api/mount.ts";
import { template } from "#worker/db/schema/index.ts";
import { scopeCondition, scopeOf } from "#worker/db/scope.ts";
import { lookUpPredefinedAnswers } from "#worker/documentation/predefined.ts";
import type { App } from "#worker/http/context.ts";
import { wakeDeliveriesOf } from "#worker/ingest/wake.ts";
import { complete, pause } from "./completeAndPause.ts";
import { createByStaff } from "./create.ts";
import { mountDeviceData } from "./deviceData.ts";
import { allowedTemplatesCondition, templatesFor } from "./deviceTemplates.ts";
import { mountDeviceTokens } from "./deviceTokens.ts";
import { mountHandover } from "./handover/routes.ts";
import { registerDevice } from "./registerDevice.ts";
import { deviceSource, maxDocumentationBytes, saveCaptured } from "./saveDocumentation.ts";
import { mountMedia } from "./saveMedia.ts";
import { writeWarnings } from "./unexpectedAnswers.ts";

export function mountCapture(app: App): void {
  mount(app, contracts.saveDevice, ({ db, license, body }) => registerDevice(db, license, body));
  mount(app, contracts.findTemplates, async ({ db, license }) => ({
    items: await templatesFor(db, license),
  }));
  mount(app, getPredefinedAnswers, ({ env, db, actor, query: { template: id, name } }) =>
    lookUpPredefinedAnswers(env, db, { open: scopeCondition(scopeOf(actor), template), id, name }),
  );
  mount(app, findPredefinedAnswers, ({ env, db, license, body: { template: id, name } }) =>
    lookUpPredefinedAnswers(env, db, {
      open: allowedTemplatesCondition(license.customerId, license.id),
      id,
      name,
    }),
  );
  mount(
    app,
    contracts.saveDocumentation,
    async ({ env, db, license, body, repairs }) => {
      const source = { ...deviceSource(license), repairs: repairs() };
      const saved = await saveCaptured(db, source, body.documentation, body);
      await wakeDeliveriesOf(env, db, { customerId: license.customerId, id: body.documentation.id });
      return saved;
    },
    { maxBodyBytes: maxDocumentationBytes },
  );
  mount(
    app,
    createDocumentation,
    ({ db, actor, body, repairs }) => createByStaff(db, actor, body, repairs()),
    {
      maxBodyBytes: maxDocumentationBytes,
    },
  );
  mount(app, contracts.completeDocumentation, async ({ env, db, license, body }) => {
    const state = await complete(db, license, body);
    await writeWarnings(db, { customerId: license.customerId, id: body.id });
    await wakeDeliveriesOf(env, db, { customerId: license.customerId, id: body.id });
    return state;
  });
  mount(app, contracts.pauseDocumentation, ({ db, license, body }) => pause(db, license, body));
  mountMedia(app);
  mountDeviceTokens(app);

  mountDeviceData(app);
  mountHandover(app);
}
