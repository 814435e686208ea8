import { sha256 } from "#worker/auth/session/sessionTokens.ts";
import type { ServableFile } from "#worker/export/serveExport.ts";

/** A small text file for download. */
export async function createTextFile(
  fileName: string,
  contentType: string,
  text: string,
): Promise<ServableFile> {
  const bytes = new TextEncoder().encode(text);
  return {
    length: bytes.length,
    etag: `"${(await sha256(text)).slice(0, 32)}"`,
    fileName,
    contentType,
    open: (from, to) =>
      new ReadableStream({
        start(controller) {
          controller.enqueue(bytes.slice(from, to));
          controller.close();
        },
      }),
  };
}
