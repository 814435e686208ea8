import { canCall } from "#domain/contract/endpoint.ts";
import { getOverview } from "#domain/endpoints/documentation/overview.ts";
import { listDeliveries } from "#domain/endpoints/exports/delivery.ts";
import { mount } from "#worker/api/mount.ts";
import { scopeOf } from "#worker/db/scope.ts";
import type { App } from "#worker/http/context.ts";
import { failedDeliveriesOf } from "./overviewDeliveries.ts";
import { attentionCounts, handedOverOf, reviewOf } from "./overviewDocumentations.ts";
import { photosOf } from "./overviewPhotos.ts";

/** /overview: work that waits for the user. */
export function mountOverview(app: App): void {
  mount(app, getOverview, async ({ db, actor }) => {
    const scope = scopeOf(actor);
    const [review, handedOver, reasons, failedDeliveries, photos] = await Promise.all([
      reviewOf(db, scope),
      handedOverOf(db, scope),
      attentionCounts(db, scope),
      canCall(actor, listDeliveries) ? failedDeliveriesOf(db, scope) : null,
      photosOf(db, scope),
    ]);
    return { review, handedOver, attention: reasons, failedDeliveries, photos };
  });
}
