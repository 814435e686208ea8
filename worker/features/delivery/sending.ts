import { eq } from "drizzle-orm";
import { z } from "zod";
import { now } from "../../../domain/fields";
import { type Connector, ConnectorError, type Progress, type RemoteFile } from "../../connectors/connector";
import type { Database } from "../../db/database";
import { deliveryFile } from "../../db/schema";
import type { Env } from "../../env";
import { Digester } from "../../media/digests";
import { seal, unseal } from "../../secrets";
import { type Arrived, sizeIsAmbiguous } from "./arrived";
import type { FileToSend, Sums } from "./files";
import type { Lease } from "./lease";
import type { DeliveryFileRow, Tools } from "./run";

/** What sending the files of one turn needs. */
export interface Sending {
  env: Env;
  db: Database;
  lease: Lease;
  connector: Connector;
  tools: Pick<Tools, "openPlanned">;
  /** Of the delivery, kept up to date. */
  sums: Sums;
  arrived: ReadonlyMap<string, Arrived>;
}

const resumed = z.object({ bytes: z.int(), token: z.string().nullable() });
const placeOf = (row: DeliveryFileRow) => `deliveryFile.${row.id}`;

function resumeOf(env: Env, row: DeliveryFileRow): Progress["at"] {
  if (!row.resume) return null;
  try {
    return resumed.parse(JSON.parse(unseal(env, row.resume, placeOf(row))));
  } catch {
    // Sealed with another key: the file is begun anew.
    return null;
  }
}

const changed = (row: DeliveryFileRow, change: Partial<DeliveryFileRow>): void => {
  Object.assign(row, change);
};

const update = (db: Database, row: DeliveryFileRow, change: Partial<DeliveryFileRow>) =>
  db.update(deliveryFile).set(change).where(eq(deliveryFile.id, row.id));

/**
 * Sends a file, unless the destination has it, and notes that it arrived.
 * @throws ConnectorError, DeliveryLostError
 */
export async function sendFile(sending: Sending, { row, file }: FileToSend): Promise<void> {
  const { env, db, lease, connector } = sending;
  const open = sending.tools.openPlanned(env, file);
  const again = row.state === "SENDING" && !row.forced;
  const untouched = row.state === "PENDING" && row.resume === null && !row.forced;
  if (row.sha256 === null) changed(row, { sha256: await digestOf(lease, open, row.bytes) });
  if (untouched || again) {
    const there = await found(sending, { row, file }, again);
    if (there) return noteArrived(sending, row, there);
  }
  const at = resumeOf(env, row);
  const begun = { state: "SENDING", sha256: row.sha256 } as const;
  await lease.keep({}, [update(db, row, begun)]);
  changed(row, begun);
  const progress = progressOf(sending, row, at);
  const { folders, name } = file;
  const { bytes, contentType } = row;
  const { creator, comment } = file;
  const remote = await connector
    .put({ folders, name, bytes, contentType, creator, comment, open }, progress)
    .catch(async (error: unknown) => {
      await progress.note();
      throw error;
    });
  if (remote.bytes !== bytes)
    throw new ConnectorError(
      "transient",
      `The destination has ${remote.bytes} bytes of ${name} instead of ${bytes}.`,
    );
  await noteArrived(sending, row, remote);
}

/** The file at the destination, where the ledger and its size say that it is this very file. */
async function found(
  { db, lease, connector, arrived }: Sending,
  { row, file }: FileToSend,
  again: boolean,
): Promise<RemoteFile | null> {
  const before = arrived.get(row.path);
  const known = before?.sha256 === row.sha256;
  if (!known && !again) return null;
  const there = await connector.find(file.folders, file.name);
  if (there?.bytes !== row.bytes) return null;
  if (!known && (await sizeIsAmbiguous(db, lease.row, row))) return null;
  return { ...there, remoteId: there.remoteId ?? before?.remoteId ?? null };
}

async function noteArrived({ db, lease, sums }: Sending, row: DeliveryFileRow, remote: RemoteFile) {
  const { bytes } = row;
  const arrived = {
    state: "DONE",
    ...{ bytesSent: bytes, sha256: row.sha256, remoteId: remote.remoteId, finished: now() },
    ...{ resume: null, forced: false, errorKind: null, errorStatusCode: null, errorMessage: null },
  } as const;
  const next = { filesDone: sums.filesDone + 1, bytesSent: sums.bytesSent - row.bytesSent + bytes };
  await lease.keep({ ...next, tries: 0 }, [update(db, row, arrived)]);
  Object.assign(sums, next);
  lease.row.tries = 0;
  changed(row, arrived);
}

/** Milliseconds between two notes of how far a file is. */
const noteEvery = 1000;

/** Progress that is noted now and then, and at the latest when sending stops. */
interface NotedProgress extends Progress {
  note(): Promise<void>;
}

function progressOf(sending: Sending, row: DeliveryFileRow, at: Progress["at"]): NotedProgress {
  const { env, db, lease, sums } = sending;
  let noted = Date.now();
  let token = at?.token ?? null;
  let latest: number | null = null;
  /** Whether the connector went on where it had stopped; one that could not begins at 0. */
  let goesOn: boolean | undefined;
  const note = async () => {
    if (latest === null) return;
    const bytes = latest;
    latest = null;
    const resume = seal(env, JSON.stringify({ bytes, token }), placeOf(row));
    const bytesSent = sums.bytesSent - row.bytesSent + bytes;
    // What brings a file further is no failed try, however often it stops.
    const further = goesOn === true && bytes > (at?.bytes ?? 0);
    await lease.keep({ bytesSent, ...(further && { tries: 0 }) }, [
      update(db, row, { bytesSent: bytes, resume }),
    ]);
    if (further) lease.row.tries = 0;
    noted = Date.now();
    sums.bytesSent = bytesSent;
    changed(row, { bytesSent: bytes, resume });
  };
  return {
    at,
    note,
    async save(bytes, given) {
      goesOn ??= at !== null && at.bytes > 0 && bytes >= at.bytes;
      latest = bytes;
      const anew = given !== undefined && given !== token;
      if (anew) token = given;
      if (anew || Date.now() - noted >= noteEvery) await note();
      else await lease.hold();
    },
  };
}

/** Reads the bytes once. @throws ConnectorError source when they are fewer or more than planned */
async function digestOf(
  lease: Lease,
  open: ReturnType<Tools["openPlanned"]>,
  bytes: number,
): Promise<string> {
  const digester = new Digester();
  for await (const chunk of await open()) {
    digester.update(chunk);
    await lease.hold();
  }
  const { size, sha256 } = digester.finish();
  if (size !== bytes)
    throw new ConnectorError(
      "source",
      `The file has ${size} bytes instead of the ${bytes} that were planned.`,
    );
  return sha256;
}
