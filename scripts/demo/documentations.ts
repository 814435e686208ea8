import type { DocumentationEventType } from "#domain/core/documentationTypes.ts";
import { now } from "#domain/core/fields.ts";
import {
  device,
  deviceLicense,
  documentation,
  documentationEvent,
  documentationLink,
  documentationPrecondition,
  documentationTag,
  documentationTask,
  documentationTaskReferencePhoto,
  file,
  photo,
  unexpectedAnswerEvent,
} from "#worker/db/schema/index.ts";
import type { Capture } from "./capture.ts";
import { corrosionListName } from "./configuration.ts";
import { addMinutes, customerIds, daysFrom, demoId, licenseIds, type SeedContext } from "./context.ts";
import type { Worker } from "./fieldwork.ts";
import { referencePhotoId } from "./images.ts";
import { insert } from "./insertRows.ts";
import { storeFiles, storePhotos } from "./media.ts";
import { templateTaskId } from "./templateRows.ts";
import { conditionParams, templateId } from "./templates.ts";
import type { Visit } from "./visits.ts";

const licenseOf = ({ customer, worker }: Visit): string =>
  customer === "norrfiber" && worker.name === "Isak R"
    ? licenseIds.norrfiberContractor
    : licenseIds[customer];

/** Inserts the tables of a documentation in the order of their references. */
export async function seedDocumentations(context: SeedContext, captures: readonly Capture[]): Promise<void> {
  const { DB } = context;
  await seedDevices(context, captures);
  await insert(DB, documentation, captures.map(documentationRow));
  await insert(DB, documentationTask, captures.flatMap(createTaskRows));
  await insert(DB, documentationPrecondition, captures.flatMap(createPreconditionRows));
  await insert(DB, unexpectedAnswerEvent, captures.flatMap(createWarningRows));
  await insert(DB, documentationTaskReferencePhoto, captures.flatMap(createExampleRows));
  await insert(DB, documentationEvent, captures.flatMap(createEventRows));
  await insert(DB, documentationTag, captures.flatMap(createTagRows));
  await insert(DB, documentationLink, createLinkRows(captures));
  // Triggers count photos and files.
  await insert(DB, photo, await storePhotos(context, captures));
  await insert(DB, file, await storeFiles(context, captures));
}

async function seedDevices({ DB, today }: SeedContext, captures: readonly Capture[]): Promise<void> {
  const devices = new Map<string, { visit: Visit; worker: Worker }>();
  for (const { visit } of captures)
    devices.set(`${visit.customer} ${visit.worker.deviceId}`, { visit, worker: visit.worker });
  const rows = [...devices.values()].map(({ visit, worker }, index) => ({
    id: demoId("device", visit.customer, worker.deviceId),
    customerId: customerIds[visit.customer],
    deviceId: worker.deviceId,
    username: worker.name,
    osVersion: worker.osVersion,
    phoneModel: worker.phoneModel,
    appVersion: appVersion(visit.daysAgo),
    deletePhotosAfterUpload: index % 3 === 0,
    backupToLibrary: index % 2 === 0,
    uploadOnWifiOnly: index % 4 === 1,
    darkMode: index % 2 === 1,
    availableStorageSpace: 11_000_000_000 + index * 7_300_000_000,
    currentLicenseId: licenseOf(visit),
    dateCreated: daysFrom(today, -530 + index * 20),
    lastUpdated: daysFrom(today, -visit.daysAgo),
  }));
  await insert(DB, device, rows);
  await insert(
    DB,
    deviceLicense,
    rows.map(({ id, customerId, currentLicenseId }) => ({
      deviceId: id,
      customerId,
      licenseId: currentLicenseId,
    })),
  );
}

const appVersion = (daysAgo: number) => (daysAgo > 300 ? "4.7.2" : daysAgo > 100 ? "5.0.0" : "5.1.3");
const structuralTypes = new Set(["GROUP", "HEADER", "STATIC_TEXT"]);
/** Minutes from the end of a visit until its upload is complete, and until its review. */
const uploadMinutes = 7;
export const reviewAfterMinutes = 2 * 1440 + 95;

function documentationRow({
  visit,
  dateCreated,
  endedAt,
  tasks,
  photos,
}: Capture): typeof documentation.$inferInsert {
  const { worker, site, status } = visit;
  const isCompleted = status !== "PAUSED" && status !== "DOWNLOADED";
  return {
    id: visit.id,
    customerId: customerIds[visit.customer],
    templateId: templateId(visit.template),
    licenseId: licenseOf(visit),
    name: site.name,
    creator: worker.name,
    deviceId: worker.deviceId,
    appVersion: appVersion(visit.daysAgo),
    osVersion: worker.osVersion,
    phoneModel: worker.phoneModel,
    status,
    hidden: visit.hidden,
    lat: site.lat,
    lng: site.lng,
    numberOfPhotos: photos.length,
    numberOfTasks: tasks.filter(({ sketch }) => !structuralTypes.has(sketch.type)).length,
    templateLastUpdated: addMinutes(dateCreated, -30 * 1440),
    dateCreated,
    dateUploaded: addMinutes(endedAt, 1),
    dateDeleted: status === "DELETED" ? addMinutes(endedAt, reviewAfterMinutes) : null,
    lastUpdated: addMinutes(endedAt, uploadMinutes),
    completionRequested: isCompleted ? addMinutes(endedAt, uploadMinutes) : null,
    completedBy: isCompleted ? worker.name : null,
  };
}

const createTaskRows = ({ visit, tasks }: Capture): (typeof documentationTask.$inferInsert)[] =>
  tasks.map(({ id, sketch, parentId, level, position, answer }) => ({
    id,
    customerId: customerIds[visit.customer],
    documentationId: visit.id,
    parentId,
    templateTaskId: templateTaskId(visit.template, sketch.key),
    name: sketch.name,
    key: sketch.key,
    description: sketch.description ?? null,
    type: sketch.type,
    options: sketch.options ?? null,
    answer,
    required: sketch.required ?? "NO",
    position,
    level,
    size: sketch.size ?? "normal",
    params: sketch.params ?? {},
    dateCreated: addMinutes(tasks[0]?.dateCreated ?? "", 0),
  }));

const createPreconditionRows = ({
  visit,
  tasks,
}: Capture): (typeof documentationPrecondition.$inferInsert)[] =>
  tasks.flatMap(({ id, sketch, dateCreated }) =>
    (sketch.conditions ?? []).map((condition, index) => ({
      id: demoId("condition", id, index),
      customerId: customerIds[visit.customer],
      taskId: id,
      type: condition.type,
      params: conditionParams(condition, (key) => demoId("task", visit.id, key)),
      dateCreated,
    })),
  );

/** Events for answers that are not among the expected ones. */
const createWarningRows = ({ visit, tasks }: Capture): (typeof unexpectedAnswerEvent.$inferInsert)[] =>
  tasks
    .filter(({ sketch, answer }) => sketch.key === "corrosion" && answer === "Severe")
    .map(({ id, dateCreated }) => ({
      id: demoId("warning", id),
      customerId: customerIds[visit.customer],
      taskId: id,
      expectedAnswerListName: corrosionListName,
      expectedAnswer: "None;Slight",
      dateCreated,
    }));

const createExampleRows = ({
  visit,
  tasks,
}: Capture): (typeof documentationTaskReferencePhoto.$inferInsert)[] =>
  tasks.flatMap(({ id, sketch }) =>
    sketch.example
      ? [
          {
            customerId: customerIds[visit.customer],
            taskId: id,
            referencePhotoId: referencePhotoId(sketch.example),
          },
        ]
      : [],
  );

interface EventSketch {
  type: DocumentationEventType;
  after: number;
  creator?: string;
  params?: Record<string, string>;
}

/** Visits may end as late as the minute the demo is seeded. */
const capAtNow = (instant: string): string => (instant < now() ? instant : now());

function createEventRows(capture: Capture, index: number): (typeof documentationEvent.$inferInsert)[] {
  const { visit, dateCreated, endedAt } = capture;
  const customerId = customerIds[visit.customer];
  const row = (sketch: EventSketch, order: number) => ({
    id: demoId("event", visit.id, order),
    customerId,
    documentationId: visit.id,
    type: sketch.type,
    eventDate: sketch.type === "CREATED" ? dateCreated : capAtNow(addMinutes(endedAt, sketch.after)),
    creator: sketch.creator ?? visit.worker.name,
    params: sketch.params ?? {},
  });
  return sketchEvents(capture, index).map(row);
}

/** The documentation's events in order; the demo contains every kind. */
function sketchEvents({ visit: { status, hidden, customer } }: Capture, index: number): EventSketch[] {
  const creationEvent: EventSketch = { type: "CREATED", after: 0 };
  const uploadEvent: EventSketch = { type: "UPLOADED", after: uploadMinutes - 1 };
  const completionEvent: EventSketch = {
    type: "COMPLETED",
    after: uploadMinutes,
    params: { status: "COMPLETED" },
  };
  const staff = customer === "sydvind" ? "other" : "staff";
  const createStatusChange = (to: string): EventSketch => ({
    type: "STATUS_CHANGED",
    after: reviewAfterMinutes,
    creator: staff,
    params: { status: to },
  });
  switch (status) {
    case "ONGOING":
      return [creationEvent];
    case "PAUSED":
      return [creationEvent, uploadEvent, { type: "PAUSED", after: uploadMinutes, params: { status } }];
    case "DOWNLOADED":
      return [
        creationEvent,
        uploadEvent,
        { type: "PAUSED", after: uploadMinutes, params: { status: "PAUSED" } },
        { type: "DOWNLOADED", after: 900, creator: "Moa L", params: { status } },
      ];
    case "WAITING_FOR_FILE":
      return [
        creationEvent,
        uploadEvent,
        { ...createStatusChange(status), after: uploadMinutes, creator: "Tuva E" },
      ];
    default: {
      const reviewEvents: EventSketch[] = [];
      if (index % 5 === 2) reviewEvents.push({ type: "TASK_EDIT", after: 1500, creator: staff });
      if (index % 13 === 4) reviewEvents.push({ type: "RENAMED", after: 1600, creator: staff });
      if (index % 23 === 7) reviewEvents.push({ type: "MERGED", after: 1700, creator: staff });
      if (index % 11 === 3)
        reviewEvents.push(
          { type: "HIDDEN", after: 1800, creator: staff },
          { type: "VISIBLE", after: 1830, creator: staff },
        );
      if (status !== "COMPLETED") reviewEvents.push(createStatusChange(status));
      if (hidden) reviewEvents.push({ type: "HIDDEN", after: reviewAfterMinutes + 30, creator: staff });
      return [creationEvent, uploadEvent, completionEvent, ...reviewEvents];
    }
  }
}

function createTagRows({ visit }: Capture): (typeof documentationTag.$inferInsert)[] {
  const tags = [
    visit.site.lat > 66 ? "Norr om polcirkeln" : null,
    visit.site.name.startsWith("Etapp") ? "Byanät" : null,
    // Other sites on the coast get it from tag configurations.
    visit.site.name.startsWith("NF-2604") ? "Kusten" : null,
    visit.customer === "sydvind" ? "Service 2026" : null,
  ];
  return tags
    .filter((tag) => tag !== null)
    .map((tag) => ({
      id: demoId("tag", visit.id, tag),
      customerId: customerIds[visit.customer],
      documentationId: visit.id,
      tag,
    }));
}

/** Links a cabinet with its mast, and two visits to one mast, in both directions. */
function createLinkRows(captures: readonly Capture[]): (typeof documentationLink.$inferInsert)[] {
  const visitsBySite = Map.groupBy(captures, ({ visit }) => `${visit.customer} ${visit.site.name}`);
  return [...visitsBySite.values()].flatMap((visits) => {
    const [first, second] = visits.slice(-2);
    if (!first || !second || visits.length > 4) return [];
    const pair = [first.visit, second.visit] as const;
    return [pair, [pair[1], pair[0]] as const].map(([from, to]) => ({
      customerId: customerIds[from.customer],
      documentationId: from.id,
      linkedId: to.id,
    }));
  });
}
