import { canCall } from "#domain/contract/endpoint.ts";
import { getOverview } from "#domain/endpoints/documentation/overview.ts";
import { listDeliveries } from "#domain/endpoints/exports/delivery.ts";
import { mount } from "#worker/api/mount.ts";
import { scopeOf } from "#worker/db/scope.ts";
import type { App } from "#worker/http/context.ts";
import { countFailedDeliveries } from "./overviewDeliveries.ts";
import {
  countDocumentationsNeedingAttention,
  countDocumentationsToReview,
  countHandedOverDocumentations,
} from "./overviewDocumentations.ts";
import { findYesterdayPhotos } from "./overviewPhotos.ts";

/** /overview: work that waits for the user. */
export function mountOverview(app: App): void {
  mount(app, getOverview, async ({ db, actor }) => {
    const scope = scopeOf(actor);
    const [review, handedOver, attention, failedDeliveries, photos] = await Promise.all([
      countDocumentationsToReview(db, scope),
      countHandedOverDocumentations(db, scope),
      countDocumentationsNeedingAttention(db, scope),
      canCall(actor, listDeliveries) ? countFailedDeliveries(db, scope) : null,
      findYesterdayPhotos(db, scope),
    ]);
    return { review, handedOver, attention, failedDeliveries, photos };
  });
}
