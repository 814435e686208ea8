import { z } from "zod";
import { parseAddress } from "./address.ts";
import { ConnectorError, type OutgoingFile, type Progress } from "./connector.ts";
import { renewLeaseWhile, type Timeouts } from "./deadline.ts";
import type { GraphClient } from "./graphClient.ts";
import { jsonOf } from "./httpClient.ts";
import type { Answer } from "./httpRequest.ts";

/** A multiple of 320 KiB, as Graph asks. A part counts when it is whole. */
const fragmentBytes = 16 * 327_680;
/** How often an upload may stand still before the try ends. */
const maxStalls = 3;

export const driveItem = z.object({
  id: z.string(),
  size: z.number().default(0),
  cTag: z.string().default(""),
  file: z.unknown().optional(),
  folder: z.unknown().optional(),
});
export type DriveItem = z.output<typeof driveItem>;

const begun = z.object({ uploadUrl: z.string() });
const expected = z.object({ nextExpectedRanges: z.array(z.string()).min(1) });

/** The first byte that is missing at the destination. */
function nextOffset(answer: Answer): number | null {
  const next = Number.parseInt(expected.safeParse(jsonOf(answer)).data?.nextExpectedRanges[0] ?? "", 10);
  return Number.isSafeInteger(next) ? next : null;
}

interface Session {
  url: URL;
  /** What the item was before: a session that is gone may have finished, and then it is another. */
  before: string;
}
const tokenOf = ({ url, before }: Session): string => `${url.href} ${before}`;

/** Sends a large file by an upload session, which knows after any break which byte is next. */
export class SharepointUpload {
  readonly #client: GraphClient;
  readonly #patience: Timeouts;
  readonly #allowPrivate: boolean;

  constructor(client: GraphClient, timeouts: Timeouts, allowPrivate: boolean) {
    this.#client = client;
    this.#patience = timeouts;
    this.#allowPrivate = allowPrivate;
  }

  /** @param at the item's path in Graph; `look` gives the item as it is */
  async send(
    file: OutgoingFile,
    progress: Progress,
    at: string,
    look: () => Promise<DriveItem | null>,
  ): Promise<DriveItem> {
    let session = this.#resumed(progress.at?.token ?? null);
    let next = 0;
    if (session) {
      const state = await this.#stateOf(session);
      if (state === null) {
        const item = await look();
        if (item && item.cTag !== session.before && item.size === file.bytes) return item;
        session = null;
      } else next = state;
    }
    for (let stops = 0; stops <= maxStalls; ) {
      if (!session) {
        session = await this.#begin(at, file.name, look);
        next = 0;
        await progress.save(next, tokenOf(session));
      }
      const { url }: Session = session;
      const answer = await this.#sendPart(file, url, next, progress);
      if (answer.status === 200 || answer.status === 201)
        return this.#client.parsed(answer, driveItem, `the file ${file.name}`);
      if (isGone(answer)) {
        session = null;
        stops += 1;
        continue;
      }
      const follows: number | null =
        answer.status === 202
          ? nextOffset(answer)
          : answer.status === 416
            ? await this.#stateOf(session)
            : refused(this.#client.errorOf(answer, `the file ${file.name}`));
      if (follows === null) {
        session = null;
        stops += 1;
        continue;
      }
      stops = follows > next ? 0 : stops + 1;
      next = follows;
      await progress.save(next, tokenOf(session));
    }
    throw new ConnectorError("transient", `SharePoint does not take the file ${file.name} any further.`);
  }

  async #sendPart(file: OutgoingFile, url: URL, from: number, progress: Progress): Promise<Answer> {
    const to = Math.min(from + fragmentBytes, file.bytes);
    let sent = from;
    const told = (bytes: number) => {
      sent = bytes;
      return progress.save(bytes);
    };
    // The address is the login: a token must not go along.
    const call = this.#client.caller.call("PUT", url, {
      headers: { "content-range": `bytes ${from}-${to - 1}/${file.bytes}` },
      body: await this.#client.caller.streamed(file, [from, to], url.host, told),
      patience: this.#patience.stored,
    });
    return renewLeaseWhile(progress, () => sent, call);
  }

  #resumed(token: string | null): Session | null {
    const [href = "", before = ""] = token?.split(" ") ?? [];
    return href ? { url: this.#addressOf(href), before } : null;
  }

  /** It is a login by itself: it goes over no plain connection where Graph's own calls are encrypted. */
  #addressOf(href: string): URL {
    const url = parseAddress(href, "upload address", this.#allowPrivate);
    if (this.#client.isEncrypted && url.protocol !== "https:")
      throw new ConnectorError("config", "Microsoft gave an upload address that is not encrypted.");
    return url;
  }

  async #begin(at: string, name: string, look: () => Promise<DriveItem | null>): Promise<Session> {
    const before = (await look())?.cTag ?? "";
    const answer = await this.#client.call("POST", `${at}:/createUploadSession`, {
      contentType: "application/json",
      body: JSON.stringify({ item: { "@microsoft.graph.conflictBehavior": "replace" } }),
    });
    if (answer.status !== 200) throw this.#client.errorOf(answer, `the file ${name}`);
    const { uploadUrl } = this.#client.parsed(answer, begun, `the file ${name}`);
    return { url: this.#addressOf(uploadUrl), before };
  }

  /** Where a session stands; null when it is gone. */
  async #stateOf({ url }: Session): Promise<number | null> {
    const answer = await this.#client.caller.call("GET", url);
    if (isGone(answer)) return null;
    if (answer.status !== 200) throw this.#client.errorOf(answer, "the state of an upload");
    return nextOffset(answer);
  }
}

/** Gone, finished, or its address no longer valid. */
const isGone = ({ status }: Answer): boolean => status === 404 || status === 410 || status === 401;

function refused(error: ConnectorError): never {
  throw error;
}
