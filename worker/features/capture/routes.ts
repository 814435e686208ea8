import * as contracts from "#domain/endpoints/capture/capture.ts";
import { findPredefinedAnswers, getPredefinedAnswers } from "#domain/endpoints/capture/predefined.ts";
import { createDocumentation } from "#domain/endpoints/review/review.ts";
import { mount } from "#worker/api/mount.ts";
import { template } from "#worker/db/schema/index.ts";
import { scopeCondition, scopeOf } from "#worker/db/scope.ts";
import { lookUpPredefinedAnswers } from "#worker/documentation/predefined.ts";
import type { App } from "#worker/http/context.ts";
import { wakeDocumentationDeliveries } from "#worker/ingest/wakeDeliveries.ts";
import { completeDocumentation, pauseDocumentation } from "./completeAndPause.ts";
import { createDocumentationByStaff } from "./createByStaff.ts";
import { mountDeviceData } from "./deviceData.ts";
import { allowedTemplatesCondition, listOfferedTemplates } from "./deviceTemplates.ts";
import { mountDeviceTokens } from "./deviceTokens.ts";
import { mountHandover } from "./handover/routes.ts";
import { registerDevice } from "./registerDevice.ts";
import { maxDocumentationBytes, saveCapturedDocumentation, toDeviceSource } from "./saveDocumentation.ts";
import { mountMedia } from "./saveMedia.ts";
import { updateWarnings } from "./unexpectedAnswers.ts";

export function mountCapture(app: App): void {
  mount(app, contracts.saveDevice, ({ db, license, body }) => registerDevice(db, license, body));
  mount(app, contracts.findTemplates, async ({ db, license }) => ({
    items: await listOfferedTemplates(db, license),
  }));
  mount(app, getPredefinedAnswers, ({ env, db, actor, query: { template: id, name } }) =>
    lookUpPredefinedAnswers(env, db, { usableCondition: scopeCondition(scopeOf(actor), template), id, name }),
  );
  mount(app, findPredefinedAnswers, ({ env, db, license, body: { template: id, name } }) =>
    lookUpPredefinedAnswers(env, db, {
      usableCondition: allowedTemplatesCondition(license.customerId, license.id),
      id,
      name,
    }),
  );
  mount(
    app,
    contracts.saveDocumentation,
    async ({ env, db, license, body, repairs }) => {
      const source = { ...toDeviceSource(license), repairs: repairs() };
      const savedState = await saveCapturedDocumentation(db, source, body.documentation, body);
      await wakeDocumentationDeliveries(env, db, {
        customerId: license.customerId,
        id: body.documentation.id,
      });
      return savedState;
    },
    { maxBodyBytes: maxDocumentationBytes },
  );
  mount(
    app,
    createDocumentation,
    ({ db, actor, body, repairs }) => createDocumentationByStaff(db, actor, body, repairs()),
    {
      maxBodyBytes: maxDocumentationBytes,
    },
  );
  mount(app, contracts.completeDocumentation, async ({ env, db, license, body }) => {
    const state = await completeDocumentation(db, license, body);
    await updateWarnings(db, { customerId: license.customerId, id: body.id });
    await wakeDocumentationDeliveries(env, db, { customerId: license.customerId, id: body.id });
    return state;
  });
  mount(app, contracts.pauseDocumentation, ({ db, license, body }) => pauseDocumentation(db, license, body));
  mountMedia(app);
  mountDeviceTokens(app);

  mountDeviceData(app);
  mountHandover(app);
}
