import { createHash } from "node:crypto";
import { crc32 } from "#worker/export/crc32.ts";
import type { StoredObject } from "#worker/export/exportPlanTypes.ts";
import { r2Source } from "#worker/export/r2Source.ts";
import { exportFileOf, inline, type Segment, sliceOf, wholeObject } from "#worker/export/segments.ts";
import { streamOf } from "#worker/export/stream.ts";
import { env } from "#worker/testing/factories.ts";
import type { OutgoingFile } from "../connector.ts";
import { someBytes } from "./sampleFiles.ts";

type Open = OutgoingFile["open"];

async function store(bytes: Uint8Array): Promise<StoredObject> {
  const key = `connectors/${crypto.randomUUID()}`;
  const { etag } = (await env.STORAGE.put(key, bytes))!;
  return { key, etag, size: bytes.length, crc32: crc32(bytes) };
}

/** A stream of what the Worker composes: an export, from its segments. */
function composed(segments: readonly Segment[]): Open {
  const file = exportFileOf(segments, { fileName: "a", contentType: "image/jpeg" });
  return async (from = 0, to = file.length) =>
    streamOf(sliceOf(file, from, to), to - from, r2Source(env.STORAGE));
}

/** Every kind of stream whose bytes a delivery sends: the runtime treats each differently. */
const kinds: Readonly<Record<string, (bytes: Uint8Array) => Promise<Open>>> = {
  "a stored object": async (bytes) => {
    const { key } = await store(bytes);
    return async (from = 0, to = bytes.length) => {
      const range = { offset: from, length: to - from };
      return (await env.STORAGE.get(key, to > from ? { range } : {}))!.body;
    };
  },
  "a document without photos": async (bytes) =>
    composed([inline(bytes.slice(0, 100)), inline(bytes.slice(100))]),
  "a document with photos": async (bytes) => {
    const cut = [bytes.length >> 2, bytes.length >> 1] as const;
    const photo = bytes.slice(...cut);
    return composed([
      inline(bytes.slice(0, cut[0])),
      ...(photo.length > 0 ? [wholeObject(await store(photo))] : []),
      inline(bytes.slice(cut[1])),
    ]);
  },
  "a blob": async (bytes) => async (from, to) => new Blob([bytes.slice(from, to)]).stream(),
  "a stream in JavaScript": async (bytes) => async (from, to) =>
    new ReadableStream({
      start(controller) {
        controller.enqueue(bytes.slice(from, to));
        controller.close();
      },
    }),
  "a byte stream in JavaScript": async (bytes) => async (from, to) => {
    const rest = bytes.slice(from, to);
    return new ReadableStream({
      type: "bytes",
      start(controller) {
        if (rest.length > 0) controller.enqueue(rest);
        controller.close();
      },
    });
  },
  "a compressed and restored stream": async (bytes) => async (from, to) =>
    new Blob([bytes.slice(from, to)])
      .stream()
      .pipeThrough(new CompressionStream("gzip"))
      .pipeThrough(new DecompressionStream("gzip")),
};

export const bodyKinds = Object.keys(kinds);

/** A file whose bytes come as one kind of stream. */
export async function fileOfKind(kind: string, path: string, bytes: Uint8Array): Promise<OutgoingFile> {
  const folders = path.split("/");
  const name = folders.pop()!;
  return {
    sha256: createHash("sha256").update(bytes).digest("hex"),
    ...{ folders, name, bytes: bytes.length, contentType: "image/jpeg", creator: "Åsa", comment: "" },
    open: await kinds[kind]!(bytes),
  };
}

/** Bytes of the lengths at which bodies are sent differently, and how a destination lists them. Made once: they are large. */
export const bodySizes = [0, 1, 4_194_304, 4_194_305].map((length, index) => {
  const [path, bytes] = [`in/${length}.bin`, someBytes(length, index + 1)];
  return {
    path,
    bytes,
    stored: { path, bytes: length, sha256: createHash("sha256").update(bytes).digest("hex") },
  };
});
