import { z } from "zod";
import { defineEndpoint } from "../endpoint";
import { uuid } from "../fields";
import { expectedAnswerImportEvent } from "../resources/expectedAnswerImportEvent";
import { suggestionImportEvent } from "../resources/suggestionImportEvent";

const admin = { entrance: "session", authority: "ROLE_SUPER_ADMIN", method: "POST" } as const;
const summary =
  "Run an import now: its event is queued, with `success` null. While one is queued, it is answered again.";
const params = z.object({ id: uuid() });

export const triggerSuggestionImport = defineEndpoint({
  ...admin,
  path: "/suggestionImportConfiguration/triggerNow/{id}",
  summary,
  params,
  answer: suggestionImportEvent.row,
});

export const triggerExpectedAnswerImport = defineEndpoint({
  ...admin,
  path: "/expectedAnswerImportConfiguration/triggerNow/{id}",
  summary,
  params,
  answer: expectedAnswerImportEvent.row,
});
