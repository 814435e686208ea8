import type { DocumentationStatus } from "#domain/core/documentationTypes.ts";
import { toIsoSeconds } from "#domain/core/fields.ts";
import { isStructure } from "#domain/task/types.ts";
import { Random } from "#scripts/support/random.ts";
import { changeParamsOf } from "#worker/db/audit.ts";
import type {
  documentation,
  documentationEvent,
  documentationLink,
  documentationPrecondition,
  documentationTag,
  documentationTask,
  domainChange,
  exportEvent,
  file,
  photo,
  upload,
} from "#worker/db/schema/index.ts";
import { generateAnswer } from "./answers.ts";
import { crewNames, generateSerial, pickPlace, streetNames, terms } from "./fieldTexts.ts";
import { type Customer, licenseId, licensesPerCustomer, templateId, templateTaskId } from "./ids.ts";
import { fileRow, photoRow, refusedUploadRow, uploadRow } from "./realMedia.ts";
import { tasksOf, templatesPerCustomer } from "./realTemplates.ts";
import { hexOf, RowRandom, round } from "./seededRandom.ts";

/** All rows of a documentation that has been captured, uploaded and reviewed. */
export interface DocumentationRows {
  documentation: typeof documentation.$inferInsert;
  tasks: (typeof documentationTask.$inferInsert)[];
  preconditions: (typeof documentationPrecondition.$inferInsert)[];
  events: (typeof documentationEvent.$inferInsert)[];
  tags: (typeof documentationTag.$inferInsert)[];
  links: (typeof documentationLink.$inferInsert)[];
  photos: (typeof photo.$inferInsert)[];
  files: (typeof file.$inferInsert)[];
  uploads: (typeof upload.$inferInsert)[];
  exports: (typeof exportEvent.$inferInsert)[];
  changes: (typeof domainChange.$inferInsert)[];
}

export const photosPerDocumentation = 5;
const years = 5;
const firstDay = Date.parse("2021-01-01T06:00:00Z");

/** The site of a customer's n-th documentation; each site has about three. */
export function siteOf(customerId: number, documentationCount: number, index: number) {
  const sites = Math.ceil(documentationCount / 3);
  const random = new Random(customerId * 1_000_003 + (index % sites));
  const location = pickPlace(random);
  const code = `${generateSerial(random, 2)}-${random.integer(1000, 9999)}`;
  return {
    name: `${code} ${location.name} ${random.pick(streetNames)} ${random.integer(1, 120)}`,
    lat: round(location.lat + random.float(-0.02, 0.02)),
    lng: round(location.lng + random.float(-0.04, 0.04)),
  };
}

const pickStatus = (random: Random): DocumentationStatus => {
  const value = random.next();
  if (value < 0.62) return "APPROVED";
  if (value < 0.72) return "HANDLED";
  if (value < 0.93) return "COMPLETED";
  if (value < 0.96) return "ONGOING";
  return value < 0.98 ? "PAUSED" : "DELETED";
};

/** The id of a documentation by its index, so that others can link to it. */
export const idOf = (customerId: number, index: number): string =>
  new RowRandom(customerId * 7_000_003 + index, customerId, index).uuid();

/** The rows of a customer's n-th documentation; documentations are numbered in chronological order. */
export function buildRows({ id: customerId, rowCount }: Customer, index: number): DocumentationRows {
  const random = new RowRandom(customerId * 15_485_863 + index * 31, customerId, index);
  const id = idOf(customerId, index);
  const templateNumber = Math.floor(random.next() ** 2 * templatesPerCustomer);
  const template = templateId(customerId, templateNumber);
  const site = siteOf(customerId, rowCount, Math.floor(random.next() * rowCount));
  const status = pickStatus(random);
  const creator = random.pick(crewNames);
  const start = firstDay + (index / rowCount) * years * 365 * 86_400_000 + random.integer(0, 36_000) * 1000;
  const minutesLater = (minutes: number) => toIsoSeconds(new Date(start + minutes * 60_000));
  const reviewedAt = minutesLater(2880 + random.integer(0, 600));
  const isUnfinished = status === "ONGOING" || status === "PAUSED";
  const uploadedAt = minutesLater(44);
  const isOlderThan = (days: number) => index < rowCount * (1 - days / (years * 365));
  // Stored uploads are purged after 30 days.
  const isPurged = isOlderThan(30);
  const parentIds = { customerId, documentationId: id };
  const serviceActor = { customerId, userId: -1, realUserId: null };
  const staffActor = { customerId, userId: customerId, realUserId: null };

  const columns = {
    id,
    templateId: template,
    name: site.name,
    creator,
    deviceId: `dev${String(random.integer(1, 60)).padStart(4, "0")}${hexOf(random, 8)}`,
    appVersion: "5.1.3",
    osVersion: "Android 15",
    phoneModel: "SM-A546B",
    ...(random.chance(0.97) && { lat: site.lat, lng: site.lng, accuracy: random.integer(3, 30) }),
    numberOfPhotos: photosPerDocumentation,
    numberOfTasks: tasksOf(templateNumber).filter(({ type }) => !isStructure(type)).length,
    templateLastUpdated: minutesLater(-40_000),
    licenseId: licenseId(customerId, random.integer(0, licensesPerCustomer - 1)),
    dateCreated: minutesLater(0),
  };
  const { id: _, numberOfTasks: __, ...createdColumns } = columns;
  const tasks = tasksOf(templateNumber).map((task, position) => ({ task, position, id: random.uuid() }));
  const [group] = tasks;
  const answers = new Map(tasks.map(({ task }) => [task.key, generateAnswer(task, random, minutesLater)]));
  const photoTasks = tasks.filter(({ task: { type } }) => type === "PHOTO" || type === "DRAWING");
  const photos = Array.from({ length: photosPerDocumentation }, (_, index) =>
    photoRow(random, {
      ...parentIds,
      creator,
      site,
      timeAfter: minutesLater,
      index,
      task: photoTasks[index < 2 ? 0 : photoTasks.length - 1]!,
    }),
  );
  if (index === Math.floor(rowCount / 2)) photos[4]!.comment = `En ${terms.rare} på staget`;
  const files = tasks
    .filter(({ task }) => task.type === "FILE")
    .map(({ id: documentationTaskId }) =>
      fileRow(random, { ...parentIds, documentationTaskId, creator, timeAfter: minutesLater }),
    );

  return {
    documentation: {
      ...columns,
      customerId,
      status,
      hidden: random.chance(0.02),
      dateUploaded: uploadedAt,
      dateDeleted: status === "DELETED" ? reviewedAt : null,
      lastUpdated: isUnfinished ? uploadedAt : reviewedAt,
      completionRequested: isUnfinished ? null : uploadedAt,
      completedBy: isUnfinished ? null : creator,
      version: 3,
    },
    tasks: tasks.map(({ task: { conditional: _, grouped, ...task }, position, id: taskId }) => ({
      ...parentIds,
      ...task,
      id: taskId,
      parentId: grouped ? group!.id : null,
      templateTaskId: templateTaskId(template, task.key),
      answer: answers.get(task.key)!,
      position,
      level: grouped ? 1 : 0,
      params: {},
      dateCreated: minutesLater(0),
    })),
    preconditions: tasks
      .filter(({ task }) => task.conditional)
      .map(({ id: taskId }) => ({
        id: random.uuid(),
        customerId,
        taskId,
        type: "TASK_ANSWER",
        params: { task: tasks[7]!.id, operator: "EQUALS", answer: "true" },
        dateCreated: uploadedAt,
      })),
    events: createEvents(status, {
      creator,
      createdAt: minutesLater(0),
      uploadedAt,
      reviewedAt,
    }).map((event) => ({
      id: random.uuid(),
      ...parentIds,
      ...event,
    })),
    tags: random.chance(0.15)
      ? [
          {
            id: random.uuid(),
            ...parentIds,
            tag: `Projekt ${Math.floor(random.next() ** 2 * 200)}`,
            source: "DEVICE",
          },
        ]
      : [],
    links:
      index > 0 && random.chance(0.02)
        ? linkRows(customerId, id, idOf(customerId, random.integer(0, index - 1)))
        : [],
    photos,
    files,
    uploads: [
      ...(isPurged ? [] : [...photos, ...files]).map((row) =>
        uploadRow(random, row, { ...parentIds, licenseId: columns.licenseId, timeAfter: minutesLater }),
      ),
      ...(random.chance(0.02)
        ? [refusedUploadRow(random, { ...parentIds, licenseId: columns.licenseId, timeAfter: minutesLater })]
        : []),
    ],
    exports:
      status === "APPROVED" && random.chance(0.4)
        ? [
            {
              id: random.uuid(),
              ...parentIds,
              exportConfigurationName: "Zip",
              type: "ZIP",
              username: "bench",
              success: true,
              dateCreated: reviewedAt,
            },
          ]
        : [],
    // Older audit entries are packed by month, outside the database.
    changes: isOlderThan(90)
      ? []
      : [
          {
            ...serviceActor,
            dateCreated: minutesLater(0),
            objectClass: "siteproof.Documentation",
            objectId: id,
            action: "CREATE",
            params: changeParamsOf(null, createdColumns),
          },
          ...[...photos, ...files].map((row) => ({
            ...serviceActor,
            dateCreated: minutesLater(42),
            objectClass: "type" in row ? "siteproof.File" : "siteproof.Photo",
            objectId: row.id,
            action: "CREATE" as const,
            params: changeParamsOf(null, {
              name: row.name,
              documentationId: id,
              documentationTaskId: row.documentationTaskId,
              sha256: row.sha256,
              dataSize: row.dataSize,
            }),
          })),
          ...(isUnfinished
            ? []
            : [
                {
                  ...serviceActor,
                  dateCreated: uploadedAt,
                  objectClass: "siteproof.Documentation",
                  objectId: id,
                  action: "UPDATE" as const,
                  params: { status: { after: "COMPLETED" } },
                },
              ]),
          ...(isUnfinished || status === "COMPLETED"
            ? []
            : [
                {
                  ...staffActor,
                  dateCreated: reviewedAt,
                  objectClass: "siteproof.Documentation",
                  objectId: id,
                  action: "UPDATE" as const,
                  params: changeParamsOf({ status: "COMPLETED" }, { status }),
                },
              ]),
        ],
  };
}

const linkRows = (customerId: number, documentationId: string, linkedId: string) => [
  { customerId, documentationId, linkedId },
  { customerId, documentationId: linkedId, linkedId: documentationId },
];

function createEvents(
  status: DocumentationStatus,
  {
    creator,
    createdAt,
    uploadedAt,
    reviewedAt,
  }: { creator: string; createdAt: string; uploadedAt: string; reviewedAt: string },
) {
  const creationEvent = { type: "CREATED" as const, eventDate: createdAt, creator, params: {} };
  const uploadEvent = { type: "UPLOADED" as const, eventDate: uploadedAt, creator, params: {} };
  if (status === "ONGOING") return [creationEvent];
  if (status === "PAUSED")
    return [
      creationEvent,
      uploadEvent,
      { type: "PAUSED" as const, eventDate: uploadedAt, creator, params: { status } },
    ];
  const completionEvent = {
    type: "COMPLETED" as const,
    eventDate: uploadedAt,
    creator,
    params: { status: "COMPLETED" },
  };
  if (status === "COMPLETED") return [creationEvent, uploadEvent, completionEvent];
  const review = {
    type: "STATUS_CHANGED" as const,
    eventDate: reviewedAt,
    creator: "bench",
    params: { status },
  };
  return [creationEvent, uploadEvent, completionEvent, review];
}
