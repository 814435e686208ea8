import { and, eq } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import { hasAuthority } from "#domain/access/authorities.ts";
import { mapValues, pick } from "#domain/core/objects.ts";
import { problem } from "#domain/core/problem.ts";
import { splitSemicolons } from "#domain/core/text/separatedList.ts";
import { reportedFields } from "#domain/documentation/documentationFields.ts";
import { isExportBlocked } from "#domain/documentation/status.ts";
import { parseContactColumns } from "#domain/lists/suggestion.ts";
import { isBlurred } from "#domain/media/markup.ts";
import { normalizeQuarterTurns } from "#domain/media/rotation.ts";
import type { Database } from "#worker/db/database.ts";
import { license } from "#worker/db/schema/index.ts";
import { type Scope, scopeOf } from "#worker/db/scope.ts";
import {
  findVisibleDocumentation,
  listFiles,
  listPhotos,
  type MediaPage,
  readDetails,
} from "#worker/documentation/details.ts";
import { listTasks } from "#worker/documentation/listTasks.ts";
import { canUnblur } from "#worker/documentation/mediaResponses.ts";
import { planThreads } from "#worker/documentation/planThreads.ts";
import { listUndecidedTempFiles, planTempFile } from "#worker/documentation/undecidedTempFiles.ts";
import type {
  ExportPlan,
  MissingItem,
  PlannedDocumentation,
  PlannedFile,
  PlannedPhoto,
  PlannedTask,
} from "#worker/export/exportPlanTypes.ts";
import { replaceTaskTexts } from "#worker/export/replacement.ts";
import { scaleSize, thumbnailSpec } from "#worker/media/imageSize.ts";
import { toFileObjectKey, toPhotoObjectKey, toUnmarkedKey } from "#worker/media/photoKeys.ts";
import { groupReplacementTexts, listReplacementTexts } from "./replacementTexts.ts";

/** Rows per read of photos and files: a documentation can have thousands. */
const pageSize = 1000;

/** All photos or files, oldest first. */
async function readAllMedia<T>(read: (page: MediaPage<"dateCreated">) => Promise<T[]>): Promise<T[]> {
  const rows: T[] = [];
  for (;;) {
    const pageRows = await read({ sort: "dateCreated", order: "asc", max: pageSize, offset: rows.length });
    rows.push(...pageRows);
    if (pageRows.length < pageSize) return rows;
  }
}

type PhotoRow = Awaited<ReturnType<typeof listPhotos>>[number];
type TaskRow = Awaited<ReturnType<typeof listTasks>>[number];

/** What an export may contain: which documentations, whether their files and threads, and whether photos show their markup (the default). */
export interface ExportReader {
  scope: Scope;
  files: boolean;
  threads?: boolean;
  markup?: boolean;
  /** Whether photos without markup may also omit their blur. */
  unblurred?: boolean;
}

export const createReader = (
  actor: Actor,
  { markup = true, threads = false }: { markup?: boolean; threads?: boolean } = {},
): ExportReader => ({
  scope: scopeOf(actor),
  files: hasAuthority(actor, "ROLE_FILE_READ"),
  threads,
  markup,
  unblurred: canUnblur(actor),
});

/**
 * Plans an export of a documentation: its contents and the missing items.
 * @throws notFound; exportRefused while the documentation is in the field (2§4)
 */
export const readExportPlan = async (
  db: Database,
  reader: ExportReader,
  id: string,
  language: "en" | "sv",
): Promise<ExportPlan> => createPlan(await readContent(db, reader, id), reader, language);

/** A documentation with all rows that its exports need. */
export type DocumentationContent = Awaited<ReturnType<typeof readContent>>;

/** @throws notFound; exportRefused while the documentation is in the field (2§4) */
export async function readContent(db: Database, { scope, threads: hasThreads }: ExportReader, id: string) {
  const row = await findVisibleDocumentation(db, scope, id);
  if (isExportBlocked(row.status)) throw problem("exportRefused");
  const [details, tasks, texts, photos, files, receivedFiles, logo, threads] = await Promise.all([
    readDetails(db, row),
    listTasks(db, row),
    listReplacementTexts(db, [row.customerId], [row.templateId]),
    readAllMedia((page) => listPhotos(db, row, page)),
    readAllMedia((page) => listFiles(db, row, page)),
    listUndecidedTempFiles(db, row),
    row.licenseId === null ? null : findLogo(db, row.customerId, row.licenseId),
    hasThreads ? planThreads(db, row) : null,
  ]);
  return { details, tasks, texts, photos, files, receivedFiles, logo, threads };
}

async function findLogo(db: Database, customerId: number, licenseId: string): Promise<string | null> {
  const isLicense = and(eq(license.customerId, customerId), eq(license.id, licenseId));
  return (await db.select({ logo: license.logo }).from(license).where(isLicense).get())?.logo ?? null;
}

const plannedFields = [
  ...["id", "name", "alias", "status", "customerName", "templateName", "creator", "deviceId"],
  ...["dateCreated", "dateUploaded", "tags", "lat", "lng"],
] as const;

export function createPlan(
  { details, tasks, texts, photos, files, receivedFiles, logo, threads }: DocumentationContent,
  reader: ExportReader,
  language: "en" | "sv",
): ExportPlan {
  const { files: canReadFiles } = reader;
  const uploadedPhotos = photos.filter((photo) => photo.hasData);
  const replacementTexts = groupReplacementTexts(texts, language)(details.templateId);
  const refusedPhotos = details.refusedUploads.filter(({ kind }) => kind === "PHOTO");
  const missing: MissingItem[] = [
    ...photos.filter((photo) => !photo.hasData).map((photo) => createMissingItem("PHOTO", photo)),
    ...(canReadFiles
      ? files.filter((file) => !file.hasData).map((file) => createMissingItem("FILE", file))
      : [...files, ...receivedFiles].map(createMissingWithheld)),
    ...details.refusedUploads.map(({ id: uploadId, kind, name, reason }) => ({
      id: uploadId,
      kind,
      name,
      taskId: null,
      reason,
    })),
  ];
  return {
    documentation: planDocumentation(details),
    logo,
    // Refused photos are expected too, and missing. Some devices announce fewer photos after a refusal, some do not.
    expectedPhotos: Math.max(details.numberOfPhotos, photos.length + refusedPhotos.length),
    tasks: planTasks(tasks).map((task) => replaceTaskTexts(task, replacementTexts)),
    photos: uploadedPhotos.map(createPhotoPlanner(reader)),
    files: canReadFiles ? files.filter((file) => file.hasData).map(planFile) : [],
    received: canReadFiles ? receivedFiles.map(planTempFile) : [],
    ...(threads && { threads }),
    missing,
    language,
    asOf: findLatestInstant([
      details.dateCreated,
      details.dateUploaded,
      details.lastUpdated ?? null,
      ...photos.map((photo) => photo.lastUpdated),
      ...files.map((file) => file.lastUpdated),
      ...texts.map(({ lastUpdated }) => lastUpdated),
    ]),
  };
}

/** Picks every field: documents must not depend on other columns of the row. */
const planDocumentation = (details: DocumentationContent["details"]): PlannedDocumentation => ({
  ...pick(details, plannedFields),
  ...mapValues(pick(details, reportedFields), (value) => value ?? ""),
});

export const createMissingItem = (
  kind: "PHOTO" | "FILE",
  item: { id: string; name: string; documentationTaskId: string | null },
): MissingItem => ({
  id: item.id,
  kind,
  name: item.name,
  taskId: item.documentationTaskId,
  reason: "notUploaded",
});

/** A photo or file of a documentation in the field, which is not exported (2§4) while others of its group are. */
export const createMissingInField = (...item: Parameters<typeof createMissingItem>): MissingItem => ({
  ...createMissingItem(...item),
  reason: "exportRefused",
});

/** A file that the reader may not see: counted, but without its name. */
export const createMissingWithheld = (_file: unknown, index: number): MissingItem => ({
  id: `withheld-${index + 1}`,
  kind: "FILE",
  name: `#${index + 1}`,
  taskId: null,
  reason: "forbidden",
});

/** The latest of ISO instants; empty for none. */
export const findLatestInstant = (instants: readonly (string | null)[]): string =>
  instants.reduce<string>((latest, instant) => (instant && instant > latest ? instant : latest), "");

export function planTasks(tasks: readonly TaskRow[]): PlannedTask[] {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const ancestorsOf = (task: TaskRow): TaskRow[] => {
    const groups: TaskRow[] = [];
    for (
      let group = task.parentId ? byId.get(task.parentId) : undefined;
      group && groups.length < 10;
      group = group.parentId ? byId.get(group.parentId) : undefined
    )
      groups.unshift(group);
    return groups;
  };
  return tasks.map((task) => {
    const groups = ancestorsOf(task);
    const { columns } = parseContactColumns(task.params);
    return {
      id: task.id,
      name: task.name,
      type: task.type,
      answer: task.answer,
      path: groups.map(({ name }) => name),
      ...(groups.length > 0 && { groupIds: groups.map(({ id }) => id) }),
      position: task.position,
      ...(task.description && { description: task.description }),
      ...(columns.length > 0 && { columns }),
      ...(!task.enabled && { skipped: true }),
      ...(task.unexpectedAnswerEvents.length > 0 && {
        unexpected: task.unexpectedAnswerEvents.map((event) => ({
          list: event.expectedAnswerListName,
          answer: splitSemicolons(event.expectedAnswer).join(", "),
        })),
      }),
    };
  });
}

/** Whether a reader gets a photo without its markup. A blurred photo keeps it for readers who may not remove the blur. */
export const shouldOmitMarkup = (
  { markup = true, unblurred: mayUnblur = false }: Pick<ExportReader, "markup" | "unblurred">,
  photoMarkup: PhotoRow["markup"],
): boolean => !markup && (mayUnblur || !isBlurred(photoMarkup));

/** Plans photos for a reader, with or without their markup. */
export const createPhotoPlanner =
  (reader: Omit<ExportReader, "files">) =>
  (photo: PhotoRow): PlannedPhoto =>
    shouldOmitMarkup(reader, photo.markup) ? planUnmarkedPhoto(photo) : planPhoto(photo);

/** A photo with its markup: the marked rendition also takes the place of its original. */
export function planPhoto(photo: PhotoRow): PlannedPhoto {
  const plannedPhoto = planStoredPhoto(photo);
  if (!photo.markup) return plannedPhoto;
  const { rendition } = plannedPhoto;
  return {
    ...plannedPhoto,
    // The rendition is already rotated; only quarter turns since it was rendered remain.
    rotation: normalizeQuarterTurns(photo.rotation - rendition.quarterTurns),
    marked: { sha256: photo.markedRenditionSha256 ?? "" },
    original: { ...removeRotation(rendition), orientation: 1 },
    rendition: { ...rendition, quarterTurns: 0 },
    thumbnail: { ...plannedPhoto.thumbnail, quarterTurns: 0 },
  };
}

const removeRotation = ({ quarterTurns: _, ...image }: PlannedPhoto["rendition"]) => image;

/** The same photo without its markup. */
function planUnmarkedPhoto(photo: PhotoRow): PlannedPhoto {
  const plannedPhoto = planStoredPhoto(photo);
  const key = toUnmarkedKey(photo);
  if (key === null) return plannedPhoto;
  const { unmarkedEtag, unmarkedSize, unmarkedCrc32 } = photo;
  return {
    ...plannedPhoto,
    rendition: {
      ...plannedPhoto.rendition,
      ...{ key, etag: unmarkedEtag ?? "", size: unmarkedSize ?? 0, crc32: unmarkedCrc32 ?? 0 },
    },
  };
}

function planStoredPhoto(photo: PhotoRow): PlannedPhoto {
  return {
    id: photo.id,
    name: photo.name,
    alias: photo.alias,
    comment: photo.comment,
    reviewComment: photo.reviewComment,
    creator: photo.creator,
    dateCreated: photo.dateCreated,
    dateSource: photo.dateSource,
    lat: photo.lat,
    lng: photo.lng,
    direction: photo.direction,
    taskId: photo.documentationTaskId,
    rotation: photo.rotation,
    sha256: photo.sha256 ?? "",
    original: {
      key: toPhotoObjectKey(photo, "original"),
      etag: photo.etag ?? "",
      size: photo.dataSize,
      crc32: photo.crc32 ?? 0,
      width: photo.stored.width ?? 1,
      height: photo.stored.height ?? 1,
      components: photo.components,
      orientation: photo.orientation,
    },
    rendition: {
      key: toPhotoObjectKey(photo, "rendition"),
      etag: photo.renditionEtag ?? "",
      size: photo.renditionSize ?? 0,
      crc32: photo.renditionCrc32 ?? 0,
      width: photo.renditionWidth ?? 1,
      height: photo.renditionHeight ?? 1,
      components: photo.renditionComponents,
      quarterTurns: photo.stored.quarterTurns,
    },
    thumbnail: {
      key: toPhotoObjectKey(photo, "thumbnail"),
      etag: photo.thumbnailEtag ?? "",
      size: photo.thumbnailSize ?? 0,
      crc32: 0,
      ...scaleSize(
        { width: photo.renditionWidth ?? 1, height: photo.renditionHeight ?? 1 },
        thumbnailSpec.side,
      ),
      // The thumbnail is scaled from the rendition.
      components: photo.renditionComponents,
      quarterTurns: photo.stored.quarterTurns,
    },
  };
}

export function planFile(file: Awaited<ReturnType<typeof listFiles>>[number]): PlannedFile {
  return {
    id: file.id,
    name: file.name,
    taskId: file.documentationTaskId,
    creator: file.creator,
    dateCreated: file.dateCreated,
    sha256: file.sha256 ?? "",
    object: {
      key: toFileObjectKey(file),
      etag: file.etag ?? "",
      size: file.dataSize,
      crc32: file.crc32 ?? 0,
    },
  };
}
