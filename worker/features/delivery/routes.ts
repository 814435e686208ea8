import * as contracts from "#domain/endpoints/exports/delivery.ts";
import { mount } from "#worker/api/mount.ts";
import { scopeOf } from "#worker/db/scope.ts";
import { createReader } from "#worker/exportContent/exportPlan.ts";
import type { App } from "#worker/http/context.ts";
import {
  countMatchingDeliveries,
  listDeliveryPage,
  listDestinations,
  readDeliveryDetails,
} from "./list/listDeliveries.ts";
import { cancelDelivery, resendDelivery, resendFailedDeliveries } from "./list/resend.ts";

/** /delivery: lists deliveries and destinations, resends and cancels. */
export function mountDeliveries(app: App): void {
  mount(app, contracts.listDeliveries, async ({ db, actor, query }) => ({
    items: await listDeliveryPage(db, scopeOf(actor, query.customerId), query),
  }));
  mount(app, contracts.countDeliveries, async ({ db, actor, query }) => ({
    count: await countMatchingDeliveries(db, scopeOf(actor, query.customerId), query),
  }));
  // Before the route with an id, which would match its path.
  mount(app, contracts.getDeliveryDestinations, async ({ db, actor, query }) => ({
    items: await listDestinations(db, scopeOf(actor, query.customerId)),
  }));
  mount(app, contracts.getDelivery, ({ db, actor, params, query }) =>
    readDeliveryDetails(db, createReader(actor), params.id, query),
  );
  mount(app, contracts.resendDelivery, ({ env, db, actor, params, body }) =>
    resendDelivery(env, db, actor, params.id, body.file),
  );
  mount(app, contracts.resendFailedDeliveries, async ({ env, db, actor, body }) => ({
    count: await resendFailedDeliveries(env, db, actor, body),
  }));
  mount(app, contracts.cancelDelivery, ({ env, db, actor, params }) =>
    cancelDelivery(env, db, actor, params.id),
  );
}
