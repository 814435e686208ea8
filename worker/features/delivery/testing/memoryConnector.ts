import { createHash } from "node:crypto";
import {
  type Connector,
  ConnectorError,
  type OutgoingFile,
  type Progress,
  type RemoteFile,
  type SentFile,
} from "#worker/connectors/connector.ts";

/** A simulated fault. It is called before each operation and chunk, and may throw or wait. */
export type Fault = (
  step: "ensureFolder" | "find" | "begin" | "piece" | "finish",
  path: string,
  bytes: number,
) => Promise<void> | void;

interface StoredFile {
  bytes: Uint8Array;
  /** Number of arrivals at this path. */
  arrivalCount: number;
}

/** A destination in memory, with resumable uploads and counters of the calls it received. */
export class MemoryHost {
  readonly files = new Map<string, StoredFile>();
  /** Unfinished uploads by token. */
  readonly parts = new Map<string, Uint8Array<ArrayBuffer>>();
  fault: Fault = () => undefined;
  /** Open connections, and their maximum so far. */
  openConnectionCount = 0;
  maxOpenConnections = 0;
  /** Files whose unfinished parts were removed, with their keys. */
  readonly removedParts: string[] = [];
  /** Whether the host reports tags of contents, and whether it computes SHA-256. */
  hasTags = false;
  computesSha256 = false;
  isEncrypted = true;
  /** Total bytes sent. */
  sent = 0;
  /** Paths in the order in which files arrived. */
  readonly arrivals: string[] = [];

  constructor(private readonly chunkBytes = 64 * 1024) {}

  computeHashes(): Record<string, string> {
    return Object.fromEntries(
      [...this.files].map(([path, { bytes }]) => [path, createHash("sha256").update(bytes).digest("hex")]),
    );
  }

  connect(): Connector {
    let isClosed = false;
    /** Calls in progress, each on its own connection; one connection stays open between calls. */
    let callCount = 0;
    let countedConnectionCount = 0;
    const updateOpenConnections = () => {
      const connectionCount = isClosed ? 0 : Math.max(1, callCount);
      this.openConnectionCount += connectionCount - countedConnectionCount;
      countedConnectionCount = connectionCount;
      this.maxOpenConnections = Math.max(this.maxOpenConnections, this.openConnectionCount);
    };
    const withConnection = async <T>(call: () => Promise<T>): Promise<T> => {
      callCount += 1;
      updateOpenConnections();
      try {
        return await call();
      } finally {
        callCount -= 1;
        updateOpenConnections();
      }
    };
    updateOpenConnections();
    const pathOf = (folders: readonly string[], name: string) => [...folders, name].join("/");
    return {
      ensureFolder: async (folders) => {
        await this.fault("ensureFolder", folders.join("/"), 0);
      },
      put: (file, progress) =>
        withConnection(() => this.put(pathOf(file.folders, file.name), file, progress)),
      find: (folders, name) =>
        withConnection(async (): Promise<RemoteFile | null> => {
          const path = pathOf(folders, name);
          await this.fault("find", path, 0);
          const storedFile = this.files.get(path);
          return storedFile ? this.#remoteFileOf(path, storedFile) : null;
        }),
      remove: async (folders, name) => {
        this.files.delete(pathOf(folders, name));
      },
      forget: async (folders, name, key) => {
        this.removedParts.push(`${pathOf(folders, name)} ${key}`);
      },
      isEncrypted: () => this.isEncrypted,
      close: async () => {
        isClosed = true;
        updateOpenConnections();
      },
    };
  }

  /** Replaces the bytes of a file, as another program would. */
  damage(path: string): void {
    const { bytes, arrivalCount } = this.files.get(path)!;
    this.files.set(path, { bytes: bytes.map((byte) => byte ^ 255), arrivalCount });
  }

  #remoteFileOf(path: string, { bytes }: StoredFile): RemoteFile {
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    return {
      ...{ bytes: bytes.length, remoteId: path },
      ...{ tag: this.hasTags ? sha256.slice(0, 8) : null, sha256: this.computesSha256 ? sha256 : null },
    };
  }

  private async put(path: string, file: OutgoingFile, progress: Progress): Promise<SentFile> {
    await this.fault("begin", path, 0);
    const token = progress.resumePoint?.token;
    const storedPart = token ? this.parts.get(token) : undefined;
    const uploadId = token && storedPart ? token : crypto.randomUUID();
    // At least the confirmed bytes exist; there may be more.
    let part = storedPart ?? new Uint8Array(0);
    this.parts.set(uploadId, part);
    await progress.save(part.length, uploadId);
    const remainingBytes = new Uint8Array(await new Response(await file.open(part.length)).arrayBuffer());
    for (let offset = 0; offset < remainingBytes.length; offset += this.chunkBytes) {
      const chunk = remainingBytes.subarray(offset, offset + this.chunkBytes);
      await this.fault("piece", path, part.length);
      const longerPart = new Uint8Array(part.length + chunk.length);
      longerPart.set(part);
      longerPart.set(chunk, part.length);
      part = longerPart;
      this.sent += chunk.length;
      this.parts.set(uploadId, part);
      await progress.save(part.length, uploadId);
    }
    await this.fault("finish", path, part.length);
    if (part.length !== file.bytes) throw new ConnectorError("transient", "The upload was cut off.");
    this.parts.delete(uploadId);
    const storedFile = { bytes: part, arrivalCount: (this.files.get(path)?.arrivalCount ?? 0) + 1 };
    this.files.set(path, storedFile);
    this.arrivals.push(path);
    return { ...this.#remoteFileOf(path, storedFile), evidence: this.computesSha256 ? "SHA256" : "SIZE" };
  }
}
