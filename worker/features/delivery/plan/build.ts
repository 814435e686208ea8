import { exportDocumentTypes } from "#domain/core/documentationTypes.ts";
import { problem } from "#domain/core/problem.ts";
import type { PlanEntry } from "#domain/endpoints/exports/manualExport.ts";
import type { Database } from "#worker/db/database.ts";
import { exportFileFor } from "#worker/export/export.ts";
import type { PlannedPhoto } from "#worker/export/exportPlanTypes.ts";
import { layoutFile } from "#worker/export/layouts/layoutFile.ts";
import { safeName, splitName } from "#worker/export/safeNames.ts";
import type { ExportFile } from "#worker/export/segments.ts";
import { typesOfCustomer } from "#worker/exportContent/documentType.ts";
import { layoutOfCustomer } from "#worker/exportContent/reportLayout.ts";
import { fonts } from "#worker/fonts.ts";
import type { Names } from "./deliveryNames.ts";
import { externalItem, fileItem, photoItem } from "./items.ts";
import { unquoted } from "./openFile.ts";
import { openZipPaths, PathRegistry, type PlacedFile, zipPlace } from "./pathRegistry.ts";
import type { Content } from "./planContent.ts";
import type { TreeNode } from "./planDestination.ts";
import type { Target, VariantSpec } from "./types.ts";
import { compressedPhoto, compressionOf, type VariantIndex } from "./variants.ts";

/** The location of a node's files. */
interface NodeTarget {
  paths: PathRegistry;
  /** With a trailing slash; "" at the root. */
  folder: string;
  level: number;
}

/** The totals of a node. */
interface NodeTotals {
  /** Null while compressed photos are missing. */
  bytes: number | null;
  names: string[];
}

const maxNames = 20;
const emptyTotals: NodeTotals = { bytes: 0, names: [] };
const addTotals = (a: NodeTotals, b: NodeTotals): NodeTotals => ({
  bytes: a.bytes === null || b.bytes === null ? null : a.bytes + b.bytes,
  names: [...a.names, ...b.names].slice(0, maxNames),
});

/** Turns a tree into files (3§3). The same rows yield the same files under the same paths. */
export class Builder {
  readonly root = new PathRegistry();
  readonly entries: PlanEntry[] = [];
  /** Compressed photos that do not exist yet, without duplicates. */
  readonly variantSpecs = new Map<string, VariantSpec>();

  constructor(
    private readonly db: Database,
    private readonly target: Target,
    private readonly content: Content,
    private readonly names: Names,
    private readonly variants: VariantIndex,
  ) {}

  build(tree: readonly TreeNode[]): Promise<NodeTotals> {
    return this.#all(tree, { paths: this.root, folder: "", level: 0 });
  }

  async #all(nodes: readonly TreeNode[], target: NodeTarget): Promise<NodeTotals> {
    let sum = emptyTotals;
    // Sequential, because composing a document takes memory.
    for (const node of nodes) sum = addTotals(sum, await this.#node(node, target));
    return sum;
  }

  async #node(node: TreeNode, target: NodeTarget): Promise<NodeTotals> {
    const entry: PlanEntry = {
      level: target.level,
      type: node.type,
      name: null,
      count: null,
      bytes: null,
      document: null,
      names: [],
    };
    this.entries.push(entry);
    const sum = await this.#made(node, target, entry);
    entry.bytes = sum.bytes;
    entry.names = sum.names;
    return sum;
  }

  #made(node: TreeNode, target: NodeTarget, entry: PlanEntry): Promise<NodeTotals> | NodeTotals {
    switch (node.type) {
      case "FOLDER":
        return this.#folder(node, target, entry);
      case "ZIP_FILE":
        return node.standard ? this.#standardZip(node, target, entry) : this.#zip(node, target, entry);
      case "PHOTOS":
        return this.#photos(node, target, entry);
      case "FILES":
        return this.#files(target, entry);
      case "EXTERNAL_FILES":
        return this.#externalFiles(target, entry);
      case "EXPORT_DOCUMENT_TYPE":
        return this.#typedDocument(node, target, entry);
      case "EXPORT_DOCUMENT_CONFIGURATION":
        return this.#layoutDocument(node, target, entry);
    }
  }

  #folder(node: TreeNode, target: NodeTarget, entry: PlanEntry): Promise<NodeTotals> {
    const name = safeName(this.names.name(node.params.name ?? ""), this.#title());
    entry.name = name;
    return this.#all(node.children, {
      ...target,
      folder: target.paths.folder(target.folder, name),
      level: target.level + 1,
    });
  }

  async #zip(node: TreeNode, target: NodeTarget, entry: PlanEntry): Promise<NodeTotals> {
    const stem = this.#zipStem(node);
    entry.name = `${stem}.zip`;
    const zip = zipPlace(this.content.plan);
    const sum = await this.#all(node.children, { paths: zip.paths, folder: "", level: target.level + 1 });
    if (zip.paths.pending > 0) {
      target.paths.pending += 1;
      return { bytes: null, names: sum.names };
    }
    const placed = await this.#composed(node, target, { stem, ending: ".zip" }, () =>
      openZipPaths(zip, this.content.plan, stem),
    );
    return { bytes: placed.bytes, names: sum.names };
  }

  async #standardZip(node: TreeNode, target: NodeTarget, entry: PlanEntry): Promise<NodeTotals> {
    const stem = this.#zipStem(node);
    const { plan } = this.content;
    entry.name = `${stem}.zip`;
    const childTarget = { level: target.level + 1, name: null, document: null };
    const sizes = <T>(all: readonly T[], select: (one: T) => { name: string; size: number }) => ({
      count: all.length,
      bytes: all.reduce((sum, item) => sum + select(item).size, 0),
      names: all.slice(0, maxNames).map((item) => select(item).name),
    });
    this.entries.push(
      {
        ...childTarget,
        type: "PHOTOS",
        ...sizes(plan.photos, ({ name, original }) => ({ name, size: original.size })),
      },
      {
        ...childTarget,
        type: "FILES",
        ...sizes(plan.files, ({ name, object }) => ({ name, size: object.size })),
      },
    );
    const placed = await this.#composed(node, target, { stem, ending: ".zip" }, () =>
      exportFileFor(plan, { kind: "ZIP" }),
    );
    return { bytes: placed.bytes, names: [] };
  }

  #zipStem = (node: TreeNode): string =>
    safeName(this.names.name(node.params.name ?? "").replace(/\.zip$/i, ""), this.#title());

  #title = (): string => safeName(this.content.about.name);

  #photos(node: TreeNode, target: NodeTarget, entry: PlanEntry): NodeTotals {
    const excluded = new Set(
      (node.params.excludeKeys ?? "")
        .split(";")
        .map((key) => key.trim())
        .filter(Boolean),
    );
    const pattern = this.names.photoPattern(node.params.name?.trim() || "{PHOTO_NAME}");
    const compression = compressionOf(node);
    entry.name = pattern;
    const isIncluded = (photo: Pick<PlannedPhoto, "taskId">) =>
      !excluded.has(this.content.taskOf(photo)?.key?.trim() ?? "");
    const photos = this.content.plan.photos.filter(isIncluded);
    entry.count = photos.length;
    for (const item of this.content.plan.missing)
      if (item.kind === "PHOTO" && isIncluded(item)) target.paths.missing.add(item);
    let sum = emptyTotals;
    for (const photo of photos) {
      const photoFolder = this.content.folderOf(photo);
      const folder =
        photoFolder === null ? target.folder : target.paths.folder(target.folder, safeName(photoFolder));
      const path = target.paths.path(folder, this.names.photo(pattern, photo), ".jpg");
      const compressed = compression ? this.#compressed({ photo, ...compression }, photo) : photo;
      if (!compressed) target.paths.pending += 1;
      else target.paths.items.push(photoItem(path, compressed));
      sum = addTotals(sum, { bytes: compressed?.original.size ?? null, names: [nameOf(path)] });
    }
    return sum;
  }

  #compressed(request: VariantSpec, photo: PlannedPhoto): PlannedPhoto | null {
    const row = this.variants.of(request);
    if (row) return compressedPhoto(photo, row);
    const { id, rotation, original } = photo;
    if (this.target.unshrinkable?.has(id)) return photo;
    const { maxSize, quality } = request;
    this.variantSpecs.set(JSON.stringify([id, maxSize, quality]), {
      photo: { id, rotation, original },
      maxSize,
      quality,
    });
    return null;
  }

  #files(target: NodeTarget, entry: PlanEntry): NodeTotals {
    const { files, missing } = this.content.plan;
    entry.count = files.length;
    for (const item of missing) if (item.kind === "FILE") target.paths.missing.add(item);
    let sum = emptyTotals;
    for (const file of files) {
      const { stem, extension } = splitName(file.name, file.id);
      const path = target.paths.path(target.folder, stem, extension);
      target.paths.items.push(fileItem(path, file));
      sum = addTotals(sum, { bytes: file.object.size, names: [nameOf(path)] });
    }
    return sum;
  }

  #externalFiles(target: NodeTarget, entry: PlanEntry): NodeTotals {
    const { externalFiles } = this.target.request;
    entry.count = externalFiles.length;
    let sum = emptyTotals;
    for (const file of externalFiles) {
      const { stem, extension } = splitName(file.name, file.id);
      const path = target.paths.path(target.folder, stem, extension);
      target.paths.items.push(externalItem(path, file));
      sum = addTotals(sum, { bytes: file.size, names: [nameOf(path)] });
    }
    return sum;
  }

  async #typedDocument(node: TreeNode, target: NodeTarget, entry: PlanEntry): Promise<NodeTotals> {
    const type = node.params.exportDocumentType;
    entry.document = type ?? null;
    // Checked each time, as for layouts, because grants can be withdrawn.
    const granted = node.settled
      ? exportDocumentTypes
      : await typesOfCustomer(this.db, this.target.customerId);
    const kind = granted.find((grantedType) => grantedType === type);
    if (kind === undefined) throw problem("exportTypeRefused", { names: [type ?? ""] });
    return this.#document(node, target, entry, () => exportFileFor(this.content.plan, { kind }));
  }

  async #layoutDocument(node: TreeNode, target: NodeTarget, entry: PlanEntry): Promise<NodeTotals> {
    const id = node.params.exportDocumentConfiguration ?? "";
    const { layout, layouts } = await layoutOfCustomer(this.db, this.target.customerId, id);
    entry.document = layout.name;
    // Read once, because the file is composed again when it is sent.
    const report = await this.content.report(layouts);
    return this.#document(node, target, entry, () => layoutFile(layout, report, { fonts }));
  }

  async #document(
    node: TreeNode,
    target: NodeTarget,
    entry: PlanEntry,
    compose: () => Promise<ExportFile>,
  ): Promise<NodeTotals> {
    const { fileName } = await compose();
    // Safe already; its end tells kinds and parts apart.
    const nameParts = splitName(fileName, undefined, Number.POSITIVE_INFINITY);
    const customName = node.params.name?.trim() ? this.names.name(node.params.name) : null;
    entry.name = customName;
    const stem =
      customName === null
        ? nameParts.stem
        : safeName(withoutEnding(customName, nameParts.extension), nameParts.stem);
    const placed = await this.#composed(node, target, { stem, ending: nameParts.extension }, compose);
    return { bytes: placed.bytes, names: [nameOf(placed.path)] };
  }

  /** Places a document or zip. Inside a zip it stays composed until the zip is; otherwise it is composed again when sent. */
  async #composed(
    node: TreeNode,
    target: NodeTarget,
    { stem, ending }: { stem: string; ending: string },
    compose: () => Promise<ExportFile>,
  ): Promise<PlacedFile> {
    const file = await compose();
    const isInZip = target.paths !== this.root;
    const placed: PlacedFile = {
      path: target.paths.path(target.folder, stem, ending),
      kind: node.type === "ZIP_FILE" ? "ZIP" : "DOCUMENT",
      sourceId: node.id,
      contentType: file.contentType,
      creator: this.content.about.creator,
      comment: "",
      etag: unquoted(file.etag),
      bytes: file.length,
      sha256: null,
      crc32: file.crc32,
      dateCreated: null,
      content: { kind: "export", file: isInZip ? async () => file : compose },
    };
    target.paths.items.push(placed);
    return placed;
  }
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

const withoutEnding = (name: string, ending: string): string =>
  ending && name.toLowerCase().endsWith(ending.toLowerCase()) ? name.slice(0, -ending.length) : name;
