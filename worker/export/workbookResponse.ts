import { createContentDisposition } from "./contentDisposition.ts";
import { xlsxContentType } from "./sheetXml.ts";
import type { ByteSink } from "./zipStream.ts";

/** Responds with a workbook while it is being written. */
export function respondWithWorkbook(fileName: string, write: (sink: ByteSink) => Promise<void>): Response {
  const { readable, writable } = new IdentityTransformStream();
  const writer = writable.getWriter();
  void write(writer).then(
    () => writer.close(),
    (error) => writer.abort(error).catch(() => undefined),
  );
  return new Response(readable, {
    headers: {
      "content-type": xlsxContentType,
      "content-disposition": createContentDisposition(fileName),
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
    },
  });
}
