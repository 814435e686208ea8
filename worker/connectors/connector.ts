import type { ArrivalEvidence, DeliveryErrorKind } from "#domain/delivery/states.ts";
import type { HabitStore } from "./habitStore.ts";

/** A file to send to a destination. */
export interface OutgoingFile {
  /** Folders under the destination's root, outermost first; already safe for file systems (worker/export/safeNames). */
  folders: readonly string[];
  name: string;
  /** Exactly the number of bytes that `open` yields. */
  bytes: number;
  /** SHA-256 of the whole file, lower-case hex; null if it is not known. */
  sha256: string | null;
  contentType: string;
  /** Values for a photo's columns at the destination: SharePoint's userColumn and commentColumn. */
  creator: string;
  comment: string;
  /**
   * Bytes [from, to) of the file, to its end without `to`. May be called repeatedly and from any byte; the bytes are always the
   * same.
   * @throws ConnectorError source when the stored bytes are missing or have changed
   */
  open(from?: number, to?: number): Promise<ReadableStream<Uint8Array>>;
}

/** The progress of the last attempt, and a callback that records the progress of this one. */
export interface Progress {
  /**
   * Identifies this content of this delivery's file while it is being sent; the same on every attempt, and safe in a file name.
   */
  readonly key: string;
  /** Bytes confirmed by the destination, and the connector's own token (an upload session); null for a fresh start. */
  readonly resumePoint: { bytes: number; token: string | null } | null;
  /**
   * Records the progress and renews the lease. Writes at most once a second unless `token` is new. Call it for every chunk sent.
   * @throws when another consumer has taken over the delivery: stop and leave everything as it is
   */
  save(bytes: number, token?: string | null): Promise<void>;
}

/**
 * The temporary name of an incomplete file. Because of the key, deliveries to the same path never write to the same file. Nextcloud
 * forbids .part and .filepart, and encrypted folders of Synology allow 143 bytes, so it does not contain the file's name.
 */
export const partName = (key: string): string => `siteproof-${key}.tmp`;

/** A file as the destination reports it. */
export interface RemoteFile {
  bytes: number;
  /** The destination's own id, if it assigns one. */
  remoteId: string | null;
  /** Identifies the content at the destination: it differs once the file has changed there. Null if the destination has no such tag. */
  tag: string | null;
  /** SHA-256 of the file as computed by the destination, lower-case hex; null if it cannot do that. */
  sha256: string | null;
  /** The path as the destination has it, if it takes other names than the file's. */
  storedAs?: string;
}

/** A file that was sent, and what the destination confirmed: null if it changes files of this type when it stores them. */
export interface SentFile extends RemoteFile {
  evidence: Exclude<ArrivalEvidence, "TAG"> | null;
  /** It was written under its final name, because the destination takes no temporary name or does not rename. */
  isDirect?: boolean;
}

/**
 * A destination, open for one step of a delivery. Every method throws only ConnectorError. No error, log line or message contains
 * a secret. Calls may run concurrently: each has its own connection while it runs.
 */
export interface Connector {
  /** Creates the folder and its parents if they do not exist. Remembers which it has created. */
  ensureFolder(folders: readonly string[]): Promise<void>;
  /**
   * Sends a whole file, overwriting an existing one, and verifies its size at the destination, and its SHA-256 if the destination
   * computes it. Where the destination permits, it is sent under a temporary name, so that an interrupted file never appears under
   * its final name; otherwise it is written directly (writeHabit.ts).
   */
  put(file: OutgoingFile, progress: Progress): Promise<SentFile>;
  /** The file at a path, or null. */
  find(folders: readonly string[], name: string): Promise<RemoteFile | null>;
  /** Removes a file; does nothing if it does not exist. */
  remove(folders: readonly string[], name: string): Promise<void>;
  /**
   * Removes leftovers of a file that will not be resumed.
   * @param key the key of its progress
   * @param token the token of its progress, as last saved
   */
  forget(folders: readonly string[], name: string, key: string, token?: string | null): Promise<void>;
  /** Whether its connections are encrypted; null before the first one. */
  isEncrypted(): boolean | null;
  /** Closes all connections. Never throws. */
  close(): Promise<void>;
}

/** The input from which a connector is opened. */
export interface Destination {
  /** The params of the destination, with user parameters filled in, and the secrets in clear text (domain/configuration/types). */
  params: Readonly<Record<string, string>>;
  secrets: Readonly<Record<string, string>>;
  /** Whether loopback, private and link-local addresses are allowed: only on a developer's machine. */
  allowPrivate: boolean;
  /** URL of a resolver of DNS over HTTPS, by which names are checked before each call; absent where private destinations are allowed. */
  resolver?: string;
  /**
   * Base URLs of Microsoft's login and Graph; the public cloud by default. Never from params: the client secret is sent there.
   */
  microsoft?: { login: string; graph: string };
  /** Base URL of Next's API; the published one by default. Never from params: the access token is sent there. */
  next?: string;
  /** The destination's habits that earlier deliveries learnt; without it, every connector starts without habits. */
  habits?: HabitStore;
}

/** An error at a destination, with its kind. */
export class ConnectorError extends Error {
  override name = "ConnectorError";
  readonly kind: DeliveryErrorKind;
  /** The HTTP or FTP status of the response; null without a response. */
  readonly status: number | null;
  /** Seconds to wait, as requested by the destination. */
  readonly retryAfter: number | null;
  /** The kind to report once the error has persisted through several attempts; until then it may be transient. */
  readonly persistentKind: DeliveryErrorKind | null;
  /** Whether it concerns the file that is sent, so that others may still arrive. */
  readonly isOfFile: boolean;

  /** @param message one English sentence that tells its reader what to do, without secrets, at most 500 characters */
  constructor(
    kind: DeliveryErrorKind,
    message: string,
    { status = null, retryAfter = null, persistentKind = null, isOfFile }: ConnectorErrorDetails = {},
  ) {
    super(message.slice(0, 500));
    this.kind = kind;
    this.status = status;
    this.retryAfter = retryAfter;
    this.persistentKind = persistentKind;
    this.isOfFile = isOfFile ?? ["source", "conflict", "refused", "config"].includes(kind);
  }
}

interface ConnectorErrorDetails {
  status?: number | null;
  retryAfter?: number | null;
  persistentKind?: DeliveryErrorKind | null;
  isOfFile?: boolean;
}

/** A failed TLS handshake: a wrong certificate and a server that is restarting look the same. */
export const handshakeError = (host: string, detail = ""): ConnectorError =>
  new ConnectorError(
    "transient",
    `${host} accepts connections, but not encrypted ones: it is restarting, or its certificate has expired, is not trusted, or is for another host${detail && ` (${detail})`}.`,
    { persistentKind: "config" },
  );

/** The error with another message. */
export const withMessage = (
  { kind, status, retryAfter, persistentKind, isOfFile }: ConnectorError,
  message: string,
): ConnectorError => new ConnectorError(kind, message, { status, retryAfter, persistentKind, isOfFile });

/** Maximum parallel connections to one host. */
export const maxConnectionsPerHost = 4;
