import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { flag, name, uuid, version } from "#domain/core/fields.ts";
import { documentationFilter } from "../shared/documentationFilter.ts";

/** Named filters of the documentation list, private or shared within the customer. */

/** Maximum number of views per user. */
export const maxSavedViews = 100;

/** The params a view can contain: the list's filter as in its URL, the search term, and the order. */
export const viewParams: ReadonlySet<string> = new Set([
  ...Object.keys(documentationFilter).filter((param) => !["query", "showHidden"].includes(param)),
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
    description: "Filter and order as in the query string of the list's URL, without the question mark",
    examples: ["statusFilter=COMPLETED&sort=name&order=asc"],
  });

const savedView = z.object({
  id: uuid(),
  name: z.string(),
  query: z.string(),
  shared: z.boolean(),
  /** Whether the view is the caller's: only the owner can change or delete it. */
  isOwn: z.boolean(),
  /** The name of the owner. */
  owner: z.string(),
  version: version(),
});
export type SavedView = z.output<typeof savedView>;

const viewCall = { authentication: "session", authority: "ROLE_DOCUMENTATION_READ" } as const;
const viewFields = { name: name(), query: viewQuery, shared: flag() };
const idParams = z.object({ id: uuid() });

export const listSavedViews = defineEndpoint({
  ...viewCall,
  method: "GET",
  path: "/savedView",
  multiDatabase: "current",
  summary: "List the caller's saved views of the documentation list, and those shared within the customer.",
  response: z.object({ items: z.array(savedView) }),
});

export const createSavedView = defineEndpoint({
  ...viewCall,
  method: "POST",
  path: "/savedView",
  multiDatabase: "current",
  summary: "Save a view of the documentation list under a name, at most 100 per user.",
  body: z.strictObject(viewFields),
  response: z.object({ id: uuid() }),
  creates: true,
});

export const updateSavedView = defineEndpoint({
  ...viewCall,
  method: "PUT",
  path: "/savedView/{id}",
  summary: "Update one of the caller's saved views: its name, filter, and whether it is shared.",
  params: idParams,
  body: z.strictObject({ ...viewFields, version: version() }),
  response: z.object({ id: uuid() }),
});

export const deleteSavedView = defineEndpoint({
  ...viewCall,
  method: "DELETE",
  path: "/savedView/{id}",
  summary: "Delete one of the caller's saved views.",
  params: idParams,
  response: z.object({ id: uuid() }),
});
