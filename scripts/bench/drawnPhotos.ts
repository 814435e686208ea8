import { z } from "zod";
/** Both derivatives of a photo in base64, or why there are none. */
export const drawResultSchema = z.union([
  z.object({ rendition: z.string(), thumbnail: z.string() }),
  z.object({ refused: z.string() }),
]);
export type DrawResult = z.output<typeof drawResultSchema>;
