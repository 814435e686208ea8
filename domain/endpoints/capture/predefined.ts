import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { name, uuid } from "#domain/core/fields.ts";
import { deliveryErrorKinds } from "#domain/delivery/states.ts";
import { predefinedOptions } from "#domain/template/types.ts";
import { licenseCode } from "./capture.ts";

const lookupFields = { template: uuid(), name: name() };

const answers = z.object({
  items: z.array(
    z.object({
      option: z.enum(predefinedOptions),
      answer: z.string(),
      captured: z.boolean().meta({
        description:
          "Whether the answer was last captured for the name; false if it comes from the template's external system",
      }),
    }),
  ),
  failure: z
    .object({
      configuration: z.string(),
      kind: z.enum(deliveryErrorKinds),
      message: z.string().meta({ description: "An English sentence" }),
    })
    .nullable()
    .meta({
      description:
        "Why the template's external system returned nothing: it failed, or took longer than 4 seconds",
    }),
});
export type PredefinedAnswers = z.output<typeof answers>;

const summaryTail =
  "by option: from the template's predefined configuration, otherwise the last captured ones. Empty if the template has no such tasks.";

export const getPredefinedAnswers = defineEndpoint({
  method: "GET",
  path: "/documentation/getPredefinedAnswers",
  authentication: "session",
  authority: "ROLE_CREATE_DOCUMENTATION",
  multiDatabase: "firstMatch",
  summary: `Get the known answers to a template's PREDEFINED tasks for a name, ${summaryTail}`,
  query: z.strictObject(lookupFields),
  response: answers,
});

export const findPredefinedAnswers = defineEndpoint({
  method: "POST",
  path: "/documentation/getPredefinedAnswersWithLicenseCode",
  authentication: "license",
  summary: `Get the known answers to the PREDEFINED tasks of one of the licence's templates for a name, ${summaryTail}`,
  body: z.strictObject({ licenseCode, ...lookupFields }),
  response: answers,
});
