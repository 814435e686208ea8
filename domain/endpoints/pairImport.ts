import { z } from "zod";
import { defineEndpoint } from "../endpoint";
import { customerId, uuid } from "../fields";

const admin = { entrance: "session", authority: "ROLE_SUPER_ADMIN" } as const;

/** Rows of one import. */
export const maximumPairs = 5000;

/** Loose on purpose: a row that cannot be taken is answered with its reason and does not keep the others out. */
const given = z.string().max(10_000);

export const ignoredReasons = ["empty", "invalid", "duplicate", "unknownCustomer"] as const;
export type IgnoredReason = (typeof ignoredReasons)[number];

const taken = z.object({ row: z.int().meta({ description: "Its place in the list, from 0" }), id: uuid() });
const ignored = z.object({
  row: z.int().meta({ description: "Its place in the list, from 0" }),
  name: z.string(),
  reason: z.enum(ignoredReasons).meta({
    description:
      "`empty`: a text is missing. `invalid`: longer than 255 characters, or with control characters. `duplicate`: there is one, or an earlier row, like it",
  }),
});

export const pairImportAnswer = z.object({ taken: z.array(taken), ignored: z.array(ignored) });
export type PairImportAnswer = z.output<typeof pairImportAnswer>;

const items = <const K extends string>(value: K) =>
  z.strictObject({
    items: z
      .array(z.strictObject({ customerId: customerId(), name: given, [value]: given } as const))
      .min(1)
      .max(maximumPairs),
  }) as unknown as z.ZodObject<{
    items: z.ZodArray<z.ZodObject<{ customerId: z.ZodInt; name: z.ZodString } & { [P in K]: z.ZodString }>>;
  }>;

export const importDocumentationAliases = defineEndpoint({
  ...admin,
  method: "POST",
  path: "/documentationAlias/importCSV",
  summary:
    "Make aliases of documentations out of a list, all that can be taken or, when something fails, none. A name that has an alias keeps it.",
  body: items("alias"),
  answer: pairImportAnswer,
});

export const importDocumentationTagConfigurations = defineEndpoint({
  ...admin,
  method: "POST",
  path: "/documentationTagConfiguration/importCSV",
  summary: "Make tag configurations out of a list, all that can be taken or, when something fails, none.",
  body: items("tag"),
  answer: pairImportAnswer,
});
