import { z } from "zod";
import { ConnectorError, type SentFile } from "./connector.ts";
import type { HabitStore, WriteHabit } from "./habitStore.ts";

/** The two ways in which a protocol writes a file. Both verify the file under the final name. */
export interface WriteSteps {
  /** @throws RefusedStepError if the destination refuses the temporary name or the renaming, and nothing is left behind */
  writeAndRename(): Promise<SentFile>;
  writeDirectly(): Promise<SentFile>;
}

/** The destination refused a step that a direct write does not need. */
export class RefusedStepError extends Error {
  override name = "RefusedStepError";
  readonly reason: ConnectorError;

  constructor(reason: ConnectorError) {
    super(reason.message);
    this.reason = reason;
  }
}

/**
 * Writes files under a temporary name where the destination permits it, and directly where it does not. The first file to a destination is
 * written alone, so that at most one file is sent twice.
 */
export class FileWriter {
  readonly #store: HabitStore | undefined;
  #habit: WriteHabit;
  #first: Promise<unknown> | null = null;

  constructor(store: HabitStore | undefined) {
    this.#store = store;
    this.#habit = store?.habit ?? { method: null, reason: null };
  }

  get habit(): WriteHabit {
    return this.#habit;
  }

  async write(steps: WriteSteps): Promise<SentFile> {
    while (this.#habit.method === null && this.#first) await this.#first;
    const pendingWrite = this.#write(steps);
    if (this.#habit.method === null)
      this.#first = pendingWrite
        .catch(() => undefined)
        .finally(() => {
          this.#first = null;
        });
    return pendingWrite;
  }

  async #write(steps: WriteSteps): Promise<SentFile> {
    if (this.#habit.method === "DIRECT") return { ...(await steps.writeDirectly()), isDirect: true };
    let refusal: RefusedStepError;
    try {
      const sentFile = await steps.writeAndRename();
      await this.#learn({ method: "RENAME", reason: null });
      return sentFile;
    } catch (error) {
      if (!(error instanceof RefusedStepError)) throw error;
      refusal = error;
    }
    // If this is refused too, nothing is learnt: the file is the reason.
    const directFile = await steps.writeDirectly();
    await this.#learn({ method: "DIRECT", reason: refusal.reason.message });
    return { ...directFile, isDirect: true };
  }

  async #learn(habit: Parameters<HabitStore["learn"]>[0]): Promise<void> {
    if (this.#habit.method === habit.method) return;
    this.#habit = habit;
    await this.#store?.learn(habit);
  }
}

/** The file that was under the final name before the direct write. */
export interface Predecessor {
  bytes: number | null;
  tag: string | null;
}

const tokenPrefix = "direct ";
const directTokenSchema = z.object({
  bytes: z.int(),
  before: z.object({ bytes: z.int().nullable(), tag: z.string().nullable() }).nullable(),
});

/** A direct write: the full size of the file, and the file that was under its name before. */
export type DirectWrite = z.output<typeof directTokenSchema>;

/** Saved with the progress of a file that is written directly, so that a partial file can be distinguished from an older one. */
export const createDirectToken = ({ bytes, before }: DirectWrite): string =>
  `${tokenPrefix}${JSON.stringify({ bytes, before: before && { bytes: before.bytes, tag: before.tag } })}`;

/** The direct write that a saved token describes; null for a file that is not written directly. */
export const directWriteOf = (token: string | null | undefined): DirectWrite | null =>
  token?.startsWith(tokenPrefix)
    ? directTokenSchema.parse(JSON.parse(token.slice(tokenPrefix.length)))
    : null;

/** Whether the file under the final name is an incomplete copy of the file just written, and not its predecessor. */
export const isPartialFile = (currentFile: Predecessor, { bytes, before }: DirectWrite): boolean =>
  currentFile.bytes !== bytes &&
  (before === null || currentFile.bytes !== before.bytes || currentFile.tag !== before.tag);

/**
 * Like `isPartialFile`, but long after the write began, when someone may have stored another file there: true only if there was no
 * predecessor and the current file is shorter than the one that was written.
 */
export const isAbandonedPart = (currentFile: Predecessor, { bytes, before }: DirectWrite): boolean =>
  before === null && currentFile.bytes !== null && currentFile.bytes < bytes;

/**
 * The error of a direct write whose partial file could not be removed. The message warns of that file, because it looks like a complete
 * one.
 */
export function toPartialFileError(error: unknown, name: string): unknown {
  if (!(error instanceof ConnectorError)) return error;
  const { kind, message, status, retryAfter, persistentKind, isOfFile } = error;
  return new ConnectorError(kind, `Part of ${name} may be left under its name. ${message}`, {
    ...{ status, retryAfter, persistentKind, isOfFile },
  });
}

/** An error of the step that sends one file. It concerns only that file, unless it is about the login or the number of calls. */
export function toFileError(error: ConnectorError): ConnectorError {
  const { kind, message, status, retryAfter, persistentKind } = error;
  if (status === null || status < 400 || status === 401 || kind === "throttled") return error;
  const isRefusal = kind === "auth" || kind === "config" || status === 413;
  return new ConnectorError(isRefusal ? "refused" : kind, message, {
    ...{ status, retryAfter, persistentKind, isOfFile: true },
  });
}
