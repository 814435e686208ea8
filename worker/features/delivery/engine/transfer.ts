import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { now } from "#domain/core/fields.ts";
import type { ArrivalEvidence, FileArrival } from "#domain/delivery/states.ts";
import {
  type Connector,
  ConnectorError,
  type Progress,
  type RemoteFile,
} from "#worker/connectors/connector.ts";
import type { Database } from "#worker/db/database.ts";
import { type DeliveryFileRow, deliveryFile } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import { Digester } from "#worker/media/digests.ts";
import { sealSecret, unsealSecret } from "#worker/secrets.ts";
import type { DeliverySums, FileToSend } from "./deliveryFiles.ts";
import { type ArrivedFile, isSizeAmbiguous } from "./earlierArrivals.ts";
import type { Lease } from "./lease.ts";
import type { ProgressWriter } from "./progressWriter.ts";
import type { DeliveryDependencies } from "./types.ts";

/** The context for sending the files of a slice. */
export interface TransferContext {
  env: Env;
  db: Database;
  lease: Lease;
  connector: Connector;
  dependencies: Pick<DeliveryDependencies, "openPlanned" | "recheckIntervalMs">;
  /** The delivery's sums, kept up to date. */
  sums: DeliverySums;
  progressWriter: ProgressWriter;
  /** Set when the slice ends: files in transfer stop at their next chunk. */
  isStopped: boolean;
  earlierArrivals: ReadonlyMap<string, ArrivedFile>;
}

/** Thrown to stop the other files of a slice after one of them failed. */
export class TransferStoppedError extends Error {
  override name = "TransferStopped";
}

/** Key of a file's unfinished parts at the destination; it changes with the content. */
export const partialFileKey = ({ id, etag }: Pick<DeliveryFileRow, "id" | "etag">): string =>
  createHash("sha256").update(`${id} ${etag}`).digest("hex").slice(0, 12);

const resumeSchema = z.object({ bytes: z.int(), token: z.string().nullable() });
const sealContextOf = (row: Pick<DeliveryFileRow, "id">) => `deliveryFile.${row.id}`;

/** Where sending a file stopped; null if sending was not begun. */
export function readResumePoint(
  env: Env,
  row: Pick<DeliveryFileRow, "id" | "resumeToken">,
  isRetry: boolean,
): Progress["resumePoint"] {
  // A retry without a token: sending began, but was stopped before any progress was saved.
  if (!row.resumeToken) return isRetry ? { bytes: 0, token: null } : null;
  try {
    return resumeSchema.parse(JSON.parse(unsealSecret(env, row.resumeToken, sealContextOf(row))));
  } catch {
    // Sealed with another key: the file is sent from the beginning.
    return null;
  }
}

const assignRow = (row: DeliveryFileRow, change: Partial<DeliveryFileRow>): void => {
  Object.assign(row, change);
};

const updateStatement = (db: Database, row: DeliveryFileRow, change: Partial<DeliveryFileRow>) =>
  db.update(deliveryFile).set(change).where(eq(deliveryFile.id, row.id));

/**
 * Sends a file unless the destination has it, and records its arrival. Its row is already marked as being sent.
 * @param isRetry true if an earlier slice marked it, which may have completed it without recording that
 * @throws ConnectorError, DeliveryLostError, TransferStoppedErrorError
 */
export async function sendFile(
  transfer: TransferContext,
  { row, file }: FileToSend,
  isRetry: boolean,
): Promise<void> {
  const { env, db, lease, connector, progressWriter } = transfer;
  const openFile = transfer.dependencies.openPlanned(env, file);
  if (row.sha256 === null) {
    const sha256 = await computeDigest(lease, openFile, row.bytes);
    assignRow(row, { sha256 });
    progressWriter.add(updateStatement(db, row, { sha256 }));
    await progressWriter.waitUntilWritten();
  }
  if (!row.forced && (isRetry || row.resumeToken === null)) {
    const existingFile = await findFileAtDestination(transfer, { row, file }, isRetry);
    if (existingFile)
      return recordArrival(transfer, row, { ...existingFile, arrival: "FOUND", bytesSent: row.bytesSent });
  }
  const progress = createProgress(transfer, row, readResumePoint(env, row, isRetry));
  const { folders, name } = file;
  const { bytes, contentType, sha256 } = row;
  const { creator, comment } = file;
  const remoteFile = await connector
    .put({ folders, name, bytes, sha256, contentType, creator, comment, open: openFile }, progress)
    .catch(async (error: unknown) => {
      await progress.flush();
      throw error;
    });
  if (remoteFile.bytes !== bytes)
    throw new ConnectorError(
      "transient",
      `The destination has ${remoteFile.bytes} bytes of ${name} instead of ${bytes}.`,
    );
  recordArrival(transfer, row, { ...remoteFile, arrival: "SENT", bytesSent: bytes });
}

type FileAtDestination = RemoteFile & { evidence: ArrivalEvidence };

/**
 * The file at the destination, if the delivery records and what the destination reports show that it is this very file. A user who
 * exports again expects it to be sent: for a manual delivery, the size of an earlier file proves nothing, because it may be damaged.
 */
async function findFileAtDestination(
  { db, lease, connector, earlierArrivals }: TransferContext,
  { row, file }: FileToSend,
  isRetry: boolean,
): Promise<FileAtDestination | null> {
  const earlierArrival = earlierArrivals.get(row.path);
  const hasArrivedEarlier = earlierArrival?.sha256 === row.sha256;
  if (!hasArrivedEarlier && !isRetry) return null;
  const remoteFile = await connector.find(file.folders, file.name);
  if (!remoteFile) return null;
  const createResult = (evidence: ArrivalEvidence): FileAtDestination => ({
    ...remoteFile,
    remoteId: remoteFile.remoteId ?? earlierArrival?.remoteId ?? null,
    evidence,
  });
  if (remoteFile.sha256 !== null) return remoteFile.sha256 === row.sha256 ? createResult("SHA256") : null;
  if (hasArrivedEarlier && earlierArrival?.remoteTag && remoteFile.tag !== null)
    return remoteFile.tag === earlierArrival.remoteTag ? createResult("TAG") : null;
  if (remoteFile.bytes !== row.bytes) return null;
  if (hasArrivedEarlier) return lease.row.isAutomatic ? createResult("SIZE") : null;
  return (await isSizeAmbiguous(db, lease.row, row)) ? null : createResult("SIZE");
}

interface NewArrival extends RemoteFile {
  evidence: ArrivalEvidence | null;
  isDirect?: boolean;
  arrival: FileArrival;
  bytesSent: number;
}

/**
 * The arrival is written together with other progress. Until then the row says that the file is being sent, so the next slice looks for it at
 * the destination.
 */
function recordArrival(
  { db, progressWriter, sums }: TransferContext,
  row: DeliveryFileRow,
  { remoteId, tag, evidence, arrival, bytesSent, storedAs, isDirect = false }: NewArrival,
): void {
  const change = {
    state: "DONE",
    ...{ bytesSent, sha256: row.sha256, finishedAt: now() },
    ...{ remoteId, remoteTag: tag, storedAs: storedAs ?? null, arrival, evidence },
    ...{ resumeToken: null, forced: false, errorKind: null, errorStatusCode: null, errorMessage: null },
  } as const;
  sums.filesDone += 1;
  if (arrival === "FOUND") sums.isAllSent = false;
  sums.isDirect ||= isDirect;
  sums.bytesSent += row.bytes - row.bytesSent;
  assignRow(row, change);
  progressWriter.add(updateStatement(db, row, change), true);
}

/** Minimum interval between progress writes. */
const saveIntervalMs = 1000;

/** Progress that is saved at intervals, and when sending stops. */
interface SavedProgress extends Progress {
  flush(): Promise<void>;
}

function createProgress(
  transfer: TransferContext,
  row: DeliveryFileRow,
  resumePoint: Progress["resumePoint"],
): SavedProgress {
  const { env, db, lease, progressWriter, sums } = transfer;
  let lastSavedAt = Date.now();
  let token = resumePoint?.token ?? null;
  let unsavedBytes: number | null = null;
  /** Whether the connector resumed where it had stopped; undefined until its first chunk. A connector that cannot resume starts at 0. */
  let hasResumed: boolean | undefined;
  const flush = async () => {
    if (unsavedBytes === null) return;
    const bytes = unsavedBytes;
    unsavedBytes = null;
    const resumeToken = sealSecret(env, JSON.stringify({ bytes, token }), sealContextOf(row));
    sums.bytesSent += bytes - row.bytesSent;
    lastSavedAt = Date.now();
    assignRow(row, { bytesSent: bytes, resumeToken });
    // A slice that advanced a file does not count as a failed attempt, however often it is interrupted.
    progressWriter.add(
      updateStatement(db, row, { bytesSent: bytes, resumeToken }),
      hasResumed === true && bytes > (resumePoint?.bytes ?? 0),
    );
    await progressWriter.waitUntilWritten();
  };
  return {
    resumePoint,
    key: partialFileKey(row),
    flush,
    async save(bytes, nextToken) {
      hasResumed ??= resumePoint !== null && resumePoint.bytes > 0 && bytes >= resumePoint.bytes;
      unsavedBytes = bytes;
      if (transfer.isStopped) throw new TransferStoppedError();
      const isNewToken = nextToken !== undefined && nextToken !== token;
      if (isNewToken) token = nextToken;
      if (isNewToken || Date.now() - lastSavedAt >= saveIntervalMs) await flush();
      else await lease.renewIfDue();
    },
  };
}

/**
 * Reads the bytes and returns their SHA-256.
 * @throws ConnectorError source if they are fewer or more than planned
 */
async function computeDigest(
  lease: Lease,
  openFile: ReturnType<DeliveryDependencies["openPlanned"]>,
  bytes: number,
): Promise<string> {
  const digester = new Digester();
  for await (const chunk of await openFile()) {
    digester.update(chunk);
    await lease.renewIfDue();
  }
  const { size, sha256 } = digester.finish();
  if (size !== bytes)
    throw new ConnectorError(
      "source",
      `The file has ${size} bytes instead of the ${bytes} that were planned.`,
    );
  return sha256;
}
