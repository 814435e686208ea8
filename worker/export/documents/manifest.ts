import { hasPosition } from "#domain/core/fields.ts";
import { formatLocalMinute } from "../dates.ts";
import type {
  ExportPlan,
  PlannedEarlierPhoto,
  PlannedFile,
  PlannedPhoto,
  PlannedReceivedFile,
} from "../exportPlanTypes.ts";
import { createDocumentModel } from "./documentModel.ts";
import { splitIntoVolumes, type Volume } from "./documentVolumes.ts";
import type { PhotoForm } from "./photoEntries.ts";
import { createThreadLines } from "./threadEntries.ts";
import { toSingleLine } from "./xml.ts";

/** The path of an entry, and its full path if it was shortened so that every system can unpack it. */
export interface ArchivePath {
  path: string;
  fullPath?: string;
}

/** An entry of the archive and its path. */
export type ArchivedItem =
  | ({ kind: "PHOTO"; photo: PlannedPhoto } & ArchivePath)
  | ({ kind: "FILE"; file: PlannedFile } & ArchivePath)
  | ({ kind: "RECEIVED_FILE"; file: PlannedReceivedFile } & ArchivePath)
  | ({ kind: "EARLIER_PHOTO"; file: PlannedEarlierPhoto } & ArchivePath)
  | OtherItem;

/**
 * An entry that is neither a photo nor a file of the documentation. `size` in bytes; `sha256` is null if it is unknown before the
 * entry is made.
 */
export interface OtherItem extends ArchivePath {
  kind: "DOCUMENT" | "ZIP" | "EXTERNAL_FILE";
  size: number;
  crc32: number;
  sha256: string | null;
}

/** The beginning of every manifest. Instants in UTC, positions in WGS84 or null. */
function manifestHead(plan: ExportPlan) {
  const { lat, lng, ...fields } = plan.documentation;
  return {
    format: "siteproof-manifest",
    version: 1,
    asOf: plan.asOf,
    documentation: { ...fields, position: positionOrNull(lat, lng) },
    ...(plan.documentations && { documentations: plan.documentations }),
    expectedPhotos: plan.expectedPhotos,
  };
}

const jsonOf = (manifest: object): string => `${JSON.stringify(manifest, null, 2)}\n`;

/** The manifest for programs: the contents of the archive and the missing items. Sizes in bytes. */
export function manifestJson(plan: ExportPlan, items: readonly ArchivedItem[]): string {
  return jsonOf({
    ...manifestHead(plan),
    includedPhotos: plan.photos.length,
    includedFiles: plan.files.length,
    // Uploaded through links and not yet decided on.
    ...(plan.received?.length && { receivedFiles: plan.received.length }),
    missing: plan.missing,
    ...(plan.leftOut?.length && { leftOut: plan.leftOut }),
    tasks: plan.tasks,
    ...(plan.threads && { threads: plan.threads }),
    items: items.map((item) =>
      item.kind === "PHOTO"
        ? createPhotoItem(item.photo, "original", pathsOf(item))
        : item.kind === "FILE"
          ? createFileItem(item)
          : item.kind === "RECEIVED_FILE"
            ? createReceivedItem(item)
            : item.kind === "EARLIER_PHOTO"
              ? createEarlierItem(item)
              : { ...item, crc32: crc32Hex(item.crc32) },
    ),
  });
}

/** The photos that a document of a report layout shows, and the photos that its layout leaves out. */
export interface LayoutContents {
  layout: { id: string; name: string; type: string };
  part: { number: number; count: number };
  photos: readonly { photo: PlannedPhoto; variant: PhotoForm }[];
  /** Received, but in no part of the document. */
  omittedPhotos: readonly PlannedPhoto[];
}

/** The manifest of a document of a report layout, for programs. */
export function layoutManifestJson(
  plan: ExportPlan,
  { layout, part, photos, omittedPhotos }: LayoutContents,
): string {
  return jsonOf({
    ...manifestHead(plan),
    layout,
    part,
    includedPhotos: photos.length,
    missing: plan.missing,
    ...(plan.threads && { threads: plan.threads }),
    items: photos.map(({ photo, variant }) => createPhotoItem(photo, variant, { variant })),
    omittedPhotos: omittedPhotos.map(({ id, name }) => ({ id, name })),
  });
}

function createPhotoItem(photo: PlannedPhoto, variant: PhotoForm, extra: object) {
  const { id, name, alias, comment, reviewComment, creator, dateCreated, dateSource } = photo;
  const { taskId, rotation, sha256, original } = photo;
  const { size, crc32, width, height } = photo[variant];
  const embeddedMarkup = variant === "original" && photo.marked;
  return {
    kind: "PHOTO",
    id,
    ...ownerOf(photo),
    ...extra,
    taskId,
    name,
    alias,
    comment,
    reviewComment,
    creator,
    dateCreated,
    dateSource,
    position: positionOrNull(photo.lat, photo.lng),
    size,
    crc32: crc32Hex(crc32),
    // The hash of the captured photo, even if the rendition is embedded; if the embedded original has markup, the hash of that.
    sha256: embeddedMarkup ? embeddedMarkup.sha256 : sha256,
    ...(photo.marked && { markup: true }),
    ...(embeddedMarkup && { originalSha256: sha256 }),
    width,
    height,
    orientation: variant === "original" ? original.orientation : 1,
    rotation,
  };
}

const pathsOf = ({ path, fullPath }: ArchivePath): ArchivePath => ({ path, ...(fullPath && { fullPath }) });

function createFileItem({ file, ...paths }: { file: PlannedFile } & ArchivePath) {
  const { id, name, creator, dateCreated, taskId, sha256, object } = file;
  return {
    kind: "FILE",
    id,
    ...ownerOf(file),
    ...pathsOf(paths),
    taskId,
    name,
    creator,
    dateCreated,
    size: object.size,
    crc32: crc32Hex(object.crc32),
    sha256,
  };
}

function createReceivedItem({ file, ...paths }: { file: PlannedReceivedFile } & ArchivePath) {
  const { id, name, sender, dateCreated, sha256, object } = file;
  return {
    kind: "RECEIVED_FILE",
    id,
    ...ownerOf(file),
    ...pathsOf(paths),
    name,
    sentBy: sender,
    dateCreated,
    size: object.size,
    crc32: crc32Hex(object.crc32),
    sha256,
  };
}

function createEarlierItem({ file, ...paths }: { file: PlannedEarlierPhoto } & ArchivePath) {
  const { object, ...fields } = file;
  return {
    kind: "EARLIER_PHOTO",
    ...pathsOf(paths),
    ...fields,
    size: object.size,
    crc32: crc32Hex(object.crc32),
  };
}

const ownerOf = ({ documentationId }: { documentationId?: string }) =>
  documentationId === undefined ? {} : { documentationId };

function positionOrNull(lat: number, lng: number): { lat: number; lng: number } | null {
  return hasPosition({ lat, lng }) ? { lat, lng } : null;
}

function crc32Hex(crc32: number): string {
  return crc32.toString(16).padStart(8, "0");
}

/** The manifest for people, in the language of the plan, with line ends that every editor supports. */
export function contentsText(plan: ExportPlan, items: readonly ArchivedItem[], root: string): string {
  const model = createDocumentModel(plan, singleVolume(plan));
  const { texts } = model;
  const lines = [model.title, "=".repeat(Math.min(model.title.length, 100))];
  if (model.subtitle) lines.push(model.subtitle);
  lines.push("");
  const maxLabelLength = Math.max(...model.facts.map(({ label }) => label.length));
  for (const { label, value } of model.facts) lines.push(`${`${label}:`.padEnd(maxLabelLength + 2)}${value}`);
  lines.push("", model.summary);
  if (model.neverReceivedText) lines.push(model.neverReceivedText);
  const { leftOut = [] } = plan;
  if (model.missing.length > 0 || leftOut.length > 0) {
    lines.push("", ...headingLines(texts.missing));
    for (const { name, reason } of leftOut)
      lines.push(`- ${texts.documentation} ${toSingleLine(name)}: ${texts.reasons[reason] ?? reason}`);
    for (const { name, kind, task, reason } of model.missing) {
      lines.push(`- ${kind} ${name}${task ? ` (${task})` : ""}: ${reason}`);
    }
  }
  if (plan.documentations) {
    lines.push("", ...headingLines(texts.documentations));
    for (const { name, templateName, dateCreated, includedPhotos, expectedPhotos } of plan.documentations)
      lines.push(
        `- ${formatLocalMinute(dateCreated)}  ${templateName}  ${name}: ${includedPhotos} ${texts.of} ${texts.photoCount(expectedPhotos)}`,
      );
  }
  if (model.answers.length > 0) {
    lines.push("", ...headingLines(texts.answers));
    for (const { group, task, answer } of model.answers) {
      lines.push(`${group ? `${group} › ` : ""}${task}: ${answer.replaceAll("\n", "\r\n    ")}`);
    }
  }
  if (model.threads.length > 0)
    lines.push("", ...headingLines(texts.discussion), ...createThreadLines(model.threads));
  lines.push("", ...headingLines(texts.contents));
  for (const item of items) {
    const { dateCreated, size, sha256 } = factsOf(item);
    const isUnknownTime = item.kind === "PHOTO" && item.photo.dateSource === "ARRIVAL";
    const time = isUnknownTime ? texts.unknownTime : formatLocalMinute(dateCreated);
    lines.push(item.path.slice(root.length));
    if (item.fullPath)
      lines.push(
        `    ${texts.fullName}: ${root ? item.fullPath.slice(item.fullPath.indexOf("/") + 1) : item.fullPath}`,
      );
    lines.push(`    ${[time, `${size} byte`, sha256 && `SHA-256 ${sha256}`].filter(Boolean).join("   ")}`);
  }
  if (items.length === 0) lines.push("–");
  return `${lines.join("\r\n")}\r\n`;
}

function factsOf(item: ArchivedItem): { dateCreated: string | null; size: number; sha256: string | null } {
  if (item.kind === "PHOTO") {
    const { dateCreated, sha256, marked: markedRendition, original } = item.photo;
    return { dateCreated, sha256: markedRendition?.sha256 ?? sha256, size: original.size };
  }
  if (item.kind === "FILE" || item.kind === "RECEIVED_FILE" || item.kind === "EARLIER_PHOTO")
    return { ...item.file, size: item.file.object.size };
  return { ...item, dateCreated: null };
}

function headingLines(text: string): string[] {
  return [text, "-".repeat(text.length)];
}

/** The zip is never split into volumes. */
function singleVolume(plan: ExportPlan): Volume {
  return {
    number: 1,
    count: 1,
    firstPhotoNumber: 1,
    photos: splitIntoVolumes(plan, "original").flatMap(({ photos }) => photos),
  };
}
