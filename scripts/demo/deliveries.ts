import { deliveryRequest } from "#domain/delivery/deliveryRequest.ts";
import type { DeliveryErrorKind, DeliveryState } from "#domain/delivery/states.ts";
import { decodeId, hexOfBytes } from "#worker/db/idEncoding.ts";
import { delivery, deliveryFile } from "#worker/db/schema/index.ts";
import type { Capture } from "./capture.ts";
import { demoDestinations, exportConfigurationId } from "./configuration.ts";
import { addMinutes, customerIds, daysFrom, demoId, type SeedContext } from "./context.ts";
import { reviewAfterMinutes } from "./documentations.ts";
import { templateExportId, templateOf } from "./exports.ts";
import { insert } from "./insertRows.ts";

type Destination = (typeof demoDestinations)[number];

interface Failure {
  state: Extract<DeliveryState, "FAILED" | "WAITING">;
  errorKind: DeliveryErrorKind;
  errorStatusCode: number | null;
  errorMessage: string;
  /** The share of files that had arrived. */
  arrived: number;
}

/** A delivered photo or file. */
interface DeliveredFile {
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

const timeoutFailure: Failure = {
  state: "FAILED",
  errorKind: "transient",
  errorStatusCode: 503,
  errorMessage: "The destination did not answer in time.",
  arrived: 0.5,
};
/** Failures of each destination, in turn; null for a success. */
const failuresByDestination: Record<Destination["key"], readonly (Failure | null)[]> = {
  sharepoint: [
    null,
    null,
    {
      ...timeoutFailure,
      errorKind: "auth",
      errorStatusCode: 401,
      arrived: 0,
      errorMessage: "The client secret has expired. Make a new one and enter it in the export configuration.",
    },
    null,
  ],
  ftp: [null, null, null, timeoutFailure],
  email: [null],
  webdav: [
    null,
    {
      ...timeoutFailure,
      state: "WAITING",
      errorStatusCode: null,
      errorMessage: "127.0.0.1 refused the connection.",
    },
    null,
    {
      ...timeoutFailure,
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
      ...timeoutFailure,
      errorKind: "notFound",
      errorStatusCode: 404,
      arrived: 0,
      errorMessage: "The folder sydvind does not exist.",
    },
  ],
  ramsite: [
    {
      ...timeoutFailure,
      errorKind: "config",
      errorStatusCode: null,
      arrived: 0,
      errorMessage: "The API key is missing from the export configuration.",
    },
    null,
  ],
};

/** Seeds the deliveries of a service that has run for a while: succeeded, failed, and waiting for another attempt. */
export async function seedDeliveries(context: SeedContext, captures: readonly Capture[]): Promise<void> {
  const { DB, today } = context;
  const sentById = Map.groupBy(await readDeliveredFiles(DB), ({ documentationId }) => documentationId);
  const rows: (typeof delivery.$inferInsert)[] = [];
  const files: (typeof deliveryFile.$inferInsert)[] = [];
  demoDestinations.forEach((destination) => {
    const deliveredCaptures = captures.filter(
      ({ visit }) =>
        visit.template === templateOf(destination.key) &&
        ["APPROVED", "HANDLED", "COMPLETED"].includes(visit.status),
    );
    deliveredCaptures.forEach((capture, index) => {
      const failures = failuresByDestination[destination.key];
      const failure = failures[index % failures.length] ?? null;
      const startedAt = deliveryStartOf(today, destination.key, capture, index);
      // Old failures were resent and arrived; recent ones still need attention.
      const isResolved =
        failure?.state === "FAILED" && Date.parse(startedAt) < today.getTime() - 60 * 86_400_000;
      const files = sentById.get(capture.visit.id) ?? [];
      addDelivery(destination, capture, startedAt, failure, files);
      if (isResolved) addDelivery(destination, capture, addMinutes(startedAt, 45), null, files);
    });
  });

  function addDelivery(
    { key, customer, name, type }: Destination,
    { visit }: Capture,
    startedAt: string,
    failure: Failure | null,
    sentFiles: readonly DeliveredFile[],
  ) {
    const id = demoId("export", key, visit.id, startedAt);
    const arrivedCount = Math.floor(sentFiles.length * (failure?.arrived ?? 1));
    const isWaiting = failure?.state === "WAITING";
    const error = failure && {
      errorKind: failure.errorKind,
      errorStatusCode: failure.errorStatusCode,
      errorMessage: failure.errorMessage,
    };
    const isAutomatic = customer === "sydvind" || isWaiting;
    const finishedAt = addMinutes(startedAt, 2);
    rows.push({
      id,
      customerId: customerIds[customer],
      documentationId: visit.id,
      templateExportConfigurationId: templateExportId(key),
      exportConfigurationId: exportConfigurationId(key),
      exportConfigurationName: name,
      type,
      state: failure?.state ?? "DONE",
      isAutomatic,
      username: isAutomatic ? "" : "staff",
      request: deliveryRequest.parse({}),
      isPlanned: true,
      fileCount: sentFiles.length,
      filesDone: arrivedCount,
      bytes: sumBytes(sentFiles),
      bytesSent: sumBytes(sentFiles.slice(0, arrivedCount)),
      nextSliceAt: finishedAt,
      sendingMs: isWaiting ? null : 300 * sentFiles.length + Math.ceil(sumBytes(sentFiles) / 4_000),
      tries: failure ? (isWaiting ? 3 : 1) : 0,
      nextTryAt: isWaiting ? daysFrom(today, 1, 6) : null,
      ...error,
      dateCreated: startedAt,
      startedAt,
      finishedAt: isWaiting ? null : finishedAt,
    });
    sentFiles.forEach((file, position) => {
      const hasArrived = position < arrivedCount;
      const isStuck = position === arrivedCount;
      files.push({
        id: demoId("exportFile", id, file.id),
        customerId: customerIds[customer],
        deliveryId: id,
        position,
        path: `${visit.site.name}/${file.name}`,
        kind: file.kind,
        sourceId: file.id,
        contentType: file.contentType,
        bytes: file.bytes,
        sha256: file.sha256,
        etag: file.etag,
        state: hasArrived ? "DONE" : isStuck && failure?.state === "FAILED" ? "FAILED" : "PENDING",
        tries: isStuck && failure ? (isWaiting ? 3 : 1) : 0,
        bytesSent: hasArrived ? file.bytes : 0,
        ...(hasArrived && type !== "EMAIL" && ({ arrival: "SENT", evidence: "SIZE" } as const)),
        ...(isStuck && error),
        finishedAt: hasArrived ? finishedAt : null,
      });
    });
  }
  await insert(DB, delivery, rows);
  await insert(DB, deliveryFile, files);
  // A trigger writes an event for each delivery, and records its end when the state is updated.
  await DB.prepare("UPDATE delivery SET state = state").run();
  // Enabled last: automatic export would otherwise have sent the seeded documentations.
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

/** After the review. The archive is new, so it received only half as many documentations, within the last weeks. */
function deliveryStartOf(today: Date, key: Destination["key"], { endedAt }: Capture, index: number): string {
  const reviewedAt = addMinutes(endedAt, reviewAfterMinutes + 15);
  const recentAt = daysFrom(today, -1 - (index % 27), 9, index % 60);
  const isNew = key === "webdav" || index % 2 === 1;
  if (isNew && recentAt > reviewedAt) return recentAt;
  // Documentations completed yesterday are not reviewed yet.
  return reviewedAt < daysFrom(today, 0, 0) ? reviewedAt : addMinutes(endedAt, 20);
}

const sumBytes = (files: readonly DeliveredFile[]): number =>
  files.reduce((total, { bytes }) => total + bytes, 0);

/** The photos and files that have arrived, in order. */
async function readDeliveredFiles(db: SeedContext["DB"]): Promise<DeliveredFile[]> {
  const { results } = await db
    .prepare(
      `SELECT documentation_id AS documentationId, rowid AS position, id, 'PHOTO' AS kind, name || '.jpg' AS name,
         'image/jpeg' AS contentType, data_size AS bytes, sha256, etag FROM photo WHERE has_data
       UNION ALL SELECT documentation_id, rowid, id, 'FILE', name, type, data_size, sha256, etag FROM file WHERE has_data
       ORDER BY kind DESC, position`,
    )
    .all<DeliveredFile>();
  return results.map((row) => ({
    ...row,
    documentationId: decodeId(row.documentationId),
    id: decodeId(row.id),
    sha256: hexOfBytes(row.sha256),
  }));
}
