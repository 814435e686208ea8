import { ConnectorError } from "./connector.ts";
import { type Timeouts, withTimeout } from "./timeouts.ts";

/** Bytes per progress report. The chunks of storage are much smaller. */
const chunkBytes = 262_144;
/** Milliseconds to wait for the error of a body after the other side has closed. */
const errorWaitMs = 500;

/** A request body being sent. */
export interface StreamedBody {
  stream: ReadableStream<Uint8Array>;
  /** Settles when all of it is sent, or sending has failed. */
  completion: Promise<unknown>;
  /** Why this side interrupted it: the file's bytes are missing, or another consumer has taken over the delivery. */
  findFailure(): Promise<{ reason: unknown } | null>;
}

interface StreamedBodyOptions {
  host: string;
  timeouts: Timeouts;
  /** Called after each chunk with the bytes so far. If it throws, the body is interrupted. */
  onProgress: (bytes: number) => Promise<void>;
}

/**
 * A body of known length. It is copied in chunks, because the runtime cannot pipe one TransformStream into another, and the bodies of
 * composed documents are such streams.
 */
export function createStreamedBody(
  content: ReadableStream<Uint8Array>,
  bytes: number,
  { host, timeouts, onProgress }: StreamedBodyOptions,
): StreamedBody {
  const { readable, writable } = new FixedLengthStream(bytes);
  let interruption: { reason: unknown } | null = null;
  const interrupt = (reason: unknown): never => {
    interruption = { reason };
    throw reason;
  };
  const transfer = writeChunks(
    content,
    writable,
    (sentBytes) => onProgress(sentBytes).catch(interrupt),
    (promise) => withTimeout(timeouts.chunkMs, host, promise),
  );
  const completion = transfer.catch((error: unknown) => {
    if (error instanceof ConnectorError) interrupt(error);
    throw error;
  });
  // A host that has responded need not read the rest of the body, and one that has closed the connection need not respond.
  completion.catch(() => undefined);
  return {
    stream: readable,
    completion,
    async findFailure() {
      await waitForSettled(completion, errorWaitMs);
      return interruption;
    },
  };
}

/** Waits until a promise settles, but not longer than the given time. */
export async function waitForSettled(promise: Promise<unknown>, milliseconds: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([promise.catch(() => undefined), timeout]);
  clearTimeout(timer);
}

/**
 * Writes a body chunk by chunk, and reports the bytes written after each. The writer is closed at the end and aborted on failure.
 */
export async function writeChunks(
  body: ReadableStream<Uint8Array>,
  writable: WritableStream<Uint8Array>,
  onProgress: (bytes: number) => Promise<void>,
  wait: <T>(promise: Promise<T>) => Promise<T>,
): Promise<number> {
  const [chunks, writer] = [openReader(body), writable.getWriter()];
  writer.closed.catch(() => undefined);
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await chunks.read().catch(throwSourceError);
      if (value && value.byteLength > 0) {
        const { byteLength } = value;
        await wait(writer.write(value));
        bytes += byteLength;
        await onProgress(bytes);
      }
      if (done) break;
    }
    await wait(writer.close());
    return bytes;
  } catch (error) {
    chunks.cancel(error).catch(() => undefined);
    writer.abort(error).catch(() => undefined);
    throw error;
  }
}

interface ChunkReader {
  read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>;
  cancel(reason: unknown): Promise<void>;
}

/** Stored bytes arrive in small chunks unless larger ones are requested, which only byte streams support. */
function openReader(body: ReadableStream<Uint8Array>): ChunkReader {
  let reader: ReadableStreamBYOBReader;
  try {
    reader = body.getReader({ mode: "byob" });
  } catch {
    return body.getReader();
  }
  return {
    read: () => reader.readAtLeast(chunkBytes, new Uint8Array(chunkBytes)),
    cancel: (reason) => reader.cancel(reason),
  };
}

/** The bytes come from our own storage, so their interruption is not an error of the destination. */
function throwSourceError(error: unknown): never {
  if (error instanceof ConnectorError) throw error;
  throw new ConnectorError("transient", "Reading the stored file was interrupted.");
}
