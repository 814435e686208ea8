import { z } from "zod";
import { defineEndpoint } from "../endpoint";
import { uuid } from "../fields";
import { predefinedOptions } from "../template/words";

export const getPredefinedAnswers = defineEndpoint({
  method: "GET",
  path: "/documentation/getPredefinedAnswers",
  entrance: "session",
  authority: "ROLE_CREATE_DOCUMENTATION",
  summary:
    "Get the known answers to a template's PREDEFINED tasks for a name, by option: those last captured for it with the customer's templates. Empty if the template has no such tasks.",
  query: z.strictObject({ template: uuid(), name: z.string().trim().min(1).max(255) }),
  answer: z.object({ items: z.array(z.object({ option: z.enum(predefinedOptions), answer: z.string() })) }),
});
