import { ConnectorError } from "#worker/connectors/connector.ts";
import type { Env } from "#worker/env.ts";
import type { StoredObject } from "#worker/export/exportPlanTypes.ts";
import type { ObjectSource } from "#worker/export/objectSource.ts";
import { createR2Source } from "#worker/export/r2Source.ts";
import { type ExportFile, sliceExportFile } from "#worker/export/segments.ts";
import { createStream } from "#worker/export/stream.ts";
import type { PlannedFile } from "./types.ts";

type OpenRange = (from?: number, to?: number) => Promise<ReadableStream<Uint8Array>>;

/**
 * Opens a planned file at any byte, any number of times. A document or zip is composed once, when it is first opened. Calls and
 * streams fail with ConnectorError source if stored bytes are gone or have changed.
 */
export function openPlannedFile(env: Env, { name, etag, bytes, content }: PlannedFile): OpenRange {
  const { source, failure: getFailure } = createFailingSource(env, name);
  if (content.kind === "object")
    return (from = 0, to = bytes) => openObject(source, content.object, from, to);
  let composedFile: Promise<ExportFile> | null = null;
  return async (from = 0, to = bytes) => {
    composedFile ??= content.createFile();
    const file = await composedFile;
    if (unquoteEtag(file.etag) !== etag || file.length !== bytes) throw createChangedError(name);
    return withErrorReason(createStream(sliceExportFile(file, from, to), to - from, source), getFailure);
  };
}

/** An entity tag without quotes, as plans store it. */
export const unquoteEtag = (etag: string): string => etag.replace(/^"|"$/g, "");

async function openObject(source: ObjectSource, { key, etag, size }: StoredObject, from: number, to: number) {
  // R2 does not support empty ranges.
  if (to <= from) return new Blob([]).stream();
  const objectStream = await source.open(key, { etag, size, offset: from, length: to - from });
  if (!objectStream) throw createChangedError(key);
  return objectStream;
}

/** A source that fails with ConnectorError. `failure` returns that error once it has failed. */
function createFailingSource(
  env: Env,
  name: string,
): { source: ObjectSource; failure: () => ConnectorError | null } {
  const storageSource = createR2Source(env.STORAGE);
  let lastError: ConnectorError | null = null;
  const source: ObjectSource = {
    async open(key, range) {
      const objectStream = await storageSource.open(key, range);
      if (objectStream) return objectStream;
      lastError = createChangedError(name);
      throw lastError;
    },
  };
  return { source, failure: () => lastError };
}

/** Bytes per read. */
const chunkBytes = 262_144;

/** A composed stream that fails with the original error: the runtime keeps only the message of a TransformStream's error. */
function withErrorReason(
  stream: ReadableStream<Uint8Array>,
  getFailure: () => ConnectorError | null,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader({ mode: "byob" });
  return new ReadableStream({
    type: "bytes",
    async pull(controller) {
      const { value, done } = await reader
        .readAtLeast(chunkBytes, new Uint8Array(chunkBytes))
        .catch((error: unknown) => {
          throw getFailure() ?? error;
        });
      if (value && value.byteLength > 0) controller.enqueue(value);
      if (!done) return;
      controller.close();
      controller.byobRequest?.respond(0);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

const createChangedError = (name: string) =>
  new ConnectorError(
    "source",
    `${name} is gone from storage, or has changed since the delivery was planned.`,
  );
