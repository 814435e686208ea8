import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { digestsOf } from "#api/digests.ts";
import { ApiError } from "#api/failure.ts";
import type { ResponseOf } from "#domain/contract/endpoint.ts";
import type { reserveTokenUpload } from "#domain/endpoints/links/linkUpload.ts";
import type { FileUpload, UploadStep } from "#ui/upload/upload.ts";
import type { LinkCalls } from "./linkCalls.ts";
import { putWithStallTimeout } from "./putWithStallTimeout.ts";
import { retryUntilDone } from "./retryUntilDone.ts";
import { sendParts } from "./sendParts.ts";

type Reserved = ResponseOf<typeof reserveTokenUpload>;

/** MD5 in base64, SHA-256 in hex. */
export interface Digests {
  md5: string;
  sha256: string;
}

/** What a file answers: the photo that it takes the place of, or a task. */
export interface UploadTarget {
  photoId?: string;
  taskId?: string;
}

/** A file being sent by link, and its facts. */
interface LinkUploadOptions {
  token: string;
  calls: LinkCalls;
  file: File;
  /** The task's id; "" for a file of the documentation. */
  taskId: string;
  /** Where the service knows it as something else than its place. */
  announcedAs?: UploadTarget;
  /** Read when the file is announced: until then it can be edited. */
  comment: () => string;
  /** Digests calculated before the page was reloaded. */
  digests: Digests | null;
  onRead: (digests: Digests) => void;
}

/**
 * Uploads a file by link: read, announced, sent whole or in parts, confirmed. The same file resumes after a lost network or a
 * reload: its id is derived from its content, and parts that arrived stay.
 */
export class LinkUpload implements FileUpload {
  readonly #sent: LinkUploadOptions;
  #digests: Digests | null;
  #reserved: Reserved | null = null;
  /** Bytes confirmed by the service. */
  #confirmed = 0;

  constructor(sent: LinkUploadOptions) {
    this.#sent = sent;
    this.#digests = sent.digests;
  }

  /** SHA-256 that the service has confirmed; null before. */
  receivedSha256: string | null = null;

  async read(tell: (step: UploadStep) => void, signal: AbortSignal): Promise<void> {
    if (this.#digests) return;
    tell({ state: "reading", bytes: 0 });
    this.#digests = await digestsOf(this.#sent.file, (bytes) => tell({ state: "reading", bytes }), signal);
    this.#sent.onRead(this.#digests);
  }

  async announce(tell: (step: UploadStep) => void, signal: AbortSignal): Promise<void> {
    await retryUntilDone(
      () => this.#announce(signal),
      signal,
      () => tell(this.#waiting()),
    );
  }

  async send(tell: (step: UploadStep) => void, signal: AbortSignal): Promise<void> {
    await retryUntilDone(
      async () => {
        // A retry announces the file again: the answer tells what has arrived, and signs fresh addresses.
        if (!this.#reserved) await this.#announce(signal);
        const reserved = this.#reserved!;
        this.#reserved = null;
        await this.#bring(reserved, tell, signal);
      },
      signal,
      () => tell(this.#waiting()),
    );
  }

  #waiting = (): UploadStep => ({ state: "offline", confirmed: this.#confirmed });

  async #announce(signal: AbortSignal): Promise<void> {
    const { token, calls, file, taskId: place, comment } = this.#sent;
    const { photoId, taskId } = this.#sent.announcedAs ?? { taskId: place };
    const { md5, sha256: hash } = this.#digests!;
    this.#reserved = await calls.reserve(
      {
        id: photoId ?? idOf(token, place, file.name, hash),
        name: file.name,
        size: file.size,
        sha256: hash,
        md5,
        ...(taskId && { documentationTaskId: taskId }),
        ...(comment() && { comment: comment() }),
      },
      signal,
    );
  }

  async #bring(reserved: Reserved, tell: (step: UploadStep) => void, signal: AbortSignal): Promise<void> {
    const { token, calls, file } = this.#sent;
    const { uploadId, put, partSize, partsDone, state } = reserved;
    const say = (confirmed: number, underway: number) => {
      this.#confirmed = confirmed;
      tell({ state: "sending", bytes: confirmed + underway, confirmed });
    };
    if (state === "RESERVED") {
      if (put) {
        say(0, 0);
        await putWithStallTimeout(put, file, (bytes) => say(0, bytes), signal);
      } else {
        const parts = { token, uploadId, file, partSize: partSize ?? file.size, partsDone: partsDone ?? [] };
        await sendParts(parts, say, signal);
      }
    }
    this.#confirmed = file.size;
    tell({ state: "checking" });
    const received = await calls.settle(uploadId, signal);
    // The service hashed what it stored; it must equal what was read here.
    if (received.sha256 !== this.#digests!.sha256)
      throw new ApiError({ status: 422, body: { error: { code: "uploadMismatch", message: "" } } });
    this.receivedSha256 = received.sha256;
  }
}

/** A UUID derived from everything that identifies a file of a link. */
function idOf(token: string, taskId: string, name: string, hash: string): string {
  const hex = bytesToHex(sha256(utf8ToBytes([token, taskId, name, hash].join("\n"))));
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
