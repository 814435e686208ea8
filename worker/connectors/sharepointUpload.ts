import { z } from "zod";
import { parseAddress } from "./address.ts";
import { ConnectorError, type OutgoingFile, type Progress } from "./connector.ts";
import type { GraphClient } from "./graphClient.ts";
import { jsonOf } from "./httpClient.ts";
import type { HttpResponse } from "./httpRequest.ts";
import { renewLeaseWhile } from "./leaseRenewal.ts";
import type { Timeouts } from "./timeouts.ts";
import { toFileError } from "./writeHabit.ts";

/** Bytes per fragment: a multiple of 320 KiB, as Graph requires. Only whole fragments count. */
const fragmentBytes = 16 * 327_680;
/** Fragments without progress after which an attempt ends. */
const maxStalls = 3;

export const driveItem = z.object({
  id: z.string(),
  size: z.number().default(0),
  cTag: z.string().default(""),
  file: z.unknown().optional(),
  folder: z.unknown().optional(),
});
export type DriveItem = z.output<typeof driveItem>;

const uploadSessionSchema = z.object({ uploadUrl: z.string() });
const uploadState = z.object({ nextExpectedRanges: z.array(z.string()).min(1) });

/** The offset of the first byte that the destination is missing. */
function nextOffset(response: HttpResponse): number | null {
  const offset = Number.parseInt(
    uploadState.safeParse(jsonOf(response)).data?.nextExpectedRanges[0] ?? "",
    10,
  );
  return Number.isSafeInteger(offset) ? offset : null;
}

interface UploadSession {
  url: URL;
  /** The item's cTag before the upload. If it differs once the session is gone, the upload has finished. */
  previousCTag: string;
}
const tokenOf = ({ url, previousCTag }: UploadSession): string => `${url.href} ${previousCTag}`;

/** Sends a large file through an upload session, which knows the next byte after any interruption. */
export class SharepointUpload {
  readonly #client: GraphClient;
  readonly #timeouts: Timeouts;
  readonly #allowPrivate: boolean;

  constructor(client: GraphClient, timeouts: Timeouts, allowPrivate: boolean) {
    this.#client = client;
    this.#timeouts = timeouts;
    this.#allowPrivate = allowPrivate;
  }

  /** @param itemPath the path of the item in Graph; `findItem` returns its current state */
  async send(
    file: OutgoingFile,
    progress: Progress,
    itemPath: string,
    findItem: () => Promise<DriveItem | null>,
  ): Promise<DriveItem> {
    let session = this.#resumeSession(progress.resumePoint?.token ?? null);
    let nextByte = 0;
    if (session) {
      const storedOffset = await this.#readOffset(session);
      if (storedOffset === null) {
        const item = await findItem();
        if (item && item.cTag !== session.previousCTag && item.size === file.bytes) return item;
        session = null;
      } else nextByte = storedOffset;
    }
    for (let stalls = 0; stalls <= maxStalls; ) {
      if (!session) {
        session = await this.#createSession(itemPath, file.name, findItem);
        nextByte = 0;
        await progress.save(nextByte, tokenOf(session));
      }
      const { url }: UploadSession = session;
      const response = await this.#sendPart(file, url, nextByte, progress);
      if (response.status === 200 || response.status === 201)
        return this.#client.parse(response, driveItem, `the file ${file.name}`);
      if (isGone(response)) {
        session = null;
        stalls += 1;
        continue;
      }
      const followingOffset: number | null =
        response.status === 202
          ? nextOffset(response)
          : response.status === 416
            ? await this.#readOffset(session)
            : throwError(await this.errorOf(response, file.name, findItem));
      if (followingOffset === null) {
        session = null;
        stalls += 1;
        continue;
      }
      stalls = followingOffset > nextByte ? 0 : stalls + 1;
      nextByte = followingOffset;
      await progress.save(nextByte, tokenOf(session));
    }
    throw new ConnectorError("transient", `SharePoint makes no progress with the file ${file.name}.`);
  }

  async #sendPart(file: OutgoingFile, url: URL, from: number, progress: Progress): Promise<HttpResponse> {
    const to = Math.min(from + fragmentBytes, file.bytes);
    let sentBytes = from;
    const onProgress = (bytes: number) => {
      sentBytes = bytes;
      return progress.save(bytes);
    };
    // The URL is the credential: the token must not be sent along.
    const call = this.#client.http.call("PUT", url, {
      headers: { "content-range": `bytes ${from}-${to - 1}/${file.bytes}` },
      body: await this.#client.http.streamFile(file, [from, to], url.host, onProgress),
      timeoutMs: this.#timeouts.storageMs,
    });
    return renewLeaseWhile(progress, () => sentBytes, call);
  }

  #resumeSession(token: string | null): UploadSession | null {
    const [href = "", previousCTag = ""] = token?.split(" ") ?? [];
    return href ? { url: this.#parseUploadUrl(href), previousCTag } : null;
  }

  /** The URL is a credential: it must not be used over a plain connection if Graph itself is encrypted. */
  #parseUploadUrl(href: string): URL {
    const url = parseAddress(href, "upload address", this.#allowPrivate);
    if (this.#client.isEncrypted && url.protocol !== "https:")
      throw new ConnectorError("config", "Microsoft gave an upload address that is not encrypted.");
    return url;
  }

  async #createSession(
    itemPath: string,
    name: string,
    findItem: () => Promise<DriveItem | null>,
  ): Promise<UploadSession> {
    const previousCTag = (await findItem())?.cTag ?? "";
    const response = await this.#client.call("POST", `${itemPath}:/createUploadSession`, {
      contentType: "application/json",
      body: JSON.stringify({ item: { "@microsoft.graph.conflictBehavior": "replace" } }),
    });
    if (response.status !== 200) throw await this.errorOf(response, name, findItem);
    const { uploadUrl } = this.#client.parse(response, uploadSessionSchema, `the file ${name}`);
    return { url: this.#parseUploadUrl(uploadUrl), previousCTag };
  }

  /**
   * The error of a file upload. If a name is taken although files are replaced, somebody else is uploading to it, or an upload to it
   * was broken off; it becomes free again later.
   */
  async errorOf(
    response: HttpResponse,
    name: string,
    findItem: () => Promise<DriveItem | null>,
  ): Promise<ConnectorError> {
    const error = this.#client.errorOf(response, `the file ${name}`);
    if (error.kind !== "conflict" || (await findItem())?.folder !== undefined) return toFileError(error);
    const { message, status } = error;
    return new ConnectorError("transient", message, { status, persistentKind: "conflict", isOfFile: true });
  }

  /** Cancels an upload that will not be resumed: otherwise its name stays taken for days. */
  async cancel(token: string | null): Promise<void> {
    const session = this.#resumeSession(token);
    if (session) await this.#client.http.call("DELETE", session.url);
  }

  /** The next offset of a session; null when it is gone. */
  async #readOffset({ url }: UploadSession): Promise<number | null> {
    const response = await this.#client.http.call("GET", url);
    if (isGone(response)) return null;
    if (response.status !== 200) throw this.#client.errorOf(response, "the state of an upload");
    return nextOffset(response);
  }
}

/** Gone, finished, or its address no longer valid. */
const isGone = ({ status }: HttpResponse): boolean => status === 404 || status === 410 || status === 401;

function throwError(error: ConnectorError): never {
  throw error;
}
