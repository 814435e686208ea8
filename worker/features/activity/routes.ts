import { canCall } from "#domain/contract/endpoint.ts";
import { listActivity } from "#domain/endpoints/documentation/activity.ts";
import { listDeliveries } from "#domain/endpoints/exports/delivery.ts";
import { mount } from "#worker/api/mount.ts";
import { customerInScope } from "#worker/db/scope.ts";
import type { App } from "#worker/http/context.ts";
import { readActivity } from "./readActivity.ts";

/** /activity: what happened to the documentations of one customer. */
export function mountActivity(app: App): void {
  mount(app, listActivity, ({ db, actor, query }) =>
    readActivity(db, customerInScope(actor, query.customerId), query, {
      includesDeliveries: canCall(actor, listDeliveries),
    }),
  );
}
