import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { compareByKeys, mergeSorted } from "#domain/contract/merge/compareValues.ts";
import type { MergeStrategy } from "#domain/contract/merge/mergeResponses.ts";
import type { AttentionReason } from "#domain/core/documentationTypes.ts";
import { uuid } from "#domain/core/fields.ts";
import { photoRow } from "./details.ts";

/** The overview of pending work. */

/** Counts are capped: 1000 means 1000 or more. */
export const maxOverviewCount = 1000;
/** Maximum number of templates and photos that are listed. */
export const maxOverviewTemplates = 12;
export const maxOverviewPhotos = 12;
/** Days for which a failed delivery is shown. */
export const failedDeliveryDays = 30;

const count = z.int().meta({ description: `At most ${maxOverviewCount}` });

export const overviewPhoto = z.object({
  ...photoRow.pick({
    id: true,
    documentationId: true,
    name: true,
    alias: true,
    dateCreated: true,
    hasData: true,
    rotation: true,
    derivativeRotation: true,
    derivativeRevision: true,
  }).shape,
  documentationName: z.string(),
});
export type OverviewPhoto = z.output<typeof overviewPhoto>;

const overview = z.object({
  review: z.object({
    total: z.int(),
    /** Templates with the most documentations first; super admins also see their customers. */
    templates: z.array(
      z.object({
        templateId: uuid(),
        templateName: z.string(),
        customerName: z.string(),
        documentations: z.int(),
      }),
    ),
  }),
  handedOver: z.int().meta({ description: "Number of documentations that are handed over and not fetched" }),
  attention: z
    .object({
      RECEIVED_FILES: count,
      OVERDUE_UPLOADS: count,
      EXPIRING_LINKS: count,
      COMPLETED_WITHOUT: count,
      UNANSWERED: count,
      LATE_REVIEW: count,
      LATE_RETAKE: count,
    } satisfies Record<AttentionReason, typeof count>)
    .meta({ description: "Number of documentations by attention reason, as in the list's filter" }),
  failedDeliveries: z
    .object({ count, from: z.iso.date() })
    .nullable()
    .meta({ description: "Deliveries that failed since that day; null if the user cannot see deliveries" }),
  photos: z.object({
    day: z.iso.date().meta({ description: "Yesterday, in Swedish time" }),
    count,
    items: z.array(overviewPhoto).meta({ description: "The newest photos" }),
  }),
});
type Overview = z.output<typeof overview>;

const overviewMerge: MergeStrategy<Overview> = {
  merge(responses) {
    const [firstOverview] = responses;
    if (!firstOverview) throw new Error("an overview needs at least one database");
    const computeTotal = (getCount: (part: Overview) => number) =>
      responses.reduce((sum, part) => sum + getCount(part), 0);
    const computeCappedTotal = (getCount: (part: Overview) => number) =>
      Math.min(computeTotal(getCount), maxOverviewCount);
    const templates = mergeSorted(
      responses.map(({ review }) => review.templates),
      compareByKeys("desc", ({ documentations }) => documentations),
      maxOverviewTemplates,
    );
    const newestPhotos = responses
      .flatMap(({ photos }) => photos.items)
      .sort(compareByKeys("desc", ({ dateCreated }) => dateCreated))
      .slice(0, maxOverviewPhotos);
    return {
      review: { total: computeTotal(({ review }) => review.total), templates },
      handedOver: computeTotal(({ handedOver }) => handedOver),
      attention: {
        RECEIVED_FILES: computeCappedTotal(({ attention: reasons }) => reasons.RECEIVED_FILES),
        OVERDUE_UPLOADS: computeCappedTotal(({ attention: reasons }) => reasons.OVERDUE_UPLOADS),
        EXPIRING_LINKS: computeCappedTotal(({ attention: reasons }) => reasons.EXPIRING_LINKS),
        COMPLETED_WITHOUT: computeCappedTotal(({ attention: reasons }) => reasons.COMPLETED_WITHOUT),
        UNANSWERED: computeCappedTotal(({ attention: reasons }) => reasons.UNANSWERED),
        LATE_REVIEW: computeCappedTotal(({ attention: reasons }) => reasons.LATE_REVIEW),
        LATE_RETAKE: computeCappedTotal(({ attention: reasons }) => reasons.LATE_RETAKE),
      },
      failedDeliveries: firstOverview.failedDeliveries && {
        ...firstOverview.failedDeliveries,
        count: computeCappedTotal(({ failedDeliveries }) => failedDeliveries?.count ?? 0),
      },
      photos: {
        ...firstOverview.photos,
        count: computeCappedTotal(({ photos }) => photos.count),
        items: newestPhotos,
      },
    };
  },
};

export const getOverview = defineEndpoint({
  method: "GET",
  path: "/overview",
  authentication: "session",
  authority: "ROLE_DOCUMENTATION_READ",
  multiDatabase: overviewMerge,
  summary:
    "Get the pending work: documentations to review, uploads, links and deliveries, and yesterday's photos.",
  response: overview,
});
