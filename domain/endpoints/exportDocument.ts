import { z } from "zod";
import { defineEndpoint } from "../endpoint";
import { uuid } from "../fields";

export const downloadStoredDocument = defineEndpoint({
  method: "GET",
  path: "/exportDocument/download/{id}",
  entrance: "session",
  authority: "ROLE_SUPER_ADMIN",
  summary: "Download an exported document, until it expires. Exact length, ranges, strong ETag.",
  params: z.object({ id: uuid() }),
  download: "document",
});
