import { z } from "zod";
/** A request to import a list into a new list of a new customer, repeatedly. */
export interface ImportRequest {
  params: Record<string, string>;
  apiKey: string;
  times: number;
}

/** The result of an import. */
export const importResultSchema = z.object({
  milliseconds: z.number(),
  count: z.number(),
  added: z.number(),
  updated: z.number(),
});
export type ImportResult = z.output<typeof importResultSchema>;
