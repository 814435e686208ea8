import { deliveryRequest } from "#domain/delivery/request.ts";
import type { DeliveryErrorKind, DeliveryState } from "#domain/delivery/states.ts";
import { decodeId, hexOfBytes } from "#worker/db/idEncoding.ts";
import { delivery, deliveryFile } from "#worker/db/schema/index.ts";
import type { Capture } from "./capture.ts";
import { demoDestinations, exportConfigurationId } from "./configuration.ts";
import { customerIds, daysFrom, demoId, later, type SeedContext } from "./context.ts";
import { reviewAfterMinutes } from "./documentations.ts";
import { templateExportId, templateOf } from "./exports.ts";
import { insert } from "./insert.ts";

type Destination = (typeof demoDestinations)[number];

interface Failure {
  state: Extract<DeliveryState, "FAILED" | "WAITING">;
  errorKind: DeliveryErrorKind;
  errorStatusCode: number | null;
  errorMessage: string;
  /** The part of its files that arrived before. */
  arrived: number;
}

/** Something that was sent and is ready to be listed. */
interface Sent {
  documentationId: string;
  position: number;
  id: string;
  kind: "PHOTO" | "FILE";
  name: string;
  contentType: string;
  bytes: number;
  sha256: string;
  etag: string;
}

const slow: Failure = {
  state: "FAILED",
  errorKind: "transient",
  errorStatusCode: 503,
  errorMessage: "The destination did not answer in time.",
  arrived: 0.5,
};
/** What has gone wrong at each destination, in turn; null for what arrived. */
const outcomes: Record<Destination["key"], readonly (Failure | null)[]> = {
  sharepoint: [
    null,
    null,
    {
      ...slow,
      errorKind: "auth",
      errorStatusCode: 401,
      arrived: 0,
      errorMessage: "The client secret has expired. Make a new one and enter it in the export configuration.",
    },
    null,
  ],
  ftp: [null, null, null, slow],
  email: [null],
  webdav: [
    null,
    { ...slow, state: "WAITING", errorStatusCode: null, errorMessage: "127.0.0.1 refused the connection." },
    null,
    {
      ...slow,
      errorKind: "full",
      errorStatusCode: 507,
      arrived: 0.7,
      errorMessage: "The destination has no space left for the file.",
    },
    null,
    null,
  ],
  storegate: [
    null,
    null,
    {
      ...slow,
      errorKind: "notFound",
      errorStatusCode: 404,
      arrived: 0,
      errorMessage: "The folder sydvind does not exist.",
    },
  ],
  ramsite: [
    {
      ...slow,
      errorKind: "config",
      errorStatusCode: null,
      arrived: 0,
      errorMessage: "The API key is missing from the export configuration.",
    },
    null,
  ],
};

/** The ledger of a service that has delivered for a while: what arrived, what failed, and what waits for another try. */
export async function seedDeliveries(context: SeedContext, captures: readonly Capture[]): Promise<void> {
  const { DB, today } = context;
  const sent = Map.groupBy(await sendable(DB), ({ documentationId }) => documentationId);
  const rows: (typeof delivery.$inferInsert)[] = [];
  const files: (typeof deliveryFile.$inferInsert)[] = [];
  demoDestinations.forEach((destination) => {
    const delivered = captures.filter(
      ({ visit }) =>
        visit.template === templateOf(destination.key) &&
        ["APPROVED", "HANDLED", "COMPLETED"].includes(visit.status),
    );
    delivered.forEach((capture, index) => {
      const turns = outcomes[destination.key];
      const failure = turns[index % turns.length] ?? null;
      const begun = begunAt(today, destination.key, capture, index);
      // What failed long ago was sent again and arrived; what failed lately still waits for somebody.
      const settled = failure?.state === "FAILED" && Date.parse(begun) < today.getTime() - 60 * 86_400_000;
      const own = sent.get(capture.visit.id) ?? [];
      add(destination, capture, begun, failure, own);
      if (settled) add(destination, capture, later(begun, 45), null, own);
    });
  });

  function add(
    { key, customer, name, type }: Destination,
    { visit }: Capture,
    begun: string,
    failure: Failure | null,
    own: readonly Sent[],
  ) {
    const id = demoId("export", key, visit.id, begun);
    const arrived = Math.floor(own.length * (failure?.arrived ?? 1));
    const waiting = failure?.state === "WAITING";
    const error = failure && {
      errorKind: failure.errorKind,
      errorStatusCode: failure.errorStatusCode,
      errorMessage: failure.errorMessage,
    };
    const automatic = customer === "sydvind" || waiting;
    const finished = later(begun, 2);
    rows.push({
      id,
      customerId: customerIds[customer],
      documentationId: visit.id,
      templateExportConfigurationId: templateExportId(key),
      exportConfigurationId: exportConfigurationId(key),
      exportConfigurationName: name,
      type,
      state: failure?.state ?? "DONE",
      isAutomatic: automatic,
      username: automatic ? "" : "staff",
      request: deliveryRequest.parse({}),
      isPlanned: true,
      fileCount: own.length,
      filesDone: arrived,
      bytes: sum(own),
      bytesSent: sum(own.slice(0, arrived)),
      nextSliceAt: finished,
      tries: failure ? (waiting ? 3 : 1) : 0,
      nextTryAt: waiting ? daysFrom(today, 1, 6) : null,
      ...error,
      dateCreated: begun,
      startedAt: begun,
      finishedAt: waiting ? null : finished,
    });
    own.forEach((one, position) => {
      const done = position < arrived;
      const stuck = position === arrived;
      files.push({
        id: demoId("exportFile", id, one.id),
        customerId: customerIds[customer],
        deliveryId: id,
        position,
        path: `${visit.site.name}/${one.name}`,
        kind: one.kind,
        sourceId: one.id,
        contentType: one.contentType,
        bytes: one.bytes,
        sha256: one.sha256,
        etag: one.etag,
        state: done ? "DONE" : stuck && failure?.state === "FAILED" ? "FAILED" : "PENDING",
        tries: stuck && failure ? (waiting ? 3 : 1) : 0,
        bytesSent: done ? one.bytes : 0,
        ...(stuck && error),
        finishedAt: done ? finished : null,
      });
    });
  }
  await insert(DB, delivery, rows);
  await insert(DB, deliveryFile, files);
  // A trigger writes an event with each and hears of its end by a change of state.
  await DB.prepare("UPDATE delivery SET state = state").run();
  // Only now: what is automatic would have sent everything the demo begins with.
  await DB.prepare(
    "UPDATE template_export_configuration SET params = json_set(params, '$.exportAutomatically', 'true', '$.exportOn', ?) WHERE id = unhex(replace(?, '-', ''))",
  )
    .bind("APPROVED", templateExportId("storegate"))
    .run();
  await DB.prepare(
    "UPDATE template_export_configuration SET params = json_set(params, '$.exportAutomatically', 'true') WHERE id = unhex(replace(?, '-', ''))",
  )
    .bind(templateExportId("webdav"))
    .run();
}

/** After the review. To the archive, which is new, within the last weeks, as half of what the others were sent. */
function begunAt(today: Date, key: Destination["key"], { ended }: Capture, index: number): string {
  const reviewed = later(ended, reviewAfterMinutes + 15);
  const lately = daysFrom(today, -1 - (index % 27), 9, index % 60);
  const isNew = key === "webdav" || index % 2 === 1;
  if (isNew && lately > reviewed) return lately;
  // What was completed yesterday is not reviewed yet.
  return reviewed < daysFrom(today, 0, 0) ? reviewed : later(ended, 20);
}

const sum = (files: readonly Sent[]): number => files.reduce((total, { bytes }) => total + bytes, 0);

/** The photos and files whose bytes have arrived, in their order. */
async function sendable(db: SeedContext["DB"]): Promise<Sent[]> {
  const { results } = await db
    .prepare(
      `SELECT documentation_id AS documentationId, rowid AS position, id, 'PHOTO' AS kind, name || '.jpg' AS name,
         'image/jpeg' AS contentType, data_size AS bytes, sha256, etag FROM photo WHERE has_data
       UNION ALL SELECT documentation_id, rowid, id, 'FILE', name, type, data_size, sha256, etag FROM file WHERE has_data
       ORDER BY kind DESC, position`,
    )
    .all<Sent>();
  return results.map((row) => ({
    ...row,
    documentationId: decodeId(row.documentationId),
    id: decodeId(row.id),
    sha256: hexOfBytes(row.sha256),
  }));
}
