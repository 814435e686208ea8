import { hasPosition } from "#domain/core/fields.ts";
import { exclude } from "#domain/core/objects.ts";
import { reportedFields } from "#domain/documentation/documentationFields.ts";
import { taskPath } from "#domain/task/taskTree.ts";
import { takesAnswer } from "#domain/task/types.ts";
import { formatLocalMinute } from "../dates.ts";
import { photoTitle } from "../embeddedPhoto.ts";
import type { ExportPlan, MissingItem, PlannedDocumentation, PlannedPhoto } from "../exportPlanTypes.ts";
import { parseAnswerNumber } from "../numberValue.ts";
import { formatAnswer } from "./answerText.ts";
import { type DocumentTexts, documentTexts } from "./documentTexts.ts";
import type { Volume } from "./documentVolumes.ts";
import { createFormSections, type FormSection } from "./formSections.ts";
import { readLogo } from "./logo.ts";
import { photoCommentText } from "./photoComments.ts";
import type { AnswerRow, Fact, FileEntry, MissingEntry, PhotoEntry, PhotoSection } from "./photoEntries.ts";
import { type ThreadEntry, threadEntries } from "./threadEntries.ts";
import { removeIllegalCharacters, toSingleLine } from "./xml.ts";

/** The content of a document in its language, independent of the format. */
export interface DocumentModel {
  texts: DocumentTexts;
  documentation: PlannedDocumentation;
  /** A PNG, base64. */
  logo: string | null;
  /** The kind of document, shown above its title. */
  overline: string;
  title: string;
  /** The name below an alias, "" when the title is the name. */
  subtitle: string;
  /** "Part 2 of 3" and the range of its photos; null for a single document. */
  part: { label: string; photos: string } | null;
  facts: Fact[];
  summary: string;
  /** Number of photos in the whole documentation, over all parts. */
  photoTotal: number;
  sections: PhotoSection[];
  answers: AnswerRow[];
  /** The form in reading order: every group with its answers. */
  form: FormSection[];
  files: FileEntry[];
  /** The discussion, in the last volume. */
  threads: ThreadEntry[];
  missing: MissingEntry[];
  /** A sentence about announced photos that were never received; "" if there are none. */
  neverReceivedText: string;
}

/** The model of one volume of a plan. */
export function createDocumentModel(plan: ExportPlan, volume: Volume): DocumentModel {
  const texts = documentTexts[plan.language];
  const { documentation } = plan;
  const tasks = taskNamesById(plan);
  const entries = volume.photos.map((photo, index) =>
    photoEntry(photo, volume.firstPhotoNumber + index, texts, tasks),
  );
  const files = plan.files.map((file) => ({
    file,
    entry: {
      name: toSingleLine(file.name),
      task: tasks.get(file.taskId ?? "") ?? "",
      size: file.object.size,
      sha256: file.sha256,
      created: formatLocalMinute(file.dateCreated),
    },
  }));
  const missingPhotos = plan.missing.filter(({ kind }) => kind === "PHOTO").length;
  const missingFiles = plan.missing.length - missingPhotos;
  const neverReceivedCount = countNeverReceived(plan);
  const logo = readLogo(plan);
  const name = toSingleLine(documentation.name);
  const alias = toSingleLine(documentation.alias ?? "");
  return {
    texts,
    documentation,
    logo,
    overline: texts.photoDocumentation,
    title: alias || name || texts.documentation,
    subtitle: alias && alias !== name ? name : "",
    part:
      volume.count === 1
        ? null
        : {
            label: texts.part(volume.number, volume.count),
            photos: texts.photosInPart(
              volume.firstPhotoNumber,
              volume.firstPhotoNumber + volume.photos.length - 1,
              plan.photos.length,
            ),
          },
    facts: [
      ...factsOf(documentation, texts),
      ...(plan.logo && !logo ? [{ label: texts.logo, value: texts.logoLeftOut }] : []),
    ],
    summary: [
      texts.summary(plan.photos.length, plan.expectedPhotos, missingPhotos + Math.max(neverReceivedCount, 0)),
      missingFiles > 0 ? texts.missingFiles(missingFiles) : "",
    ]
      .filter(Boolean)
      .join(" "),
    photoTotal: plan.photos.length,
    sections: groupIntoSections(entries, texts),
    answers: answerRows(plan, texts),
    form: createFormSections(plan, {
      entries,
      files: files.map(({ file, entry }) => ({ taskId: file.taskId, entry })),
      volume,
      texts,
    }),
    files: files.map(({ entry }) => entry),
    threads: volume.number === volume.count ? threadEntries(plan.threads, texts) : [],
    ...listMissingParts(plan, texts),
  };
}

/** The missing items by name, and a sentence about announced photos that were never received, or "". */
export function listMissingParts(
  plan: ExportPlan,
  texts: DocumentTexts,
): Pick<DocumentModel, "missing" | "neverReceivedText"> {
  const tasks = taskNamesById(plan);
  const neverReceivedCount = countNeverReceived(plan);
  return {
    missing: plan.missing.map((item) => createMissingEntry(item, texts, tasks)),
    neverReceivedText: neverReceivedCount > 0 ? texts.neverReceived(neverReceivedCount) : "",
  };
}

const countNeverReceived = ({ expectedPhotos, photos, missing }: ExportPlan): number =>
  expectedPhotos - photos.length - missing.filter(({ kind }) => kind === "PHOTO").length;

/** "59.34892, 18.04732", or "" for an unknown position; with a point in every language, so that it can be pasted into a map. */
export function positionText(lat: number, lng: number): string {
  return hasPosition({ lat, lng }) ? `${formatDegrees(lat)}, ${formatDegrees(lng)}` : "";
}

/** Tasks by id as "Group › Task". */
export function taskNamesById(plan: ExportPlan): Map<string, string> {
  return new Map(plan.tasks.map((task) => [task.id, toSingleLine(taskPath(task.path, task.name))]));
}

function photoEntry(
  photo: PlannedPhoto,
  number: number,
  texts: DocumentTexts,
  tasks: ReadonlyMap<string, string>,
): PhotoEntry {
  const title = photoTitle(photo) || `${texts.photo} ${number}`;
  const comment = photoCommentText(photo, texts);
  const task = tasks.get(photo.taskId ?? "") ?? "";
  return {
    number,
    photo,
    title,
    task,
    comment,
    takenAt: takenAtText(photo, texts),
    position: positionText(photo.lat, photo.lng),
    altText: altTextOf(texts, { number, title, task, comment }),
  };
}

/** When a photo was taken, or a note that the time is unknown, because the time of arrival is a different one. */
export const takenAtText = (
  { dateCreated, dateSource }: Pick<PlannedPhoto, "dateCreated" | "dateSource">,
  texts: DocumentTexts,
): string => (dateSource === "ARRIVAL" ? texts.unknownTime : formatLocalMinute(dateCreated));

/** The alternative text of a photo, for screen readers. */
export const altTextOf = (
  texts: DocumentTexts,
  { number, title, task, comment }: Pick<PhotoEntry, "number" | "title" | "task" | "comment">,
): string => [`${texts.photo} ${number}: ${title}`, task, toSingleLine(comment)].filter(Boolean).join(". ");

/** The phone model is a fact together with the device. */
const otherReportedFields = exclude(reportedFields, ["phoneModel"]);

function factsOf(documentation: PlannedDocumentation, texts: DocumentTexts): Fact[] {
  const { deviceId } = documentation;
  const labelledValues: [string, string][] = [
    [texts.customer, documentation.customerName],
    [texts.template, documentation.templateName],
    [texts.status, texts.statuses[documentation.status] ?? documentation.status],
    [texts.creator, documentation.creator],
    [texts.created, formatLocalMinute(documentation.dateCreated)],
    [texts.uploaded, formatLocalMinute(documentation.dateUploaded)],
    [texts.position, positionText(documentation.lat, documentation.lng) || texts.noPosition],
    [texts.tags, documentation.tags.join(", ")],
    [texts.device, [documentation.phoneModel, deviceId].filter(isKnown).join(", ")],
    ...otherReportedFields.map((field): [string, string] => [
      texts.fields[field],
      [documentation[field]].filter(isKnown).join(""),
    ]),
  ];
  return labelledValues
    .map(([label, value]) => ({ label, value: toSingleLine(value) }))
    .filter(({ value }) => value !== "");
}

/** Documentations made in the portal have "N/A" as device (2§3). */
function isKnown(value: string): boolean {
  return value !== "" && value !== "N/A";
}

function groupIntoSections(entries: PhotoEntry[], texts: DocumentTexts): PhotoSection[] {
  const hasTask = entries.some(({ task }) => task !== "");
  const sectionByTask = new Map<string, PhotoSection>();
  for (const entry of entries) {
    const heading = entry.task || (hasTask ? texts.otherPhotos : texts.photos);
    const key = entry.task === "" ? "" : (entry.photo.taskId ?? "");
    const section = sectionByTask.get(key);
    if (section) section.entries.push(entry);
    else sectionByTask.set(key, { heading, entries: [entry] });
  }
  return [...sectionByTask.values()];
}

function answerRows(plan: ExportPlan, texts: DocumentTexts): AnswerRow[] {
  return plan.tasks
    .filter((task) => takesAnswer(task.type) || (task.answer ?? "") !== "")
    .map((task) => ({
      group: task.path.map(toSingleLine).join(" › "),
      task: toSingleLine(task.name),
      answer: removeIllegalCharacters(formatAnswer(task, texts)),
      number: parseAnswerNumber(task.type, task.answer),
    }));
}

function createMissingEntry(
  item: MissingItem,
  texts: DocumentTexts,
  tasks: ReadonlyMap<string, string>,
): MissingEntry {
  return {
    name: toSingleLine(item.name) || item.id,
    kind: item.kind === "PHOTO" ? texts.photo : texts.file,
    task: tasks.get(item.taskId ?? "") ?? "",
    reason: texts.reasons[item.reason] ?? toSingleLine(item.reason),
  };
}

export function formatDegrees(degrees: number): string {
  return String(Number(degrees.toFixed(6)));
}
