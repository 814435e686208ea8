import type { DocumentationStatus, TaskType } from "#domain/core/documentationTypes.ts";
import { preconditionsHold } from "#domain/task/preconditions.ts";
import { Random } from "../support/random.ts";
import { photoComments } from "./comments.ts";
import { addMinutes, demoId } from "./context.ts";
import type { SceneKind } from "./demoPictures.ts";
import { conditionParams, flattenTasks, type TaskSketch } from "./templates.ts";
import type { Visit } from "./visits.ts";

/** The outcome of one visit: answers in the order of the tasks, photos and files. */
export interface Capture {
  visit: Visit;
  /** When the visit began. */
  dateCreated: string;
  /** When the visit ended. */
  endedAt: string;
  tasks: CapturedTask[];
  photos: CapturedPhoto[];
  files: CapturedFile[];
}

export interface CapturedTask {
  id: string;
  sketch: TaskSketch;
  parentId: string | null;
  level: number;
  position: number;
  answer: string | null;
  dateCreated: string;
}

export interface CapturedPhoto {
  id: string;
  taskId: string;
  name: string;
  comment: string | null;
  /** A drawing on a plan instead of a photo. */
  scene: SceneKind | "drawing";
  /** Which picture of the scene. */
  variant: number;
  takenAt: string;
  /** Milliseconds of takenAt, which only EXIF data contains. */
  milliseconds: number;
  lat: number;
  lng: number;
  /** Degrees clockwise from north. */
  direction: number;
  /** False for a photo that its device announced but whose bytes have not arrived. */
  hasArrived: boolean;
}

export interface CapturedFile {
  id: string;
  taskId: string;
  name: string;
  kind: "pdf" | "csv" | "txt";
  dateCreated: string;
}

const unansweredTypes: ReadonlySet<TaskType> = new Set([
  "PHOTO",
  "FILE",
  "DRAWING",
  "GROUP",
  "HEADER",
  "STATIC_TEXT",
]);
/** Days after which a visit is rarely opened. */
const rarelyOpenedAfterDays = 60;

/** Statuses in which field work is unfinished: the later part of the form is still empty. */
const unfinishedStatuses: ReadonlySet<DocumentationStatus> = new Set(["PAUSED", "DOWNLOADED"]);

export function simulateCapture(visit: Visit, index: number, today: Date): Capture {
  const random = new Random(index * 977 + 11);
  const start = today.getTime() - visit.daysAgo * 86_400_000 + random.integer(6 * 60, 13 * 60) * 60_000;
  const dateCreated = addMinutes(new Date(start).toISOString(), 0);
  const tasks = flattenTasks(visit.template.tasks);
  const idOf = (key: string) => demoId("task", visit.id, key);
  const answers = new Map<string, { type: TaskType; answer: string | null }>();
  const photoCounts = new Map<string, number>();
  const result: Capture = { visit, dateCreated, endedAt: dateCreated, tasks: [], photos: [], files: [] };
  const stopPosition = unfinishedStatuses.has(visit.status) ? Math.ceil(tasks.length * 0.6) : tasks.length;

  tasks.forEach(({ task, parent, level }, position) => {
    const id = idOf(task.key);
    const isApplicable = preconditionsHold(
      (task.conditions ?? []).map((condition) => ({
        type: condition.type,
        params: conditionParams(condition, idOf),
      })),
      {
        findTask: (id) => answers.get(id),
        countPhotos: (task) => photoCounts.get(task) ?? 0,
        platform: "APP",
      },
    );
    const isReached = isApplicable && position < stopPosition;
    result.endedAt = addMinutes(result.endedAt, random.integer(1, 6));
    const answer =
      isReached && !unansweredTypes.has(task.type) ? generateAnswer(task, result.endedAt, random) : null;
    answers.set(id, { type: task.type, answer });
    result.tasks.push({
      id,
      sketch: task,
      parentId: parent && idOf(parent.key),
      level,
      position,
      answer,
      dateCreated: result.endedAt,
    });
    if (!isReached) return;
    if (task.type === "PHOTO" || task.type === "DRAWING")
      photoCounts.set(id, takePhotos(result, task, id, random, index));
    if (task.type === "FILE" && visit.status !== "WAITING_FOR_FILE" && visit.status !== "ONGOING")
      result.files.push(createFile(task, id, result, index));
  });
  if (visit.status === "ONGOING")
    for (const photo of result.photos.slice(-random.integer(2, 3))) photo.hasArrived = false;
  return result;
}

/** `index` is the index of the visit, so that consecutive visits begin with different pictures. */
function takePhotos(
  capture: Capture,
  task: TaskSketch,
  taskId: string,
  random: Random,
  index: number,
): number {
  const { visit } = capture;
  const [minPhotos, maxPhotos] = task.photos ?? [1, 2];
  // Storing photos takes most of a first start, so old visits have only the photos that their template requires.
  const count = visit.daysAgo > rarelyOpenedAfterDays ? minPhotos : random.integer(minPhotos, maxPhotos);
  for (let number = 1; number <= count; number += 1) {
    capture.endedAt = addMinutes(capture.endedAt, random.integer(1, 4));
    const scene = task.scenes ? random.pick(task.scenes) : "drawing";
    const comments = scene === "drawing" ? undefined : photoComments[visit.template.language][scene];
    capture.photos.push({
      id: demoId("photo", taskId, number),
      taskId,
      name: `${task.name}_${String(number).padStart(2, "0")}`,
      comment: comments && random.chance(0.4) ? random.pick(comments) : null,
      scene,
      variant: index + capture.photos.filter((photo) => photo.scene === scene).length,
      takenAt: capture.endedAt,
      milliseconds: random.integer(0, 999),
      lat: round(visit.site.lat + random.float(-0.0006, 0.0006)),
      lng: round(visit.site.lng + random.float(-0.0012, 0.0012)),
      direction: (index * 47 + number * 31) % 360,
      hasArrived: true,
    });
  }
  return count;
}

/** Six decimals are about ten centimetres. */
const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;

function createFile(task: TaskSketch, taskId: string, capture: Capture, index: number): CapturedFile {
  const kind = task.key === "protokoll" ? (index % 3 === 0 ? "txt" : "csv") : "pdf";
  const name = `${task.name} ${capture.visit.site.name}.${kind}`;
  return { id: demoId("file", taskId), taskId, name, kind, dateCreated: capture.endedAt };
}

function generateAnswer(task: TaskSketch, instant: string, random: Random): string | null {
  if (task.answers) return random.pick(task.answers);
  const [date, time] = [instant.slice(0, 10), instant.slice(11, 16)];
  switch (task.type) {
    case "INTEGER":
      return String(random.integer(3, 96));
    case "DECIMAL":
      return (random.integer(20, 220) / 100).toFixed(2);
    case "DATE":
      return date;
    case "TIME":
      return time;
    case "DATE_TIME":
      return `${date} ${time}`;
    case "DATE_RANGE":
      return `${addMinutes(instant, -random.integer(1, 5) * 1440).slice(0, 10)};${date}`;
    case "CHECKBOX":
      return random.chance(0.7) ? "true" : "false";
    default:
      return null;
  }
}
