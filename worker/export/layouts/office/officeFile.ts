import { inflateRawSync } from "node:zlib";
import type { OfficeFileType, officeFileErrors } from "#domain/layout/officeFile.ts";
import { crc32 } from "#worker/export/crc32.ts";
import { type Part, relationsPartName } from "#worker/export/documents/officePackage.ts";
import { namespace, xmlDeclaration } from "#worker/export/ooxml.ts";
import { readZip, type ZipFileEntry } from "#worker/export/zipReader.ts";
import {
  attributeOf,
  childElements,
  descendantsOf,
  parseXml,
  writeXml,
  type XmlElement,
  XmlError,
} from "./officeXml.ts";

/**
 * Reads an uploaded Word or Excel file, which may be malicious: sizes, compression ratios and names are checked before anything is
 * unpacked, XML is parsed with limits, and active or external content is refused or removed.
 */

export type OfficeFileErrorCode = (typeof officeFileErrors)[number];

/** A file that cannot be used. `detail` names the part. */
export class OfficeFileError extends Error {
  override name = "OfficeFileError";
  readonly code: OfficeFileErrorCode;
  readonly detail: string;

  constructor(code: OfficeFileErrorCode, detail: string) {
    super(`${code}: ${detail}`);
    this.code = code;
    this.detail = detail;
  }
}

/** A file of known parts. All XML is well-formed, and its only external references are links. */
export interface OfficeFile {
  parts: Map<string, Part>;
  /** The trees of the XML parts, by name. */
  trees: Map<string, XmlElement>;
  /** The name of the main part: "word/document.xml", "xl/workbook.xml". */
  main: string;
}

const maxEntryCount = 600;
const maxElementCount = 120_000;
const maxUnpackedBytes = 24_000_000;
const maxXmlBytes = 6_000_000;
/** Deflate reaches 1000; documents of repeated rows seldom exceed 60. */
const maxRatio = 200;

const packageType = "application/vnd.openxmlformats-officedocument";
/** The content types of the main part, in a document and in a document template, and its root element. */
const mainTypes: Readonly<Record<OfficeFileType, { main: string; template: string; root: string }>> = {
  WORD: {
    main: `${packageType}.wordprocessingml.document.main+xml`,
    template: `${packageType}.wordprocessingml.template.main+xml`,
    root: "w:document",
  },
  EXCEL: {
    main: `${packageType}.spreadsheetml.sheet.main+xml`,
    template: `${packageType}.spreadsheetml.template.main+xml`,
    root: "workbook",
  },
};

const xmlExtensions = ["xml", "rels", "vml"];
const pictureExtensions = [
  "png",
  "jpg",
  "jpeg",
  "gif",
  "bmp",
  "tif",
  "tiff",
  "emf",
  "wmf",
  "svg",
  "odttf",
  "ttf",
];
/** Printer settings are binary and belong to one printer; they are left out. */
const omittedPart = /(?:^|\/)printerSettings\//i;
/** Parts that run code, hold other files, or link to them. */
const activePart =
  /vbaProject|vbaData|activeX|embeddings|oleObject|macrosheets|dialogsheets|externalLinks|customUI|ctrlProps|afchunk|attachedToolbars|webextensions|connections\.xml|queryTables|pivotCache|xmlMaps/i;
const activeRelationship =
  /\/(?:oleObject|package|vbaProject|control|activeXControlBinary|aFChunk|externalLink|externalLinkPath|subDocument|attachedToolbars|ui\/extensibility|customProperty|connections|queryTable|pivotCacheDefinition|webextension\w*)$/;

/** @throws OfficeFileError */
export function readOfficeFile(bytes: Uint8Array, type: OfficeFileType): OfficeFile {
  // Password-protected files, and those of Office 97, are compound files.
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11 && bytes[3] === 0xe0)
    throw new OfficeFileError("passwordProtected", "");
  const parts = new Map<string, Part>();
  const trees = new Map<string, XmlElement>();
  const budget = { remainingCount: maxElementCount };
  for (const { entry, content } of unpackEntries(bytes)) {
    const { name } = entry;
    if (content === null) {
      parts.set(name, { name, entry });
      continue;
    }
    try {
      const tree = parseXml(decodeUtf8(content), budget);
      if (!name.endsWith(".rels")) removeAddresses(tree);
      trees.set(name, tree);
    } catch (error) {
      if (error instanceof XmlError) throw new OfficeFileError("notOfficeFile", `${name}: ${error.message}`);
      throw error;
    }
    parts.set(name, { name, bytes: content });
  }
  const main = findMainPart(trees, type);
  for (const [name, tree] of trees)
    if (name.endsWith(".rels")) removeExternalRelationships(name, tree, trees);
  return { parts, trees, main };
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new XmlError("not UTF-8");
  }
}

/** The entries of the zip; those of XML unpacked, pictures only checked. */
function* unpackEntries(zip: Uint8Array): Generator<{ entry: ZipFileEntry; content: Uint8Array | null }> {
  const entries = readEntries(zip);
  if (entries.length > maxEntryCount) throw new OfficeFileError("tooLarge", `${entries.length} parts`);
  const names = new Set<string>();
  let unpackedBytes = 0;
  for (const entry of entries) {
    const { name, method, packedBytes, size } = entry;
    if (!isPartName(name) || names.has(name.toLowerCase())) throw new OfficeFileError("notOfficeFile", name);
    names.add(name.toLowerCase());
    if (activePart.test(name)) throw new OfficeFileError("activeContent", name);
    if (omittedPart.test(name)) continue;
    const extension = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
    const isXml = xmlExtensions.includes(extension);
    if (!isXml && !pictureExtensions.includes(extension)) throw new OfficeFileError("activeContent", name);
    unpackedBytes += size;
    if (unpackedBytes > maxUnpackedBytes || (isXml && size > maxXmlBytes))
      throw new OfficeFileError("tooLarge", name);
    if (size > maxRatio * packedBytes.length + 100_000) throw new OfficeFileError("tooLarge", name);
    if (method !== 0 && method !== 8) throw new OfficeFileError("notOfficeFile", name);
    const content = inflate(entry);
    if (content.length !== size || crc32(content) !== entry.crc32)
      throw new OfficeFileError("notOfficeFile", name);
    yield { entry: { ...entry, packedBytes: packedBytes.slice() }, content: isXml ? content : null };
  }
}

function readEntries(zip: Uint8Array): ZipFileEntry[] {
  try {
    return readZip(zip);
  } catch {
    throw new OfficeFileError("notOfficeFile", "zip");
  }
}

function inflate({ name, method, packedBytes, size }: ZipFileEntry): Uint8Array {
  if (method === 0) return packedBytes;
  try {
    // One byte more than declared, so that a wrong size is noticed.
    return new Uint8Array(inflateRawSync(packedBytes, { maxOutputLength: size + 1 }));
  } catch {
    throw new OfficeFileError("notOfficeFile", name);
  }
}

/** Accepts plain names in folders; `..` could leave the package. */
const isPartName = (name: string): boolean =>
  name.length <= 200 &&
  /^[\w[\] .,()&+=@~%{}-]+(?:\/[\w[\] .,()&+=@~%{}-]+)*$/u.test(name) &&
  name.split("/").every((step) => !/^\.+$/.test(step));

function findMainPart(trees: ReadonlyMap<string, XmlElement>, type: OfficeFileType): string {
  const { main, template, root } = mainTypes[type];
  const types = trees.get("[Content_Types].xml");
  if (types?.name !== "Types") throw new OfficeFileError("notOfficeFile", "[Content_Types].xml");
  for (const declaration of childElements(types))
    if (
      /macroEnabled|vbaProject|oleObject|activeX|controlproperties/i.test(
        attributeOf(declaration, "ContentType") ?? "",
      )
    )
      throw new OfficeFileError("activeContent", attributeOf(declaration, "PartName") ?? "");
  types.children = childElements(types).filter(
    (declaration) => !omittedPart.test(attributeOf(declaration, "PartName") ?? ""),
  );
  const override = childElements(types).find((declaration) =>
    [main, template].includes(attributeOf(declaration, "ContentType") ?? ""),
  );
  const name = (override && attributeOf(override, "PartName"))?.slice(1) ?? "";
  // A strict document has other namespaces, and other programs may use other prefixes.
  const tree = trees.get(name);
  if (!override || tree?.name !== root || !isTransitional(tree, type))
    throw new OfficeFileError("notOfficeFile", name || "[Content_Types].xml");
  override.attributes.set("ContentType", main);
  return name;
}

const isTransitional = (root: XmlElement, type: OfficeFileType): boolean =>
  type === "WORD"
    ? attributeOf(root, "xmlns:w") === namespace.word
    : attributeOf(root, "xmlns") === namespace.spreadsheet;

/** Removes addresses that VML gives its pictures directly, without a relationship. */
function removeAddresses(tree: XmlElement): void {
  for (const { name, attributes } of descendantsOf(tree))
    if (/^[vo]:/.test(name))
      for (const attribute of ["src", "href", "o:href", "o:althref"]) attributes.delete(attribute);
}

/** Allowed targets of external relationships: links that open only when a reader clicks them. */
const linkTarget = /^(?:https?:\/\/|mailto:)/i;

/** Elements that are removed together with the external file that they refer to. */
const referringElements = new Set(["w:attachedTemplate", "w:mailMerge", "w:subDoc", "w:altChunk"]);

/**
 * Removes external relationships and the references to them, except links.
 * @throws OfficeFileError for relationships to active content
 */
function removeExternalRelationships(
  name: string,
  relationships: XmlElement,
  trees: ReadonlyMap<string, XmlElement>,
): void {
  const removedIds = new Set<string>();
  relationships.children = childElements(relationships).filter((relationship) => {
    const relationshipType = attributeOf(relationship, "Type") ?? "";
    const target = attributeOf(relationship, "Target") ?? "";
    const isExternal = attributeOf(relationship, "TargetMode")?.toLowerCase() === "external";
    if (activeRelationship.test(relationshipType))
      throw new OfficeFileError("activeContent", `${name}: ${target}`);
    const isAllowed = isExternal
      ? relationshipType.endsWith("/hyperlink") && linkTarget.test(target)
      : !omittedPart.test(target) && !/^[a-z][a-z0-9+.-]*:|\\|^\/\//i.test(target);
    if (!isAllowed) removedIds.add(attributeOf(relationship, "Id") ?? "");
    return isAllowed;
  });
  if (removedIds.size === 0) return;
  const source = trees.get(name.replace(/_rels\/([^/]*)\.rels$/, "$1"));
  if (source) removeReferences(source, removedIds);
}

function removeReferences(element: XmlElement, ids: ReadonlySet<string>): void {
  for (const [attribute, value] of element.attributes)
    if (/^r:(?:id|link|embed|href|pict|dm|lo|qs|cs)$/.test(attribute) && ids.has(value))
      element.attributes.delete(attribute);
  element.children = element.children.filter((child) => {
    if (typeof child === "string") return true;
    const refersToRemoved = (target: XmlElement): boolean =>
      [...target.attributes].some(([attribute, value]) => attribute.startsWith("r:") && ids.has(value)) ||
      childElements(target).some(refersToRemoved);
    if (referringElements.has(child.name) && refersToRemoved(child)) return false;
    removeReferences(child, ids);
    return true;
  });
}

/** The relationships of a part: its targets by id. */
export function readRelationships(
  file: OfficeFile,
  name: string,
): Map<string, { type: string; target: string }> {
  const tree = file.trees.get(relationsPartName(name));
  return new Map(
    (tree ? childElements(tree) : []).map((relationship) => [
      attributeOf(relationship, "Id") ?? "",
      {
        type: (attributeOf(relationship, "Type") ?? "").split("/").at(-1) ?? "",
        target: resolveTarget(name, attributeOf(relationship, "Target") ?? ""),
      },
    ]),
  );
}

/** The name of the part that a relationship's target leads to. */
export function resolveTarget(source: string, target: string): string {
  const steps = target.startsWith("/") ? [] : source.split("/").slice(0, -1);
  for (const step of target.split("/")) {
    if (step === "..") steps.pop();
    else if (step !== "" && step !== ".") steps.push(step);
  }
  return steps.join("/");
}

/** Writes the trees that were changed while the file was read or prepared back into its parts. */
export const partsOfFile = ({ parts, trees }: OfficeFile): Map<string, Part> =>
  new Map(
    [...parts].map(([name, part]) => {
      const tree = trees.get(name);
      return [name, tree ? { name, xml: xmlDeclaration + writeXml(tree) } : part];
    }),
  );
