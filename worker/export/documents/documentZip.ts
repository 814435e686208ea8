import { shortenPaths } from "../archivePaths.ts";
import { zipDate } from "../dates.ts";
import type { ExportPlan, PlannedTask, StoredObject } from "../exportPlanTypes.ts";
import { splitName, toSafeName, UniquePaths } from "../safeNames.ts";
import { createObjectSegment, type Segment } from "../segments.ts";
import { createSegmentEntry, createStoredEntry, createZipSegments } from "../zipSegments.ts";
import { documentTexts } from "./documentTexts.ts";
import { type ArchivedItem, contentsText, manifestJson } from "./manifest.ts";

/** Names are shortened once the paths of the whole zip are known. */
const unlimitedLength = Number.POSITIVE_INFINITY;

interface PlacedObject {
  path: string;
  object: StoredObject;
  dateCreated: string;
  itemAt(paths: { path: string; fullPath?: string }): ArchivedItem;
}

/**
 * The originals and files of a documentation byte for byte, in folders by task, with a manifest for programs and one for people.
 * Files uploaded through links that staff have not decided on are in a separate folder, and so are earlier photos.
 */
export function createDocumentationZip(plan: ExportPlan): Segment[] {
  const texts = documentTexts[plan.language];
  const { documentation } = plan;
  const root = `${toSafeName(documentation.alias || documentation.name, texts.documentation, unlimitedLength)}/`;
  const paths = new UniquePaths();
  // Reserved first, so that no photo or folder can have these names.
  const manifestPath = paths.reserve(root, "manifest", ".json");
  const contentsPath = paths.reserve(root, texts.contents.toLocaleLowerCase(texts.locale), ".txt");
  const folders = new TaskFolders(plan, root, paths);
  const placedObjects: PlacedObject[] = [];

  for (const photo of plan.photos) {
    const folder =
      folders.folderOf(photo.taskId) ?? folders.sharedFolderFor(texts.photos, photo.documentationId);
    const { stem } = splitName(jpegName(photo.alias || photo.name), texts.photo, unlimitedLength);
    placedObjects.push({
      path: paths.reserve(folder, stem, ".jpg"),
      object: photo.original,
      dateCreated: photo.dateCreated,
      itemAt: (archivePath) => ({ kind: "PHOTO", ...archivePath, photo }),
    });
  }
  const addFile = (
    folder: string,
    file: { name: string; object: StoredObject; dateCreated: string },
    itemAt: PlacedObject["itemAt"],
  ) => {
    const { stem, extension } = splitName(file.name, texts.file, unlimitedLength);
    const { object, dateCreated } = file;
    placedObjects.push({ path: paths.reserve(folder, stem, extension), object, dateCreated, itemAt });
  };
  for (const file of plan.files)
    addFile(
      folders.folderOf(file.taskId) ?? folders.sharedFolderFor(texts.files, file.documentationId),
      file,
      (archivePath) => ({
        kind: "FILE",
        ...archivePath,
        file,
      }),
    );
  for (const file of plan.received ?? [])
    addFile(folders.sharedFolderFor(texts.received, file.documentationId), file, (archivePath) => ({
      kind: "RECEIVED_FILE",
      ...archivePath,
      file,
    }));
  for (const file of plan.earlier ?? [])
    addFile(
      folders.sharedFolderFor(texts.earlier),
      { ...file, name: jpegName(file.name) },
      (archivePath) => ({
        kind: "EARLIER_PHOTO",
        ...archivePath,
        file,
      }),
    );

  const [shortContentsPath = "", shortManifestPath = "", ...shortPaths] = shortenPaths([
    contentsPath,
    manifestPath,
    ...placedObjects.map(({ path }) => path),
  ]);
  const shortRoot = shortContentsPath.slice(0, shortContentsPath.lastIndexOf("/") + 1);
  const items = placedObjects.map(({ path, itemAt }, index) =>
    itemAt({ path: shortPaths[index]!, ...(shortPaths[index] !== path && { fullPath: path }) }),
  );
  const entries = placedObjects.map(({ object, dateCreated }, index) =>
    createSegmentEntry(
      shortPaths[index]!,
      { segments: [createObjectSegment(object)], crc32: object.crc32 },
      zipDate(dateCreated),
    ),
  );
  const encoder = new TextEncoder();
  const modified = zipDate(plan.asOf);
  const manifests = [
    createStoredEntry(shortContentsPath, encoder.encode(contentsText(plan, items, shortRoot)), modified),
    createStoredEntry(shortManifestPath, encoder.encode(manifestJson(plan, items)), modified),
  ];
  return [...createZipSegments([...manifests, ...entries], { zip64: "whenNeeded" })];
}

/** A photo's name with the extension .jpg. */
function jpegName(name: string): string {
  return `${name.replace(/\.jpe?g$/i, "")}.jpg`;
}

/** Folders by group and task. Tasks and groups of the same name get separate folders. */
class TaskFolders {
  readonly #tasks: ReadonlyMap<string, Pick<PlannedTask, "name" | "path" | "groupIds">>;
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
  folderOf(taskId: string | null): string | null {
    const task = taskId === null ? undefined : this.#tasks.get(taskId);
    if (!task) return null;
    const { path, groupIds = [] } = task;
    const firstGroup = path.length - groupIds.length;
    const folder = path.reduce(
      (parent, name, depth) => this.#ensureGroupFolder(parent, name, groupIds[depth - firstGroup]),
      this.#root,
    );
    return this.#ensureFolder(folder, task.name, `task ${taskId}`);
  }

  /** A folder next to the tasks' folders, inside the documentation's folder if each documentation has one. */
  sharedFolderFor(name: string, documentationId = ""): string {
    const documentation = this.#documentations.get(documentationId);
    const parent =
      documentation === undefined ? this.#root : this.#ensureGroupFolder(this.#root, documentation);
    return this.#ensureFolder(parent, name.toLowerCase(), `own ${parent}${name}`);
  }

  #ensureGroupFolder(parent: string, name: string, id = ""): string {
    return this.#ensureFolder(parent, name, `group ${id}${parent}${name}`);
  }

  #ensureFolder(parent: string, name: string, identity: string): string {
    const existing = this.#folders.get(identity);
    if (existing) return existing;
    const folder = `${this.#paths.reserve(parent, toSafeName(name, undefined, unlimitedLength), "")}/`;
    this.#folders.set(identity, folder);
    return folder;
  }
}
