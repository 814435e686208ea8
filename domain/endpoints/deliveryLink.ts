import { z } from "zod";
import { defineEndpoint } from "../endpoint";
import { instant, uuid } from "../fields";

/** What a mail links to when it is too large to attach. */

const linkToken = z
  .string()
  .min(20)
  .max(100)
  .regex(/^[\w-]+$/);

export const getDeliveryLink = defineEndpoint({
  entrance: "public",
  method: "GET",
  path: "/deliveryLink/get",
  summary: "Get what a mailed link leads to. An expired link is 401 linkExpired, an unknown one linkUnknown.",
  query: z.object({ token: linkToken }),
  answer: z.object({
    documentationName: z.string(),
    customerName: z.string(),
    expires: instant(),
    files: z.array(z.object({ id: uuid(), path: z.string(), bytes: z.int(), sha256: z.string().nullable() })),
    bytes: z.int(),
  }),
});
export type DeliveryLinkAnswer = z.output<NonNullable<typeof getDeliveryLink.answer>>;

export const downloadDeliveryLink = defineEndpoint({
  entrance: "public",
  method: "GET",
  path: "/deliveryLink/download",
  summary:
    "Download one file of a mailed link, or without `file` all of them as a zip. Exact length, ranges, strong ETag.",
  query: z.object({ token: linkToken, file: uuid().optional() }),
  download: "document",
});
