import type { DeliveryErrorKind } from "#domain/delivery/states.ts";

/** A file on its way to a destination. */
export interface OutgoingFile {
  /** Folders under the destination's root, outermost first; already safe for file systems (worker/export/safeNames). */
  folders: readonly string[];
  name: string;
  /** Exactly as many bytes as `open` gives. */
  bytes: number;
  contentType: string;
  /** What a photo's columns at the destination may say; SharePoint's userColumn and commentColumn. */
  creator: string;
  comment: string;
  /**
   * Bytes [from, to) of the file, to its end without `to`. May be called again and from any byte; the bytes are the same each time.
   * @throws ConnectorError of the kind source when the stored bytes are gone or have changed
   */
  open(from?: number, to?: number): Promise<ReadableStream<Uint8Array>>;
}

/** Where sending stopped the last time, and how to note where it is now. */
export interface Progress {
  /** Names this content of this delivery's file for as long as it is under way, the same on every try; safe in a file name. */
  readonly key: string;
  /** Bytes that the destination has confirmed, and the connector's own token (an upload session); null for a fresh start. */
  readonly at: { bytes: number; token: string | null } | null;
  /**
   * Notes how far it is, renews the lease and writes at most once a second unless `token` is new. Call it for every piece sent.
   * @throws when another consumer has taken the delivery over: stop and leave everything as it is
   */
  save(bytes: number, token?: string | null): Promise<void>;
}

/** A file as the destination reports it. */
export interface RemoteFile {
  bytes: number;
  /** The destination's own id, where it gives one. */
  remoteId: string | null;
}

/**
 * A destination, open for one step of a delivery. Every method throws ConnectorError and nothing else. Nothing in an error, log or
 * message holds a secret. Calls may run at the same time: each has one connection for as long as it lasts.
 */
export interface Connector {
  /** Makes the folder and those above it. One that exists is fine. Remembers what it has made. */
  ensureFolder(folders: readonly string[]): Promise<void>;
  /**
   * Sends a file whole, over one that is there, and verifies its size at the destination before it says so. A file that is cut off is
   * never seen under its name where the protocol allows another one meanwhile.
   */
  put(file: OutgoingFile, progress: Progress): Promise<RemoteFile>;
  /** The file at a path, or null. */
  find(folders: readonly string[], name: string): Promise<RemoteFile | null>;
  /** Removes a file; one that is gone is fine. */
  remove(folders: readonly string[], name: string): Promise<void>;
  /** Removes what is unfinished of a file that is not sent on, where something stays of it. `key`: of its progress. */
  forget(folders: readonly string[], name: string, key: string): Promise<void>;
  /** Ends connections. Never throws. */
  close(): Promise<void>;
}

/** How a connector is opened. */
export interface Destination {
  /** The params of the destination, with user parameters filled in, and the secrets in clear text (domain/configuration/types). */
  params: Readonly<Record<string, string>>;
  secrets: Readonly<Record<string, string>>;
  /** Whether loopback, private and link-local addresses are allowed: on a developer's machine alone. */
  allowPrivate: boolean;
  /** Where Microsoft's login and Graph are; without it, where Microsoft has them. Never from params: the client secret goes there. */
  microsoft?: { login: string; graph: string };
  /** Where Next is, if not where it is published. Never from params: the access token goes there. */
  next?: string;
}

/** Why a destination did not take something. */
export class ConnectorError extends Error {
  override name = "ConnectorError";
  readonly kind: DeliveryErrorKind;
  /** What the destination answered: an HTTP or FTP status; null without an answer. */
  readonly status: number | null;
  /** Seconds that the destination asks to be left alone. */
  readonly retryAfter: number | null;

  /** @param message one English sentence that its reader can act on, without secrets, at most 500 characters */
  constructor(
    kind: DeliveryErrorKind,
    message: string,
    { status = null, retryAfter = null }: { status?: number | null; retryAfter?: number | null } = {},
  ) {
    super(message.slice(0, 500));
    this.kind = kind;
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** Parallel connections to one host at most. */
export const maxConnectionsPerHost = 4;
