import { z } from "zod";
import { defineEndpoint } from "../endpoint";
import { uuid } from "../fields";

/** How a device fetches what came in by a link (2§7). */
export const getTempFile = defineEndpoint({
  method: "GET",
  path: "/tempFile/getTempFile/{id}",
  entrance: "license",
  summary: "Download a temporary file of the licence's customer, always as an attachment. Supports ranges.",
  params: z.object({ id: uuid() }),
  query: z.strictObject({ licenseCode: z.string().min(1).max(100) }),
  download: "document",
});

/** How staff fetch it, whatever has become of the licence it came in for. */
export const downloadTempFile = defineEndpoint({
  method: "GET",
  path: "/tempFile/download/{id}",
  entrance: "session",
  authority: "ROLE_FILE_READ",
  summary: "A temp file, always as an attachment, with ranges.",
  params: z.object({ id: uuid() }),
  download: "document",
});
