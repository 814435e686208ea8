import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { booleanOrString, day, instant, instantInput, uuid } from "#domain/core/fields.ts";
import { documentationFilter } from "../shared/documentationFilter.ts";
import { maxSelectedPhotos, selectionQuery } from "./comparison.ts";
import { photoRow } from "./details.ts";
import { documentationSummary } from "./list.ts";

/** The photos of all documentations of one customer by the time they were taken, newest first. */

const readAccess = {
  method: "GET",
  authentication: "session",
  authority: "ROLE_DOCUMENTATION_READ",
} as const;

export const timelineSpan = z.object({
  day: day().nullable().meta({
    description:
      "The Swedish calendar day of its photos. null: it is not known when they were taken, and `from` and `before` are times of arrival. These spans come last",
  }),
  from: instant(),
  /** Its photos were taken at or after `from`, and before `before`. */
  before: instant(),
  count: z.int(),
});
export type TimelineSpan = z.output<typeof timelineSpan>;

export const getTimelineSpans = defineEndpoint({
  ...readAccess,
  path: "/photo/timelineSpans",
  multiDatabase: "current",
  summary:
    "Count the photos of a customer's documentations by when they were taken, newest first, in spans to fetch one by one. The filter is that of the documentation list. Each call covers part of the photos: repeat it with `next` as `before` until `next` is null.",
  query: z.strictObject({ ...documentationFilter, before: instantInput().optional() }),
  response: z.object({ items: z.array(timelineSpan), next: instant().nullable() }),
});

/** Maximum number of photos of a span in a response. */
export const maxTimelinePhotos = 500;

export const listTimelinePhotos = defineEndpoint({
  ...readAccess,
  path: "/photo/timeline",
  multiDatabase: "current",
  summary:
    "List the photos of a span that were taken at or after `from` and before `before`, newest first, with their documentations and tasks.",
  query: z.strictObject({
    ...documentationFilter,
    from: instantInput(),
    before: instantInput(),
    unknownTime: booleanOrString()
      .default(false)
      .meta({ description: "For spans without a day: the photos of unknown time that arrived then" }),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  }),
  response: z.object({
    items: z.array(photoRow),
    documentations: z.array(documentationSummary),
    tasks: z.array(z.object({ id: uuid(), name: z.string() })),
  }),
});

export const selectTimelinePhotos = defineEndpoint({
  method: "POST",
  path: "/photo/select",
  repeatable: true,
  authentication: "session",
  authority: "ROLE_DOCUMENTATION_READ",
  summary:
    "Save a selection of photos for one day and get an ID for it, to use in a download URL, which cannot hold hundreds of photo IDs.",
  body: z.strictObject({ photos: z.array(uuid()).max(maxSelectedPhotos) }),
  response: z.object({ selection: uuid() }),
});

export const downloadTimelinePhotos = defineEndpoint({
  ...readAccess,
  path: "/photo/downloadZipFile",
  callLimit: "documents",
  summary:
    "Download the originals of the selected photos in folders by documentation and task, with a manifest. Select photos with `photo=…&photo=…`, or with `selection=` from photo/select.",
  query: z.object(selectionQuery),
  download: "document",
});
