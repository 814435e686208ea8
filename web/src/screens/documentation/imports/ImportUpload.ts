import type { AnswerOf } from "../../../../../domain/endpoint";
import type { preparePhotoImport } from "../../../../../domain/endpoints/review";
import { md5Of } from "../../../api/digests";
import { Failure } from "../../../api/failure";
import { putSigned } from "../../../api/putSigned";
import type { FileUpload, Step } from "../../../kit/upload/upload";

type Prepared = AnswerOf<typeof preparePhotoImport>;

/** The two calls around the upload of one file. */
export interface ImportCalls {
  prepare: (file: File, announced: { size: number; md5: string }) => Promise<Prepared>;
  settle: (uploadId: string) => Promise<unknown>;
}

/** A signed address that is this close to its end is not begun with. Milliseconds. */
const lastMinute = 60_000;

/**
 * Reads, announces, sends and has one file taken in. What has been announced is not announced again by a retry, unless it was
 * refused or its address has expired.
 */
export class ImportUpload implements FileUpload {
  readonly #file: File;
  readonly #calls: ImportCalls;
  #prepared: Prepared | null = null;

  constructor(file: File, calls: ImportCalls) {
    this.#file = file;
    this.#calls = calls;
  }

  /** Hashes and announces; the order of these calls is the order of the names. */
  async prepare(tell: (step: Step) => void): Promise<void> {
    if (this.#prepared && Date.parse(this.#prepared.expires) - Date.now() > lastMinute) return;
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
      // What was looked at and turned away is gone with its row; a lost connection leaves both.
      if (error instanceof Failure && !error.passing && error.code !== "uploadNotArrived")
        this.#prepared = null;
      throw error;
    }
  }
}
