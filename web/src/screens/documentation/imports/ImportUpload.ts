import type { AnswerOf } from "../../../../../domain/endpoint";
import type { preparePhotoImport } from "../../../../../domain/endpoints/review";
import { md5Of } from "../../../api/digests";
import { Failure } from "../../../api/failure";
import { putSigned } from "../../../api/putSigned";
import type { FileUpload, Step } from "../../../kit/upload/upload";

type Prepared = AnswerOf<typeof preparePhotoImport>;

/** The two calls around a file's upload. */
export interface ImportCalls {
  prepare: (file: File, announced: { size: number; md5: string }) => Promise<Prepared>;
  settle: (uploadId: string) => Promise<unknown>;
  /** What is said of the file: said otherwise, it is announced again. */
  wish?: () => string;
}

/** Milliseconds before its expiry at which a signed address is no longer used. */
const lastMinute = 60_000;

/**
 * Reads, announces, sends and completes one file. A retry does not announce it again, unless it was refused or its address has
 * expired.
 */
export class ImportUpload implements FileUpload {
  readonly #file: File;
  readonly #calls: ImportCalls;
  #prepared: Prepared | null = null;
  #wish = "";

  constructor(file: File, calls: ImportCalls) {
    this.#file = file;
    this.#calls = calls;
  }

  /** Hashes and announces; the order of these calls is the order of names. */
  async prepare(tell: (step: Step) => void): Promise<void> {
    const wish = this.#calls.wish?.() ?? "";
    const valid = this.#prepared && Date.parse(this.#prepared.expires) - Date.now() > lastMinute;
    if (valid && wish === this.#wish) return;
    this.#wish = wish;
    tell({ state: "reading", bytes: 0 });
    const md5 = await md5Of(this.#file, (bytes) => tell({ state: "reading", bytes }));
    this.#prepared = await this.#calls.prepare(this.#file, { size: this.#file.size, md5 });
  }

  async send(tell: (step: Step) => void, signal: AbortSignal): Promise<void> {
    const prepared = this.#prepared;
    if (!prepared) throw new Error("an upload is prepared before it is sent");
    try {
      tell({ state: "sending", bytes: 0 });
      await putSigned(prepared, this.#file, (bytes) => tell({ state: "sending", bytes }), signal);
      tell({ state: "checking" });
      await this.#calls.settle(prepared.uploadId);
    } catch (error) {
      // A refusal after inspection deletes the row; a lost connection leaves it.
      if (error instanceof Failure && !error.passing && error.code !== "uploadNotArrived")
        this.#prepared = null;
      throw error;
    }
  }
}
