import { problem } from "../../domain/problem";

/** Bytes a JSON body may have where a call says nothing else. */
export const bodyLimit = 1_000_000;

/** Reads a body up to a limit, whether or not its length was announced truthfully. */
export async function readLimited(request: Request, limit: number): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw problem("tooLarge");
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) throw problem("tooLarge");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes));
  } catch {
    throw problem("malformedBody");
  }
}
