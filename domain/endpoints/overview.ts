import { z } from "zod";
import type { Matter } from "../documentation";
import { defineEndpoint } from "../endpoint";
import { uuid } from "../fields";
import { photoRow } from "./documentation";

/** What waits for somebody today. */

/** Counts stop here: "1000" means 1000 or more. */
export const mostCounted = 1000;
/** Templates and photos that are named one by one. */
export const mostTemplates = 12;
export const mostPhotos = 12;
/** Days that a failed delivery is shown. */
export const failedDays = 30;

const count = z.int().meta({ description: `Stops at ${mostCounted}` });

export const overviewPhoto = z.object({
  ...photoRow.pick({
    id: true,
    documentationId: true,
    name: true,
    alias: true,
    dateCreated: true,
    hasData: true,
    rotation: true,
    turned: true,
    shown: true,
  }).shape,
  documentationName: z.string(),
});
export type OverviewPhoto = z.output<typeof overviewPhoto>;

export const getOverview = defineEndpoint({
  method: "GET",
  path: "/overview",
  entrance: "session",
  authority: "ROLE_DOCUMENTATION_READ",
  summary:
    "What waits for somebody: documentations for review, uploads, links, deliveries, and the photos of yesterday.",
  answer: z.object({
    review: z.object({
      total: z.int(),
      /** Those with the most documentations first; super admins see whose they are. */
      templates: z.array(
        z.object({
          templateId: uuid(),
          templateName: z.string(),
          customerName: z.string(),
          documentations: z.int(),
        }),
      ),
    }),
    handedOver: z.int().meta({ description: "Handed over and fetched by nobody" }),
    matters: z
      .object({
        RECEIVED_FILES: count,
        LACKING_UPLOADS: count,
        ENDING_LINKS: count,
      } satisfies Record<Matter, typeof count>)
      .meta({ description: "Documentations with each matter that the list's filter knows" }),
    failedDeliveries: z
      .object({ count, from: z.iso.date() })
      .nullable()
      .meta({ description: "Failed since that day; null for whoever sees no deliveries" }),
    photos: z.object({
      day: z.iso.date().meta({ description: "Yesterday, in Swedish time" }),
      count,
      items: z.array(overviewPhoto).meta({ description: "The newest of them" }),
    }),
  }),
});
