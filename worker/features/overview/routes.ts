import { canCall } from "../../../domain/endpoint";
import { listDeliveries } from "../../../domain/endpoints/delivery";
import { getOverview } from "../../../domain/endpoints/overview";
import { scopeOf } from "../../db/scope";
import { mount } from "../../entrance/mount";
import type { App } from "../../http/context";
import { failedDeliveriesOf } from "./deliveries";
import { attentionCounts, handedOverOf, reviewOf } from "./documentations";
import { photosOf } from "./photos";

/** /overview: what waits for somebody. */
export function mountOverview(app: App): void {
  mount(app, getOverview, async ({ db, actor }) => {
    const scope = scopeOf(actor);
    const [review, handedOver, matters, failedDeliveries, photos] = await Promise.all([
      reviewOf(db, scope),
      handedOverOf(db, scope),
      attentionCounts(db, scope),
      canCall(actor, listDeliveries) ? failedDeliveriesOf(db, scope) : null,
      photosOf(db, scope),
    ]);
    return { review, handedOver, matters, failedDeliveries, photos };
  });
}
