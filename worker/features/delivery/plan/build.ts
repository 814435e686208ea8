import { exportDocumentTypes } from "#domain/core/documentationTypes.ts";
import { problem } from "#domain/core/problem.ts";
import type { PlanEntry } from "#domain/endpoints/exports/manualExport.ts";
import type { Database } from "#worker/db/database.ts";
import { exportFileFor } from "#worker/export/export.ts";
import type { PlannedPhoto } from "#worker/export/exportPlanTypes.ts";
import { createLayoutFile } from "#worker/export/layouts/layoutFile.ts";
import { splitName, toSafeName } from "#worker/export/safeNames.ts";
import type { ExportFile } from "#worker/export/segments.ts";
import { listCustomerDocumentTypes } from "#worker/exportContent/documentType.ts";
import { findCustomerLayout } from "#worker/exportContent/reportLayout.ts";
import { loadFont } from "#worker/fonts.ts";
import type { NameFiller } from "./deliveryNames.ts";
import { createExternalItem, createFileItem, createPhotoItem } from "./items.ts";
import { unquoteEtag } from "./openFile.ts";
import { composeZip, createZipPaths, PathRegistry, type PlacedFile } from "./pathRegistry.ts";
import type { DeliveryContent } from "./planContent.ts";
import type { TreeNode } from "./planDestination.ts";
import type { Target, VariantSpec } from "./types.ts";
import { compressedPhoto, readCompression, type VariantIndex } from "./variants.ts";

/** The location of a node's files. */
interface NodeLocation {
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

const maxExampleNames = 20;
const emptyTotals: NodeTotals = { bytes: 0, names: [] };
const addTotals = (a: NodeTotals, b: NodeTotals): NodeTotals => ({
  bytes: a.bytes === null || b.bytes === null ? null : a.bytes + b.bytes,
  names: [...a.names, ...b.names].slice(0, maxExampleNames),
});

/** Turns a tree into files (3§3). The same rows yield the same files under the same paths. */
export class PlanBuilder {
  readonly root = new PathRegistry();
  readonly entries: PlanEntry[] = [];
  /** Compressed photos that do not exist yet, without duplicates. */
  readonly missingVariants = new Map<string, VariantSpec>();

  constructor(
    private readonly db: Database,
    private readonly target: Target,
    private readonly content: DeliveryContent,
    private readonly names: NameFiller,
    private readonly variants: VariantIndex,
  ) {}

  build(tree: readonly TreeNode[]): Promise<NodeTotals> {
    return this.#buildNodes(tree, { paths: this.root, folder: "", level: 0 });
  }

  async #buildNodes(nodes: readonly TreeNode[], target: NodeLocation): Promise<NodeTotals> {
    let totals = emptyTotals;
    // Sequential, because composing a document takes memory.
    for (const node of nodes) totals = addTotals(totals, await this.#buildNode(node, target));
    return totals;
  }

  async #buildNode(node: TreeNode, target: NodeLocation): Promise<NodeTotals> {
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
    const totals = await this.#buildByType(node, target, entry);
    entry.bytes = totals.bytes;
    entry.names = totals.names;
    return totals;
  }

  #buildByType(node: TreeNode, target: NodeLocation, entry: PlanEntry): Promise<NodeTotals> | NodeTotals {
    switch (node.type) {
      case "FOLDER":
        return this.#buildFolder(node, target, entry);
      case "ZIP_FILE":
        return node.standard
          ? this.#buildStandardZip(node, target, entry)
          : this.#buildZip(node, target, entry);
      case "PHOTOS":
        return this.#buildPhotos(node, target, entry);
      case "FILES":
        return this.#buildFiles(target, entry);
      case "EXTERNAL_FILES":
        return this.#buildExternalFiles(target, entry);
      case "EXPORT_DOCUMENT_TYPE":
        return this.#buildTypedDocument(node, target, entry);
      case "EXPORT_DOCUMENT_CONFIGURATION":
        return this.#buildLayoutDocument(node, target, entry);
    }
  }

  #buildFolder(node: TreeNode, target: NodeLocation, entry: PlanEntry): Promise<NodeTotals> {
    const name = toSafeName(this.names.name(node.params.name ?? ""), this.#title());
    entry.name = name;
    return this.#buildNodes(node.children, {
      ...target,
      folder: target.paths.folder(target.folder, name),
      level: target.level + 1,
    });
  }

  async #buildZip(node: TreeNode, target: NodeLocation, entry: PlanEntry): Promise<NodeTotals> {
    const stem = this.#zipStem(node);
    entry.name = `${stem}.zip`;
    const zip = createZipPaths(this.content.plan);
    const totals = await this.#buildNodes(node.children, {
      paths: zip.paths,
      folder: "",
      level: target.level + 1,
    });
    if (zip.paths.pending > 0) {
      target.paths.pending += 1;
      return { bytes: null, names: totals.names };
    }
    const placedFile = await this.#placeComposed(node, target, { stem, ending: ".zip" }, () =>
      composeZip(zip, this.content.plan, stem),
    );
    return { bytes: placedFile.bytes, names: totals.names };
  }

  async #buildStandardZip(node: TreeNode, target: NodeLocation, entry: PlanEntry): Promise<NodeTotals> {
    const stem = this.#zipStem(node);
    const { plan } = this.content;
    entry.name = `${stem}.zip`;
    const childTarget = { level: target.level + 1, name: null, document: null };
    const summarize = <T>(all: readonly T[], select: (item: T) => { name: string; size: number }) => ({
      count: all.length,
      bytes: all.reduce((totals, item) => totals + select(item).size, 0),
      names: all.slice(0, maxExampleNames).map((item) => select(item).name),
    });
    this.entries.push(
      {
        ...childTarget,
        type: "PHOTOS",
        ...summarize(plan.photos, ({ name, original }) => ({ name, size: original.size })),
      },
      {
        ...childTarget,
        type: "FILES",
        ...summarize(plan.files, ({ name, object }) => ({ name, size: object.size })),
      },
    );
    const placedFile = await this.#placeComposed(node, target, { stem, ending: ".zip" }, () =>
      exportFileFor(plan, { kind: "ZIP" }),
    );
    return { bytes: placedFile.bytes, names: [] };
  }

  #zipStem = (node: TreeNode): string =>
    toSafeName(this.names.name(node.params.name ?? "").replace(/\.zip$/i, ""), this.#title());

  #title = (): string => toSafeName(this.content.about.name);

  #buildPhotos(node: TreeNode, target: NodeLocation, entry: PlanEntry): NodeTotals {
    const excludedKeys = new Set(
      (node.params.excludeKeys ?? "")
        .split(";")
        .map((key) => key.trim())
        .filter(Boolean),
    );
    const namePattern = this.names.fillPhotoPattern(node.params.name?.trim() || "{PHOTO_NAME}");
    const compression = readCompression(node);
    entry.name = namePattern;
    const isIncluded = (photo: Pick<PlannedPhoto, "taskId">) =>
      !excludedKeys.has(this.content.findTask(photo)?.key?.trim() ?? "");
    const photos = this.content.plan.photos.filter(isIncluded);
    entry.count = photos.length;
    for (const item of this.content.plan.missing)
      if (item.kind === "PHOTO" && isIncluded(item)) target.paths.missing.add(item);
    let totals = emptyTotals;
    for (const photo of photos) {
      const photoFolder = this.content.findFolder(photo);
      const folder =
        photoFolder === null ? target.folder : target.paths.folder(target.folder, toSafeName(photoFolder));
      const path = target.paths.path(folder, this.names.photo(namePattern, photo), ".jpg");
      const compressedPhoto = compression ? this.#compressPhoto({ photo, ...compression }, photo) : photo;
      if (!compressedPhoto) target.paths.pending += 1;
      else target.paths.items.push(createPhotoItem(path, compressedPhoto));
      totals = addTotals(totals, {
        bytes: compressedPhoto?.original.size ?? null,
        names: [fileNameOf(path)],
      });
    }
    return totals;
  }

  #compressPhoto(request: VariantSpec, photo: PlannedPhoto): PlannedPhoto | null {
    const row = this.variants.of(request);
    if (row) return compressedPhoto(photo, row);
    const { id, rotation, original } = photo;
    if (this.target.unshrinkable?.has(id)) return photo;
    const { maxSize, quality } = request;
    this.missingVariants.set(JSON.stringify([id, maxSize, quality]), {
      photo: { id, rotation, original },
      maxSize,
      quality,
    });
    return null;
  }

  #buildFiles(target: NodeLocation, entry: PlanEntry): NodeTotals {
    const { files, missing } = this.content.plan;
    entry.count = files.length;
    for (const item of missing) if (item.kind === "FILE") target.paths.missing.add(item);
    let totals = emptyTotals;
    for (const file of files) {
      const { stem, extension } = splitName(file.name, file.id);
      const path = target.paths.path(target.folder, stem, extension);
      target.paths.items.push(createFileItem(path, file));
      totals = addTotals(totals, { bytes: file.object.size, names: [fileNameOf(path)] });
    }
    return totals;
  }

  #buildExternalFiles(target: NodeLocation, entry: PlanEntry): NodeTotals {
    const { externalFiles } = this.target.request;
    entry.count = externalFiles.length;
    let totals = emptyTotals;
    for (const file of externalFiles) {
      const { stem, extension } = splitName(file.name, file.id);
      const path = target.paths.path(target.folder, stem, extension);
      target.paths.items.push(createExternalItem(path, file));
      totals = addTotals(totals, { bytes: file.size, names: [fileNameOf(path)] });
    }
    return totals;
  }

  async #buildTypedDocument(node: TreeNode, target: NodeLocation, entry: PlanEntry): Promise<NodeTotals> {
    const type = node.params.exportDocumentType;
    entry.document = type ?? null;
    // Checked each time, as for layouts, because grants can be withdrawn.
    const grantedTypes = node.settled
      ? exportDocumentTypes
      : await listCustomerDocumentTypes(this.db, this.target.customerId);
    const kind = grantedTypes.find((grantedType) => grantedType === type);
    if (kind === undefined) throw problem("exportTypeRefused", { names: [type ?? ""] });
    return this.#buildDocument(node, target, entry, () => exportFileFor(this.content.plan, { kind }));
  }

  async #buildLayoutDocument(node: TreeNode, target: NodeLocation, entry: PlanEntry): Promise<NodeTotals> {
    const id = node.params.exportDocumentConfiguration ?? "";
    const { layout, layouts } = await findCustomerLayout(this.db, this.target.customerId, id);
    entry.document = layout.name;
    // Read once, because the file is composed again when it is sent.
    const report = await this.content.report(layouts);
    return this.#buildDocument(node, target, entry, () =>
      createLayoutFile(layout, report, { fonts: loadFont }),
    );
  }

  async #buildDocument(
    node: TreeNode,
    target: NodeLocation,
    entry: PlanEntry,
    createFile: () => Promise<ExportFile>,
  ): Promise<NodeTotals> {
    const { fileName } = await createFile();
    // Safe already; its end tells kinds and parts apart.
    const nameParts = splitName(fileName, undefined, Number.POSITIVE_INFINITY);
    const customName = node.params.name?.trim() ? this.names.name(node.params.name) : null;
    entry.name = customName;
    const stem =
      customName === null
        ? nameParts.stem
        : toSafeName(removeExtension(customName, nameParts.extension), nameParts.stem);
    const placedFile = await this.#placeComposed(
      node,
      target,
      { stem, ending: nameParts.extension },
      createFile,
    );
    return { bytes: placedFile.bytes, names: [fileNameOf(placedFile.path)] };
  }

  /** Adds a document or zip to the plan. Inside a zip it is kept until the zip is composed; otherwise it is composed again when sent. */
  async #placeComposed(
    node: TreeNode,
    target: NodeLocation,
    { stem, ending: extension }: { stem: string; ending: string },
    createFile: () => Promise<ExportFile>,
  ): Promise<PlacedFile> {
    const file = await createFile();
    const isInZip = target.paths !== this.root;
    const placedFile: PlacedFile = {
      path: target.paths.path(target.folder, stem, extension),
      kind: node.type === "ZIP_FILE" ? "ZIP" : "DOCUMENT",
      sourceId: node.id,
      contentType: file.contentType,
      creator: this.content.about.creator,
      comment: "",
      etag: unquoteEtag(file.etag),
      bytes: file.length,
      sha256: null,
      crc32: file.crc32,
      dateCreated: null,
      content: { kind: "export", file: isInZip ? async () => file : createFile },
    };
    target.paths.items.push(placedFile);
    return placedFile;
  }
}

const fileNameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

const removeExtension = (name: string, extension: string): string =>
  extension && name.toLowerCase().endsWith(extension.toLowerCase()) ? name.slice(0, -extension.length) : name;
