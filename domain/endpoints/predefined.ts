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
    "The answers to a template's PREDEFINED tasks that are known for a name, by their option: those last captured for it with the customer's templates. None where the template asks for none.",
  query: z.strictObject({ template: uuid(), name: z.string().trim().min(1).max(255) }),
  answer: z.object({ items: z.array(z.object({ option: z.enum(predefinedOptions), answer: z.string() })) }),
});
