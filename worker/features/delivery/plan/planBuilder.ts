import { exportDocumentTypes } from "#domain/core/documentationTypes.ts";
import { problem } from "#domain/core/problem.ts";
import type { PlanEntry } from "#domain/endpoints/exports/manualExport.ts";
import type { Database } from "#worker/db/database.ts";
import { exportFileFor } from "#worker/export/export.ts";
import type { PlannedPhoto } from "#worker/export/exportPlanTypes.ts";
import { createLayoutFile } from "#worker/export/layouts/layoutFile.ts";
import { splitName, toSafeName } from "#worker/export/safeNames.ts";
import type { ExportFile } from "#worker/export/segments.ts";
import type { VariantSpec } from "#worker/export/sizedPhotos.ts";
import { sizeReport } from "#worker/exportContent/documentPhotos.ts";
import { listCustomerDocumentTypes } from "#worker/exportContent/documentType.ts";
import type { VariantIndex } from "#worker/exportContent/photoVariants.ts";
import { findCustomerLayout } from "#worker/exportContent/reportLayout.ts";
import { loadFont } from "#worker/fonts.ts";
import { loadMapDrawer } from "#worker/maps.ts";
import { readCompression, toCompressedPhoto } from "./compression.ts";
import type { NameFiller } from "./deliveryNames.ts";
import { unquoteEtag } from "./openFile.ts";
import { composeZip, createZipPaths, PathRegistry, type PlanItem } from "./pathRegistry.ts";
import type { DeliveryContent } from "./planContent.ts";
import type { TreeNode } from "./planDestination.ts";
import { createExternalItem, createFileItem, createPhotoItem } from "./planItems.ts";
import type { Target } from "./types.ts";

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

  async #buildNodes(nodes: readonly TreeNode[], location: NodeLocation): Promise<NodeTotals> {
    let totals = emptyTotals;
    // Sequential, because composing a document takes memory.
    for (const node of nodes) totals = addTotals(totals, await this.#buildNode(node, location));
    return totals;
  }

  async #buildNode(node: TreeNode, location: NodeLocation): Promise<NodeTotals> {
    const entry: PlanEntry = {
      level: location.level,
      type: node.type,
      name: null,
      count: null,
      bytes: null,
      document: null,
      names: [],
    };
    this.entries.push(entry);
    const totals = await this.#buildByType(node, location, entry);
    entry.bytes = totals.bytes;
    entry.names = totals.names;
    return totals;
  }

  #buildByType(node: TreeNode, location: NodeLocation, entry: PlanEntry): Promise<NodeTotals> | NodeTotals {
    switch (node.type) {
      case "FOLDER":
        return this.#buildFolder(node, location, entry);
      case "ZIP_FILE":
        return node.standard
          ? this.#buildStandardZip(node, location, entry)
          : this.#buildZip(node, location, entry);
      case "PHOTOS":
        return this.#buildPhotos(node, location, entry);
      case "FILES":
        return this.#buildFiles(location, entry);
      case "EXTERNAL_FILES":
        return this.#buildExternalFiles(location, entry);
      case "EXPORT_DOCUMENT_TYPE":
        return this.#buildTypedDocument(node, location, entry);
      case "EXPORT_DOCUMENT_CONFIGURATION":
        return this.#buildLayoutDocument(node, location, entry);
    }
  }

  #buildFolder(node: TreeNode, location: NodeLocation, entry: PlanEntry): Promise<NodeTotals> {
    const name = toSafeName(this.names.fillName(node.params.name ?? ""), this.#getTitle());
    entry.name = name;
    return this.#buildNodes(node.children, {
      ...location,
      folder: location.paths.addFolder(location.folder, name),
      level: location.level + 1,
    });
  }

  async #buildZip(node: TreeNode, location: NodeLocation, entry: PlanEntry): Promise<NodeTotals> {
    const stem = this.#zipStemOf(node);
    entry.name = `${stem}.zip`;
    const zip = createZipPaths(this.content.plan);
    const totals = await this.#buildNodes(node.children, {
      paths: zip.paths,
      folder: "",
      level: location.level + 1,
    });
    if (zip.paths.pendingCount > 0) {
      location.paths.pendingCount += 1;
      return { bytes: null, names: totals.names };
    }
    const planItem = await this.#addComposedFile(node, location, { stem, ending: ".zip" }, () =>
      composeZip(zip, this.content.plan, stem),
    );
    return { bytes: planItem.bytes, names: totals.names };
  }

  async #buildStandardZip(node: TreeNode, location: NodeLocation, entry: PlanEntry): Promise<NodeTotals> {
    const stem = this.#zipStemOf(node);
    const { plan } = this.content;
    entry.name = `${stem}.zip`;
    const childEntry = { level: location.level + 1, name: null, document: null };
    const summarize = <T>(items: readonly T[], select: (item: T) => { name: string; size: number }) => ({
      count: items.length,
      bytes: items.reduce((sum, item) => sum + select(item).size, 0),
      names: items.slice(0, maxExampleNames).map((item) => select(item).name),
    });
    this.entries.push(
      {
        ...childEntry,
        type: "PHOTOS",
        ...summarize(plan.photos, ({ name, original }) => ({ name, size: original.size })),
      },
      {
        ...childEntry,
        type: "FILES",
        ...summarize(plan.files, ({ name, object }) => ({ name, size: object.size })),
      },
    );
    const planItem = await this.#addComposedFile(node, location, { stem, ending: ".zip" }, () =>
      exportFileFor(plan, { kind: "ZIP" }),
    );
    return { bytes: planItem.bytes, names: [] };
  }

  #zipStemOf = (node: TreeNode): string =>
    toSafeName(this.names.fillName(node.params.name ?? "").replace(/\.zip$/i, ""), this.#getTitle());

  #getTitle = (): string => toSafeName(this.content.documentation.name);

  #buildPhotos(node: TreeNode, location: NodeLocation, entry: PlanEntry): NodeTotals {
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
      if (item.kind === "PHOTO" && isIncluded(item)) location.paths.missing.add(item);
    let totals = emptyTotals;
    for (const photo of photos) {
      const photoFolder = this.content.findFolder(photo);
      const folder =
        photoFolder === null
          ? location.folder
          : location.paths.addFolder(location.folder, toSafeName(photoFolder));
      const path = location.paths.addPath(folder, this.names.fillPhotoName(namePattern, photo), ".jpg");
      const compressedPhoto = compression ? this.#compressPhoto({ photo, ...compression }, photo) : photo;
      if (!compressedPhoto) location.paths.pendingCount += 1;
      else location.paths.items.push(createPhotoItem(path, compressedPhoto));
      totals = addTotals(totals, {
        bytes: compressedPhoto?.original.size ?? null,
        names: [fileNameOf(path)],
      });
    }
    return totals;
  }

  #compressPhoto(variant: VariantSpec, photo: PlannedPhoto): PlannedPhoto | null {
    const row = this.variants.find(variant);
    if (row) return toCompressedPhoto(photo, row);
    const { id, rotation, original } = photo;
    if (this.target.unshrinkable?.has(id)) return photo;
    this.#addMissingVariant({ ...variant, photo: { id, rotation, original } });
    return null;
  }

  #addMissingVariant(variant: VariantSpec): void {
    const { photo, maxSize, quality } = variant;
    this.missingVariants.set(JSON.stringify([photo.id, maxSize, quality]), variant);
  }

  #buildFiles(location: NodeLocation, entry: PlanEntry): NodeTotals {
    const { files, missing } = this.content.plan;
    entry.count = files.length;
    for (const item of missing) if (item.kind === "FILE") location.paths.missing.add(item);
    let totals = emptyTotals;
    for (const file of files) {
      const { stem, extension } = splitName(file.name, file.id);
      const path = location.paths.addPath(location.folder, stem, extension);
      location.paths.items.push(createFileItem(path, file));
      totals = addTotals(totals, { bytes: file.object.size, names: [fileNameOf(path)] });
    }
    return totals;
  }

  #buildExternalFiles(location: NodeLocation, entry: PlanEntry): NodeTotals {
    const { externalFiles } = this.target.request;
    entry.count = externalFiles.length;
    let totals = emptyTotals;
    for (const file of externalFiles) {
      const { stem, extension } = splitName(file.name, file.id);
      const path = location.paths.addPath(location.folder, stem, extension);
      location.paths.items.push(createExternalItem(path, file));
      totals = addTotals(totals, { bytes: file.size, names: [fileNameOf(path)] });
    }
    return totals;
  }

  async #buildTypedDocument(node: TreeNode, location: NodeLocation, entry: PlanEntry): Promise<NodeTotals> {
    const type = node.params.exportDocumentType;
    entry.document = type ?? null;
    // Checked each time, as for layouts, because grants can be withdrawn.
    const grantedTypes = node.settled
      ? exportDocumentTypes
      : await listCustomerDocumentTypes(this.db, this.target.customerId);
    const kind = grantedTypes.find((grantedType) => grantedType === type);
    if (kind === undefined) throw problem("exportTypeRefused", { names: [type ?? ""] });
    return this.#buildDocument(node, location, entry, () => exportFileFor(this.content.plan, { kind }));
  }

  async #buildLayoutDocument(node: TreeNode, location: NodeLocation, entry: PlanEntry): Promise<NodeTotals> {
    const id = node.params.exportDocumentConfiguration ?? "";
    const { layout, layouts } = await findCustomerLayout(this.db, this.target.customerId, id);
    entry.document = layout.name;
    // Read once, because the file is composed again when it is sent.
    const fullReport = await this.content.readReport(layouts);
    const { photoSize } = layout;
    const { content: report, missing } = await sizeReport(
      this.db,
      layout,
      fullReport,
      photoSize,
      this.target.unshrinkable,
    );
    for (const variant of missing) this.#addMissingVariant(variant);
    if (missing.length > 0) {
      location.paths.pendingCount += 1;
      return { bytes: null, names: [] };
    }
    return this.#buildDocument(node, location, entry, () =>
      createLayoutFile(layout, report, { fonts: loadFont, loadMapDrawer, photoSize }),
    );
  }

  async #buildDocument(
    node: TreeNode,
    location: NodeLocation,
    entry: PlanEntry,
    createFile: () => Promise<ExportFile>,
  ): Promise<NodeTotals> {
    const { fileName } = await createFile();
    // The file name is already safe, and its suffix distinguishes kinds and parts.
    const nameParts = splitName(fileName, undefined, Number.POSITIVE_INFINITY);
    const customName = node.params.name?.trim() ? this.names.fillName(node.params.name) : null;
    entry.name = customName;
    const stem =
      customName === null
        ? nameParts.stem
        : toSafeName(removeExtension(customName, nameParts.extension), nameParts.stem);
    const planItem = await this.#addComposedFile(
      node,
      location,
      { stem, ending: nameParts.extension },
      createFile,
    );
    return { bytes: planItem.bytes, names: [fileNameOf(planItem.path)] };
  }

  /** Adds a document or zip to the plan. Inside a zip it is kept until the zip is composed; otherwise it is composed again when sent. */
  async #addComposedFile(
    node: TreeNode,
    location: NodeLocation,
    { stem, ending: extension }: { stem: string; ending: string },
    createFile: () => Promise<ExportFile>,
  ): Promise<PlanItem> {
    const file = await createFile();
    const isInZip = location.paths !== this.root;
    const planItem: PlanItem = {
      path: location.paths.addPath(location.folder, stem, extension),
      kind: node.type === "ZIP_FILE" ? "ZIP" : "DOCUMENT",
      sourceId: node.id,
      contentType: file.contentType,
      creator: this.content.documentation.creator,
      comment: "",
      etag: unquoteEtag(file.etag),
      bytes: file.length,
      sha256: null,
      crc32: file.crc32,
      dateCreated: null,
      content: { kind: "export", createFile: isInZip ? async () => file : createFile },
    };
    location.paths.items.push(planItem);
    return planItem;
  }
}

const fileNameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

const removeExtension = (name: string, extension: string): string =>
  extension && name.toLowerCase().endsWith(extension.toLowerCase()) ? name.slice(0, -extension.length) : name;
