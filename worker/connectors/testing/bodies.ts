import { createHash } from "node:crypto";
import { crc32 } from "#worker/export/crc32.ts";
import type { StoredObject } from "#worker/export/exportPlanTypes.ts";
import { createR2Source } from "#worker/export/r2Source.ts";
import {
  createInlineSegment,
  createObjectSegment,
  exportFileOf,
  type Segment,
  sliceExportFile,
} from "#worker/export/segments.ts";
import { createStream } from "#worker/export/stream.ts";
import { env } from "#worker/testing/factories.ts";
import type { OutgoingFile } from "../connector.ts";
import { makeBytes } from "./sampleFiles.ts";

type Open = OutgoingFile["open"];

async function store(bytes: Uint8Array): Promise<StoredObject> {
  const key = `connectors/${crypto.randomUUID()}`;
  const { etag } = (await env.STORAGE.put(key, bytes))!;
  return { key, etag, size: bytes.length, crc32: crc32(bytes) };
}

/** Opens streams of an export that the Worker composes from segments. */
function openComposedFile(segments: readonly Segment[]): Open {
  const file = exportFileOf(segments, { fileName: "a", contentType: "image/jpeg" });
  return async (from = 0, to = file.length) =>
    createStream(sliceExportFile(file, from, to), to - from, createR2Source(env.STORAGE));
}

/** Every kind of stream that a delivery can send; the runtime treats each differently. */
const openersByKind: Readonly<Record<string, (bytes: Uint8Array) => Promise<Open>>> = {
  "a stored object": async (bytes) => {
    const { key } = await store(bytes);
    return async (from = 0, to = bytes.length) => {
      const range = { offset: from, length: to - from };
      return (await env.STORAGE.get(key, to > from ? { range } : {}))!.body;
    };
  },
  "a document without photos": async (bytes) =>
    openComposedFile([createInlineSegment(bytes.slice(0, 100)), createInlineSegment(bytes.slice(100))]),
  "a document with photos": async (bytes) => {
    const cutOffsets = [bytes.length >> 2, bytes.length >> 1] as const;
    const photo = bytes.slice(...cutOffsets);
    return openComposedFile([
      createInlineSegment(bytes.slice(0, cutOffsets[0])),
      ...(photo.length > 0 ? [createObjectSegment(await store(photo))] : []),
      createInlineSegment(bytes.slice(cutOffsets[1])),
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
    const rangeBytes = bytes.slice(from, to);
    return new ReadableStream({
      type: "bytes",
      start(controller) {
        if (rangeBytes.length > 0) controller.enqueue(rangeBytes);
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

export const bodyKinds = Object.keys(openersByKind);

/** A file whose bytes come as one kind of stream. */
export async function fileOfKind(kind: string, path: string, bytes: Uint8Array): Promise<OutgoingFile> {
  const folders = path.split("/");
  const name = folders.pop()!;
  return {
    sha256: createHash("sha256").update(bytes).digest("hex"),
    ...{ folders, name, bytes: bytes.length, contentType: "image/jpeg", creator: "Åsa", comment: "" },
    open: await openersByKind[kind]!(bytes),
  };
}

/** Bytes of the lengths at which bodies are sent differently, and how a destination lists them. Made once: they are large. */
export const bodySizes = [0, 1, 4_194_304, 4_194_305].map((length, index) => {
  const [path, bytes] = [`in/${length}.bin`, makeBytes(length, index + 1)];
  return {
    path,
    bytes,
    expectedFile: { path, bytes: length, sha256: createHash("sha256").update(bytes).digest("hex") },
  };
});
