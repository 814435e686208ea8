import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { instant, uuid } from "#domain/core/fields.ts";
import { otherCustomer } from "../shared/otherCustomer.ts";

/** The figures of /progress: the review queue, review times, retakes, deliveries and unexpected answers. */

/** The lengths of the periods in weeks; the last week is the current one. */
export const progressWeekCounts = [4, 12, 52] as const;
export type ProgressWeekCount = (typeof progressWeekCounts)[number];

/** Maximum rows of a table; `groupCount` says how many there are. */
export const maxProgressRows = 20;
/** Maximum number of reviews whose times are calculated; if there are more, those of the newest days. */
export const maxTimedReviews = 50_000;
/** Maximum number of recently sent back items that are listed. */
export const maxSentBackItems = 10;

/**
 * The upper limits of the queue's age groups, in days: captured today or yesterday, within a week, within 30 days; the last group
 * is older.
 */
export const queueAgeDays = [2, 7, 30] as const;

/** The groupings of review times. */
export const reviewGroupings = ["creator", "license", "template", "place", "reviewer"] as const;
export type ReviewGrouping = (typeof reviewGroupings)[number];

const count = z.int();
const reviewTimes = {
  documentations: count,
  /** From capture to the status that ended the review. */
  medianSeconds: z.int().nullable(),
  maxSeconds: z.int().nullable(),
};

const reviewGroup = z.object({
  key: z
    .string()
    .meta({ description: "An ID for licences and templates, otherwise the name; empty for none" }),
  name: z.string(),
  ...reviewTimes,
});
export type ReviewGroup = z.output<typeof reviewGroup>;

const reviewTable = z.object({ groupCount: count, items: z.array(reviewGroup) });

export const progress = z.object({
  customerName: z.string(),
  startDate: z.iso.date(),
  endDate: z.iso.date(),
  queue: z
    .object({
      documentations: count,
      oldest: instant().nullable(),
      ages: z.array(
        z.object({ startDate: z.iso.date().nullable(), endDate: z.iso.date(), documentations: count }),
      ),
    })
    .nullable()
    .meta({ description: "null if the customer has no status that ends a review" }),
  reviews: z.object({
    startDate: z.iso.date().meta({
      description: `The first day whose reviews are counted and timed here and in the groupings: later than the period's if it has more than ${maxTimedReviews} reviews`,
    }),
    ...reviewTimes,
  }),
  groupings: z.object({
    creator: reviewTable,
    license: reviewTable,
    template: reviewTable,
    place: reviewTable,
    reviewer: reviewTable,
  } satisfies Record<ReviewGrouping, typeof reviewTable>),
  weeks: z.array(
    z.object({
      startDate: z.iso.date(),
      created: count,
      reviewed: count,
      sentBack: count.meta({ description: "Documentations" }),
      medianSeconds: z.int().nullable(),
    }),
  ),
  sentBack: z.object({
    items: count.meta({ description: "Photos and tasks" }),
    documentations: count,
    open: count,
    answered: count,
    withdrawn: count,
    reasons: z.array(z.object({ reason: z.string(), items: count })),
    newest: z.array(
      z.object({
        documentationId: uuid(),
        documentationName: z.string(),
        name: z.string().meta({ description: "Of the photo or task" }),
        reason: z.string(),
        creator: z.string(),
        dateCreated: instant(),
      }),
    ),
  }),
  deliveries: z.object({ done: count, failed: count, inProgress: count, cancelled: count }),
  findings: z.object({
    answers: count,
    documentations: count,
    lists: z.array(z.object({ name: z.string(), answers: count })),
  }),
});
export type Progress = z.output<typeof progress>;

const progressQuery = {
  weeks: z.coerce
    .number<number | string>()
    .int()
    .default(12)
    .refine((value) => progressWeekCounts.some((weekCount) => weekCount === value), {
      params: { fault: "invalid" },
    })
    .meta({ description: `Weeks of the period, the current one included: ${progressWeekCounts.join(", ")}` }),
  customerId: otherCustomer,
};

const progressCall = {
  authentication: "session",
  authority: "ROLE_PROGRESS",
  method: "GET",
  multiDatabase: "current",
} as const;

export const getProgress = defineEndpoint({
  ...progressCall,
  path: "/progress",
  summary:
    "Get the figures of a customer's work: the review queue, times from capture to review, what was sent back, deliveries and unexpected answers. Hidden and deleted documentations are not counted.",
  query: z.strictObject(progressQuery),
  response: progress,
});

export const downloadProgress = defineEndpoint({
  ...progressCall,
  path: "/progress/workbook",
  callLimit: "documents",
  summary: "Download the figures of a customer's work as an Excel file.",
  query: z.strictObject({ ...progressQuery, language: z.enum(["en", "sv"]).default("en") }),
  download: "document",
});
