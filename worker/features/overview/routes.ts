import { canCall } from "#domain/contract/endpoint.ts";
import { getOverview } from "#domain/endpoints/documentation/overview.ts";
import { listDeliveries } from "#domain/endpoints/exports/delivery.ts";
import { mount } from "#worker/api/mount.ts";
import { scopeOf } from "#worker/db/scope.ts";
import type { App } from "#worker/http/context.ts";
import { countFailedDeliveries } from "./overviewDeliveries.ts";
import { countHandedOver, countNeedingAttention, countToReview } from "./overviewDocumentations.ts";
import { countPhotosToReview } from "./overviewPhotos.ts";

/** /overview: work that waits for the user. */
export function mountOverview(app: App): void {
  mount(app, getOverview, async ({ db, actor }) => {
    const scope = scopeOf(actor);
    const [review, handedOver, attention, failedDeliveries, photos] = await Promise.all([
      countToReview(db, scope),
      countHandedOver(db, scope),
      countNeedingAttention(db, scope),
      canCall(actor, listDeliveries) ? countFailedDeliveries(db, scope) : null,
      countPhotosToReview(db, scope),
    ]);
    return { review, handedOver, attention, failedDeliveries, photos };
  });
}
