import { zipDate } from "../dates.ts";
import type { ExportPlan, StoredObject } from "../exportPlanTypes.ts";
import { safeName, splitName, UniquePaths } from "../safeNames.ts";
import { type Segment, wholeObject } from "../segments.ts";
import { segmentEntry, storedEntry, type ZipEntry, zipSegments } from "../zipSegments.ts";
import { documentTexts } from "./documentTexts.ts";
import { type ArchivedItem, contentsText, manifestJson } from "./manifest.ts";

/**
 * The originals and files of a documentation byte for byte, in folders by task, with a manifest for programs and one for people.
 * Files uploaded through links that staff have not decided on have a folder of their own, and so do earlier photos.
 */
export function documentationZip(plan: ExportPlan): Segment[] {
  const texts = documentTexts[plan.language];
  const { documentation } = plan;
  const root = `${safeName(documentation.alias || documentation.name, texts.documentation)}/`;
  const paths = new UniquePaths();
  // Reserved first, so that no photo or folder can have these names.
  const manifestPath = paths.take(root, "manifest", ".json");
  const contentsPath = paths.take(root, texts.contents.toLocaleLowerCase(texts.locale), ".txt");
  const folders = new TaskFolders(plan, root, paths);
  const entries: ZipEntry[] = [];
  const items: ArchivedItem[] = [];

  for (const photo of plan.photos) {
    const folder = folders.of(photo.taskId) ?? folders.nameFor(texts.photos, photo.documentationId);
    const { stem } = splitName(jpegName(photo.alias || photo.name), texts.photo);
    const path = paths.take(folder, stem, ".jpg");
    entries.push(objectEntry(path, photo.original, photo.dateCreated));
    items.push({ kind: "PHOTO", path, photo });
  }
  for (const file of plan.files) {
    const folder = folders.of(file.taskId) ?? folders.nameFor(texts.files, file.documentationId);
    const { stem, extension } = splitName(file.name, texts.file);
    const path = paths.take(folder, stem, extension);
    entries.push(objectEntry(path, file.object, file.dateCreated));
    items.push({ kind: "FILE", path, file });
  }
  for (const file of plan.received ?? []) {
    const { stem, extension } = splitName(file.name, texts.file);
    const path = paths.take(folders.nameFor(texts.received, file.documentationId), stem, extension);
    entries.push(objectEntry(path, file.object, file.dateCreated));
    items.push({ kind: "RECEIVED_FILE", path, file });
  }
  for (const earlier of plan.earlier ?? []) {
    const { stem } = splitName(jpegName(earlier.name), texts.photo);
    const path = paths.take(folders.nameFor(texts.earlier), stem, ".jpg");
    entries.push(objectEntry(path, earlier.object, earlier.dateCreated));
    items.push({ kind: "EARLIER_PHOTO", path, file: earlier });
  }

  const encoder = new TextEncoder();
  const modified = zipDate(plan.asOf);
  const manifests = [
    storedEntry(contentsPath, encoder.encode(contentsText(plan, items, root)), modified),
    storedEntry(manifestPath, encoder.encode(manifestJson(plan, items)), modified),
  ];
  return [...zipSegments([...manifests, ...entries], { zip64: "whenNeeded" })];
}

function objectEntry(path: string, object: StoredObject, dateCreated: string): ZipEntry {
  return segmentEntry(path, { segments: [wholeObject(object)], crc32: object.crc32 }, zipDate(dateCreated));
}

/** A photo's name with the extension .jpg. */
function jpegName(name: string): string {
  return `${name.replace(/\.jpe?g$/i, "")}.jpg`;
}

/** Folders by group and task. Tasks of the same name get separate folders. */
class TaskFolders {
  readonly #tasks: ReadonlyMap<string, { name: string; path: string[] }>;
  readonly #root: string;
  readonly #paths: UniquePaths;
  readonly #documentations: ReadonlyMap<string, string | undefined>;
  readonly #folders = new Map<string, string>();

  constructor(plan: ExportPlan, root: string, paths: UniquePaths) {
    this.#tasks = new Map(plan.tasks.map((task) => [task.id, task]));
    this.#documentations = new Map(plan.documentations?.map(({ id, folder }) => [id, folder]));
    this.#root = root;
    this.#paths = paths;
  }

  /** The folder of a task, or null when there is no such task. */
  of(taskId: string | null): string | null {
    const task = taskId === null ? undefined : this.#tasks.get(taskId);
    if (!task) return null;
    let folder = this.#root;
    for (const group of task.path) folder = this.#group(folder, group);
    return this.#folder(folder, task.name, `task ${taskId}`);
  }

  /** A folder next to those of the tasks, inside the documentation's folder if each has its own. */
  nameFor(name: string, documentationId = ""): string {
    const documentation = this.#documentations.get(documentationId);
    const parent = documentation === undefined ? this.#root : this.#group(this.#root, documentation);
    return this.#folder(parent, name.toLowerCase(), `own ${parent}${name}`);
  }

  #group(parent: string, name: string): string {
    return this.#folder(parent, name, `group ${parent}${name}`);
  }

  #folder(parent: string, name: string, identity: string): string {
    const existing = this.#folders.get(identity);
    if (existing) return existing;
    const folder = `${this.#paths.take(parent, safeName(name), "")}/`;
    this.#folders.set(identity, folder);
    return folder;
  }
}
