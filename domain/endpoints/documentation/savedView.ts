import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { flag, name, uuid, version } from "#domain/core/fields.ts";
import { documentationFilter } from "../shared/documentationFilter.ts";

/** Filters of the documentation list that people keep by name: theirs alone, or shared with everybody of the customer. */

/** Views that one user keeps at most. */
export const maxSavedViews = 100;

/** What a view may hold: the list's filter in the words of its address, the search word, and the order. */
export const viewParams: ReadonlySet<string> = new Set([
  ...Object.keys(documentationFilter).filter((one) => !["query", "showHidden", "customerId"].includes(one)),
  "q",
  "sort",
  "order",
]);

const viewQuery = z
  .string()
  .min(1)
  .max(8000)
  .refine((text) => [...new URLSearchParams(text).keys()].every((key) => viewParams.has(key)), {
    params: { fault: "invalid" },
  })
  .meta({
    description: "Filter and order as in the address of the list, without the question mark",
    examples: ["statusFilter=COMPLETED&sort=name&order=asc"],
  });

const savedView = z.object({
  id: uuid(),
  name: z.string(),
  query: z.string(),
  shared: z.boolean(),
  /** Whether it is the caller's: nobody else changes or deletes it. */
  own: z.boolean(),
  /** Whose it is. */
  owner: z.string(),
  version: version(),
});
export type SavedView = z.output<typeof savedView>;

const calling = { authentication: "session", authority: "ROLE_DOCUMENTATION_READ" } as const;
const given = { name: name(), query: viewQuery, shared: flag() };
const named = z.object({ id: uuid() });

export const listSavedViews = defineEndpoint({
  ...calling,
  method: "GET",
  path: "/savedView",
  multiDatabase: "own",
  summary: "List the caller's saved views of the documentation list, and those shared within the customer.",
  response: z.object({ items: z.array(savedView) }),
});

export const createSavedView = defineEndpoint({
  ...calling,
  method: "POST",
  path: "/savedView",
  multiDatabase: "own",
  summary: "Save a view of the documentation list by name, 100 at most for each user.",
  body: z.strictObject(given),
  response: z.object({ id: uuid() }),
  creates: true,
});

export const updateSavedView = defineEndpoint({
  ...calling,
  method: "PUT",
  path: "/savedView/{id}",
  summary: "Rename one of the caller's saved views, share it or not, or save another filter in it.",
  params: named,
  body: z.strictObject({ ...given, version: version() }),
  response: z.object({ id: uuid() }),
});

export const deleteSavedView = defineEndpoint({
  ...calling,
  method: "DELETE",
  path: "/savedView/{id}",
  summary: "Delete one of the caller's saved views.",
  params: named,
  response: z.object({ id: uuid() }),
});
