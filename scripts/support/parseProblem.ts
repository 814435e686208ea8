import { z } from "zod";

const problemBody = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    fields: z.record(z.string(), z.string()).default({}),
  }),
});

/** The problem in an error response, its fields' errors in the message; null if the text is not one. */
export function parseProblem(text: string): { code: string; message: string } | null {
  try {
    const { code, message, fields } = problemBody.parse(JSON.parse(text)).error;
    const fieldErrors = Object.entries(fields).map(([field, error]) => `${field}: ${error}`);
    return { code, message: [message, ...fieldErrors].join("; ") };
  } catch {
    return null;
  }
}
