import { shortenPaths } from "#worker/export/archivePaths.ts";
import { zipDate } from "#worker/export/dates.ts";
import { documentTexts } from "#worker/export/documents/documentTexts.ts";
import { type ArchivedItem, contentsText, manifestJson } from "#worker/export/documents/manifest.ts";
import type {
  ExportPlan,
  MissingItem,
  PlannedPhoto,
  PlannedFile as PlannedUpload,
} from "#worker/export/exportPlanTypes.ts";
import { zipFileName } from "#worker/export/fileNames.ts";
import { UniquePaths } from "#worker/export/safeNames.ts";
import { createObjectSegment, type ExportFile, exportFileOf } from "#worker/export/segments.ts";
import {
  createSegmentEntry,
  createStoredEntry,
  createZipSegments,
  type ZipEntry,
} from "#worker/export/zipSegments.ts";
import type { PlannedFile } from "./types.ts";

/** A planned file, with its details for a zip's manifest. */
export interface PlanItem extends Omit<PlannedFile, "folders" | "name"> {
  /** Relative to the root, with slashes. */
  path: string;
  /** The path before it was shortened, if it was. */
  fullPath?: string;
  crc32: number;
  /** The entry's time in a zip; null for the time of the whole export. */
  dateCreated: string | null;
  photo?: PlannedPhoto;
  file?: PlannedUpload;
}

/** The paths under a root: the destination's, or a zip's. Paths are unique. */
export class PathRegistry {
  readonly items: PlanItem[] = [];
  /** Number of files left out because they are, or contain, compressed photos that do not exist yet. */
  pendingCount = 0;
  /** Items that the nodes include but that are missing. */
  readonly missing = new Set<MissingItem>();
  readonly #paths: UniquePaths;
  readonly #folders = new Map<string, string>();

  constructor(paths = new UniquePaths()) {
    this.#paths = paths;
  }

  /** A folder with a trailing slash. Names that differ only in case share a folder. */
  addFolder(parent: string, name: string): string {
    const foldedPath = `${parent}${name}`.normalize("NFC").toLowerCase();
    const existingFolder = this.#folders.get(foldedPath);
    if (existingFolder) return existingFolder;
    const folder = `${this.#paths.reserve(parent, name, "")}/`;
    this.#folders.set(foldedPath, folder);
    return folder;
  }

  addPath(folder: string, stem: string, extension: string): string {
    return this.#paths.reserve(folder, stem, extension);
  }
}

/** Files with paths that Windows can unpack or synchronise. */
export function shortenItemPaths<T extends { path: string }>(
  items: readonly T[],
): (T & { fullPath?: string })[] {
  const shortPaths = shortenPaths(items.map(({ path }) => path));
  return items.map((item, index) =>
    shortPaths[index] === item.path ? item : { ...item, path: shortPaths[index]!, fullPath: item.path },
  );
}

/** An empty zip. Its manifests reserve their names first. */
export function createZipPaths({ language }: ExportPlan): {
  paths: PathRegistry;
  manifest: string;
  contents: string;
} {
  const texts = documentTexts[language];
  const paths = new UniquePaths();
  const manifest = paths.reserve("", "manifest", ".json");
  const contents = paths.reserve("", texts.contents.toLocaleLowerCase(texts.locale), ".txt");
  return { paths: new PathRegistry(paths), manifest, contents };
}

/** Composes a zip: its files byte for byte, with a machine-readable manifest and one for people. */
export async function composeZip(
  { paths: { items: zipItems, missing }, manifest, contents }: ReturnType<typeof createZipPaths>,
  plan: ExportPlan,
  stem: string,
): Promise<ExportFile> {
  const lastChangedAt = zipDate(plan.asOf);
  const items = shortenItemPaths(zipItems);
  const photos = items.flatMap(({ photo }) => photo ?? []);
  const missingItems = plan.missing.filter((item) => missing.has(item));
  const zipPlan: ExportPlan = {
    ...plan,
    photos,
    files: items.flatMap(({ file }) => file ?? []),
    missing: missingItems,
    expectedPhotos: photos.length + missingItems.filter(({ kind }) => kind === "PHOTO").length,
  };
  const entries: ZipEntry[] = [];
  for (const item of items) {
    const modifiedAt = item.dateCreated === null ? lastChangedAt : zipDate(item.dateCreated);
    const content =
      item.content.kind === "object"
        ? { segments: [createObjectSegment(item.content.object)], crc32: item.content.object.crc32 }
        : await item.content.createFile();
    entries.push(createSegmentEntry(item.path, content, modifiedAt));
  }
  const archivedItems = items.map(toArchivedItem);
  const encoder = new TextEncoder();
  const manifests = [
    createStoredEntry(contents, encoder.encode(contentsText(zipPlan, archivedItems, "")), lastChangedAt),
    createStoredEntry(manifest, encoder.encode(manifestJson(zipPlan, archivedItems)), lastChangedAt),
  ];
  return exportFileOf(
    createZipSegments([...manifests, ...entries], { zip64: "whenNeeded" }),
    zipFileName(stem),
  );
}

function toArchivedItem({ path, fullPath, photo, file, kind, bytes, crc32, sha256 }: PlanItem): ArchivedItem {
  const paths = { path, ...(fullPath !== undefined && { fullPath }) };
  if (photo) return { kind: "PHOTO", ...paths, photo };
  if (file) return { kind: "FILE", ...paths, file };
  return {
    kind: kind === "ZIP" || kind === "EXTERNAL_FILE" ? kind : "DOCUMENT",
    ...paths,
    size: bytes,
    crc32,
    sha256,
  };
}

/** Converts a plan item to a planned file. */
export function toPlannedFile({
  path,
  fullPath: _fullPath,
  crc32: _crc32,
  dateCreated: _dateCreated,
  photo: _photo,
  file: _file,
  ...item
}: PlanItem): PlannedFile {
  const folders = path.split("/");
  const name = folders.pop() ?? "";
  return { ...item, folders, name };
}
