import { ApiError } from "#api/apiError.ts";
import { md5Of } from "#api/digests.ts";
import { uploadToSignedUrl } from "#api/putSigned.ts";
import type { ResponseOf } from "#domain/contract/endpoint.ts";
import type { preparePhotoImport } from "#domain/endpoints/review/mediaImport.ts";
import type { FileUpload, UploadStep } from "#ui/upload/upload.ts";

type PreparedImport = ResponseOf<typeof preparePhotoImport>;

/** The two calls around a file's upload. Both are batched. */
export interface ImportCalls {
  prepare: (
    file: File,
    announcement: { size: number; md5: string },
    signal: AbortSignal,
  ) => Promise<PreparedImport>;
  settle: (uploadId: string, signal: AbortSignal) => Promise<unknown>;
  /** The file's metadata as text: if it changes, the file is announced again. */
  request?: () => string;
}

/** A signed URL is not used in the last minute before it expires. */
const expiryMarginMs = 60_000;

/**
 * Reads, announces, sends and completes one file. A retry does not announce it again, unless it was refused, its metadata changed
 * or its URL has expired.
 */
export class ImportUpload implements FileUpload {
  readonly #file: File;
  readonly #calls: ImportCalls;
  #preparedImport: PreparedImport | null = null;
  #request = "";
  #md5: string | null = null;

  constructor(file: File, calls: ImportCalls) {
    this.#file = file;
    this.#calls = calls;
  }

  async read(onStep: (step: UploadStep) => void): Promise<void> {
    if (this.#md5 !== null) return;
    onStep({ state: "reading", bytes: 0 });
    this.#md5 = await md5Of(this.#file, (bytes) => onStep({ state: "reading", bytes }));
  }

  /** Photos are numbered in the order of these calls. */
  async announce(_: (step: UploadStep) => void, signal: AbortSignal): Promise<void> {
    if (this.#md5 === null) throw new Error("a file must be read before it is announced");
    const request = this.#calls.request?.() ?? "";
    const isUrlValid =
      this.#preparedImport && Date.parse(this.#preparedImport.expires) - Date.now() > expiryMarginMs;
    if (isUrlValid && request === this.#request) return;
    this.#request = request;
    const announcement = { size: this.#file.size, md5: this.#md5 };
    this.#preparedImport = await this.#calls.prepare(this.#file, announcement, signal);
  }

  async send(onStep: (step: UploadStep) => void, signal: AbortSignal): Promise<void> {
    const preparedImport = this.#preparedImport;
    if (!preparedImport) throw new Error("an upload must be announced before it is sent");
    try {
      onStep({ state: "sending", bytes: 0 });
      await uploadToSignedUrl(
        preparedImport,
        this.#file,
        (bytes) => onStep({ state: "sending", bytes }),
        signal,
      );
      onStep({ state: "checking" });
      await this.#calls.settle(preparedImport.uploadId, signal);
    } catch (error) {
      // A refusal after inspection deletes the announced upload; a lost connection does not.
      if (error instanceof ApiError && !error.isTransient && error.code !== "uploadNotArrived")
        this.#preparedImport = null;
      throw error;
    }
  }
}
