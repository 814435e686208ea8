import { ConnectorError } from "./connector.ts";
import { type Timeouts, withTimeout } from "./deadline.ts";

/** Bytes up to which a file is handed over by the runtime, without its bytes entering JavaScript; of larger ones each piece is told. */
export const wholeBodyMaxBytes = 4 * 1_048_576;
/** Bytes of a piece that is told. The chunks of storage are much smaller. */
const chunkBytes = 262_144;
/** Milliseconds for a body to say why it broke off, when the other side has already gone. */
const errorWaitMs = 500;

/** A body under way. */
export interface Streamed {
  stream: ReadableStream<Uint8Array>;
  /** Settles when all of it is gone, or it broke off. */
  done: Promise<unknown>;
  /** Why this side broke it off: the file's bytes are gone, or another has taken the delivery over. */
  broken(): Promise<{ reason: unknown } | null>;
}

interface How {
  host: string;
  patience: Timeouts;
  /** Called after each piece with the bytes so far; not at all for a body in one piece. What it throws breaks the body off. */
  told?: (bytes: number) => Promise<void>;
}

/** A body of known length: in pieces that are told, or handed over whole. */
export function streamedBody(
  content: ReadableStream<Uint8Array>,
  bytes: number,
  { host, patience: timeouts, told }: How,
): Streamed {
  const { readable, writable } = new FixedLengthStream(bytes);
  let broken: { reason: unknown } | null = null;
  const breaking = (reason: unknown): never => {
    broken = { reason };
    throw reason;
  };
  const sent = told
    ? writeChunks(
        content,
        writable,
        (gone) => told(gone).catch(breaking),
        (promise) => withTimeout(timeouts.piece, host, promise),
      )
    : withTimeout(timeouts.stored, host, content.pipeTo(writable));
  const done = sent.catch((error: unknown) => {
    if (error instanceof ConnectorError) breaking(error);
    throw error;
  });
  // A host that has answered need not take the rest of a body, and one that has cut it off need not answer.
  done.catch(() => undefined);
  return {
    stream: readable,
    done,
    async broken() {
      await waitForSettled(done, errorWaitMs);
      return broken;
    },
  };
}

/** Waits until a promise is settled, however it is, but not for ever. */
export async function waitForSettled(promise: Promise<unknown>, milliseconds: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([promise.catch(() => undefined), late]);
  clearTimeout(timer);
}

/**
 * Writes all of a body, piece by piece, and says after each how many bytes are gone. The writer is closed at the end and aborted when
 * something fails.
 */
export async function writeChunks(
  body: ReadableStream<Uint8Array>,
  writable: WritableStream<Uint8Array>,
  written: (bytes: number) => Promise<void>,
  wait: <T>(promise: Promise<T>) => Promise<T>,
): Promise<number> {
  const [pieces, writer] = [piecesOf(body), writable.getWriter()];
  writer.closed.catch(() => undefined);
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await pieces.read().catch(sourceError);
      if (value && value.byteLength > 0) {
        const { byteLength } = value;
        await wait(writer.write(value));
        bytes += byteLength;
        await written(bytes);
      }
      if (done) break;
    }
    await wait(writer.close());
    return bytes;
  } catch (error) {
    pieces.cancel(error).catch(() => undefined);
    writer.abort(error).catch(() => undefined);
    throw error;
  }
}

interface Pieces {
  read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>;
  cancel(reason: unknown): Promise<void>;
}

/** Stored bytes come in small chunks unless larger ones are asked for, which only streams of bytes can be. */
function piecesOf(body: ReadableStream<Uint8Array>): Pieces {
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

/** The bytes come from our own storage: that they break off says nothing about the destination. */
function sourceError(error: unknown): never {
  if (error instanceof ConnectorError) throw error;
  throw new ConnectorError("transient", "Reading the stored file broke off.");
}
