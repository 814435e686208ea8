import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { ApiError } from "#api/apiError.ts";
import { digestsOf } from "#api/digests.ts";
import { uploadToSignedUrl } from "#api/putSigned.ts";
import type { ResponseOf } from "#domain/contract/endpoint.ts";
import type { reserveTokenUpload } from "#domain/endpoints/links/linkUpload.ts";
import type { FileUpload, UploadStep } from "#ui/upload/upload.ts";
import type { LinkCalls } from "./linkCalls.ts";
import { retryUntilDone } from "./retryUntilDone.ts";
import { sendParts } from "./sendParts.ts";

type Reservation = ResponseOf<typeof reserveTokenUpload>;

/** MD5 in base64, SHA-256 in hex. */
export interface Digests {
  md5: string;
  sha256: string;
}

/** The target of a file: the photo it replaces, or a task. */
export interface UploadTarget {
  photoId?: string;
  taskId?: string;
}

/** A file to upload through a link, and its metadata. */
interface LinkUploadOptions {
  token: string;
  calls: LinkCalls;
  file: File;
  /** The task's id; "" for a file of the documentation. */
  taskId: string;
  /** The target to announce, if it is not the task. */
  announcedAs?: UploadTarget;
  /** Called when the file is announced, so that the comment can be edited until then. */
  comment: () => string;
  /** Digests computed before the page was reloaded. */
  digests: Digests | null;
  onRead: (digests: Digests) => void;
  /** Called with the name that the service gives the file. */
  onNamed: (name: string) => void;
}

/**
 * Uploads a file through a link: reads, announces, sends (whole or in parts) and confirms it. The same file resumes after a lost
 * network or a reload: its id is derived from its content, and confirmed parts are kept.
 */
export class LinkUpload implements FileUpload {
  readonly #options: LinkUploadOptions;
  #digests: Digests | null;
  #reservation: Reservation | null = null;
  /** Bytes confirmed by the service. */
  #confirmedBytes = 0;

  constructor(options: LinkUploadOptions) {
    this.#options = options;
    this.#digests = options.digests;
  }

  /** The SHA-256 confirmed by the service; null until then. */
  receivedSha256: string | null = null;

  async read(onStep: (step: UploadStep) => void, signal: AbortSignal): Promise<void> {
    if (this.#digests) return;
    onStep({ state: "reading", bytes: 0 });
    this.#digests = await digestsOf(
      this.#options.file,
      (bytes) => onStep({ state: "reading", bytes }),
      signal,
    );
    this.#options.onRead(this.#digests);
  }

  async announce(onStep: (step: UploadStep) => void, signal: AbortSignal): Promise<void> {
    await retryUntilDone(
      () => this.#announce(signal),
      signal,
      () => onStep(this.#waiting()),
    );
  }

  async send(onStep: (step: UploadStep) => void, signal: AbortSignal): Promise<void> {
    await retryUntilDone(
      async () => {
        // A retry announces the file again: the response contains its progress and new signed URLs.
        if (!this.#reservation) await this.#announce(signal);
        const reservation = this.#reservation!;
        this.#reservation = null;
        await this.#upload(reservation, onStep, signal);
      },
      signal,
      () => onStep(this.#waiting()),
    );
  }

  #waiting = (): UploadStep => ({ state: "offline", confirmed: this.#confirmedBytes });

  async #announce(signal: AbortSignal): Promise<void> {
    const { token, calls, file, taskId: targetTaskId, comment } = this.#options;
    const { photoId, taskId } = this.#options.announcedAs ?? { taskId: targetTaskId };
    const { md5, sha256: hash } = this.#digests!;
    this.#reservation = await calls.reserve(
      {
        id: photoId ?? deriveId(token, targetTaskId, file.name, hash),
        name: file.name,
        size: file.size,
        sha256: hash,
        md5,
        ...(taskId && { documentationTaskId: taskId }),
        ...(comment() && { comment: comment() }),
      },
      signal,
    );
    this.#options.onNamed(this.#reservation.name);
  }

  async #upload(
    reservation: Reservation,
    onStep: (step: UploadStep) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const { token, calls, file } = this.#options;
    const { uploadId, put, partSize, uploadedParts, state } = reservation;
    const reportProgress = (confirmedBytes: number, inProgress: number) => {
      this.#confirmedBytes = confirmedBytes;
      onStep({ state: "sending", bytes: confirmedBytes + inProgress, confirmed: confirmedBytes });
    };
    if (state === "RESERVED") {
      if (put) {
        reportProgress(0, 0);
        await uploadToSignedUrl(put, file, (bytes) => reportProgress(0, bytes), signal);
      } else {
        const parts = {
          token,
          uploadId,
          file,
          partSize: partSize ?? file.size,
          uploadedParts: uploadedParts ?? [],
        };
        await sendParts(parts, reportProgress, signal);
      }
    }
    this.#confirmedBytes = file.size;
    onStep({ state: "checking" });
    const storedFile = await calls.settle(uploadId, signal);
    // The service has hashed the stored bytes; the digest must equal the one computed here.
    if (storedFile.sha256 !== this.#digests!.sha256)
      throw new ApiError({ status: 422, body: { error: { code: "uploadMismatch", message: "" } } });
    this.receivedSha256 = storedFile.sha256;
  }
}

/** A UUID derived from everything that identifies a file of a link, so that the same file always gets the same id. */
function deriveId(token: string, taskId: string, name: string, hash: string): string {
  const hex = bytesToHex(sha256(utf8ToBytes([token, taskId, name, hash].join("\n"))));
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
