import { z } from "zod";
import { defineEndpoint } from "../endpoint";
import { uuid } from "../fields";
import { groupLists } from "./documentationGroup";

/** What is compared is a group (2§2): the documentations of one name or tag. */

const product = "DOCUMENTATION_COMPARISON";

export const { list: listDocumentationComparisons, count: countDocumentationComparisons } = groupLists(
  "documentationComparison",
  product,
  "desc",
);

/** So many photos go into one download at most. */
export const mostSelectedPhotos = 5000;

export const selectPhotos = defineEndpoint({
  method: "POST",
  path: "/documentationComparison/selectPhotos",
  entrance: "session",
  authority: "ROLE_DOCUMENTATION_READ",
  product,
  summary:
    "Keeps a choice of photos for a day and gives it an id, which stands for them in the address of a download. No address holds hundreds of ids.",
  body: z.strictObject({ photos: z.array(uuid()).max(mostSelectedPhotos) }),
  answer: z.object({ selection: uuid() }),
});

/** `photo` may stand there several times, once for each; what a contract shows of it is one. */
const selected = {
  photo: uuid().optional(),
  selection: uuid().optional(),
  /** The heading; without it the name of the newest documentation. */
  name: z.string().trim().max(255).optional(),
  language: z.enum(["en", "sv"]).default("en"),
};

const selectionDownload = {
  method: "GET",
  entrance: "session",
  authority: "ROLE_DOCUMENTATION_READ",
  product,
  query: z.object(selected),
  download: "document",
} as const;

export const downloadComparisonPowerPoint = defineEndpoint({
  ...selectionDownload,
  path: "/documentationComparison/downloadPowerPoint",
  summary:
    "Chosen photos as slides, task by task, so that those of one task stand next to each other: `photo=…&photo=…`, or `selection=` for what selectPhotos gave.",
});

export const downloadComparisonZipFile = defineEndpoint({
  ...selectionDownload,
  path: "/documentationComparison/downloadZipFile",
  summary: "The originals of chosen photos in folders by task, template and date, with a manifest.",
});

const projectIdLookup = {
  method: "GET",
  entrance: "session",
  authority: "ROLE_EXPORT_DOCUMENTATION",
  summary:
    "The project id that the export configurations of a name's templates send to, of the newest documentation's first; null when none names one.",
  params: z.object({ name: z.string().min(1).max(255) }),
  query: z.strictObject({ customerId: z.coerce.number().int().positive().optional() }),
  answer: z.object({ projectId: z.string().nullable() }),
} as const;

export const getProjectId = defineEndpoint({
  ...projectIdLookup,
  path: "/documentationComparison/getProjectId/{name}",
  product,
});

/** The same outside comparisons, which not every customer has (2§7). */
export const getDocumentationProjectId = defineEndpoint({
  ...projectIdLookup,
  path: "/documentation/getProjectId/{name}",
});
