import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { uuid } from "#domain/core/fields.ts";
import { expectedAnswerImportEvent } from "#domain/resources/expectedAnswerImportEvent.ts";
import { suggestionImportEvent } from "#domain/resources/suggestionImportEvent.ts";

const superAdminCall = { authentication: "session", authority: "ROLE_SUPER_ADMIN", method: "POST" } as const;
const summary =
  "Run an import now. Returns its event, with `success` null until it has finished. If one is already running, its event is returned.";
const params = z.object({ id: uuid() });
const query = z.object({
  confirmed: z.stringbool().default(false).meta({
    description: "true: remove entries even if they are more than half of those imported earlier",
  }),
});

export const triggerSuggestionImport = defineEndpoint({
  ...superAdminCall,
  path: "/suggestionImportConfiguration/triggerNow/{id}",
  summary,
  params,
  query,
  response: suggestionImportEvent.row,
});

export const triggerExpectedAnswerImport = defineEndpoint({
  ...superAdminCall,
  path: "/expectedAnswerImportConfiguration/triggerNow/{id}",
  summary,
  params,
  query,
  response: expectedAnswerImportEvent.row,
});
