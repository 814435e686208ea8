import { z } from "zod";
/** Both derivatives of a photo in base64, or why there are none. */
export const drawn = z.union([
  z.object({ rendition: z.string(), thumbnail: z.string() }),
  z.object({ refused: z.string() }),
]);
export type Drawn = z.output<typeof drawn>;
