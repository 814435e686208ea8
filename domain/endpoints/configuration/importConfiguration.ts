import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { uuid } from "#domain/core/fields.ts";
import { expectedAnswerImportEvent } from "#domain/resources/expectedAnswerImportEvent.ts";
import { suggestionImportEvent } from "#domain/resources/suggestionImportEvent.ts";

const admin = { authentication: "session", authority: "ROLE_SUPER_ADMIN", method: "POST" } as const;
const summary =
  "Run an import now: answers its event, with `success` null until it has ended. While one is under way, that is answered again.";
const params = z.object({ id: uuid() });
const query = z.object({
  confirmed: z
    .stringbool()
    .default(false)
    .meta({ description: "true: entries may go even if more than half of those that came this way do" }),
});

export const triggerSuggestionImport = defineEndpoint({
  ...admin,
  path: "/suggestionImportConfiguration/triggerNow/{id}",
  summary,
  params,
  query,
  response: suggestionImportEvent.row,
});

export const triggerExpectedAnswerImport = defineEndpoint({
  ...admin,
  path: "/expectedAnswerImportConfiguration/triggerNow/{id}",
  summary,
  params,
  query,
  response: expectedAnswerImportEvent.row,
});
