import { manifestNamespace } from "#worker/export/documents/manifestPart.ts";
import {
  appendToRoot,
  type Part,
  relationsPartName,
  setXml,
  xmlOf,
} from "#worker/export/documents/officePackage.ts";
import { corePropertiesXml } from "#worker/export/documents/properties.ts";
import { escapeXml } from "#worker/export/documents/xml.ts";
import { corePropertiesRelationship, namespace, xmlDeclaration } from "#worker/export/ooxml.ts";
import { type DocumentMetadata, layoutProperties } from "../documentMetadata.ts";
import { type OfficeFile, partsOfFile, readRelationships, resolveTarget } from "./officeFile.ts";
import { attributeOf, childElements } from "./officeXml.ts";

/** Prepares the package of an uploaded file for filling in, and adds parts and relationships to it. */

/** The parts of the file without its thumbnail, which shows the unfilled file, and without the manifest of an earlier report. */
export function prepareParts(file: OfficeFile): Map<string, Part> {
  const omittedParts = new Set<string>();
  for (const [name, { name: root, attributes }] of file.trees) {
    if (root !== "manifest" || attributes.get("xmlns") !== manifestNamespace) continue;
    omittedParts.add(name).add(relationsPartName(name));
    for (const { target } of readRelationships(file, name).values()) omittedParts.add(target);
  }
  for (const name of file.parts.keys()) if (/^docProps\/thumbnail\./.test(name)) omittedParts.add(name);
  for (const [name, tree] of file.trees) {
    if (name === "[Content_Types].xml")
      tree.children = childElements(tree).filter(
        (declaration) => !omittedParts.has((attributeOf(declaration, "PartName") ?? "").slice(1)),
      );
    else if (name.endsWith(".rels")) {
      const source = name.replace(/_rels\/([^/]*)\.rels$/, "$1");
      tree.children = childElements(tree).filter(
        (relationship) => !omittedParts.has(resolveTarget(source, attributeOf(relationship, "Target") ?? "")),
      );
    }
  }
  return new Map([...partsOfFile(file)].filter(([name]) => !omittedParts.has(name)));
}

/** A name that no part begins with: the base, followed by the first free number if it is taken. */
export function findFreeName(parts: ReadonlyMap<string, Part>, base: string): string {
  const isFree = (name: string) => [...parts.keys()].every((part) => !part.startsWith(name));
  let name = base;
  for (let number = 2; !isFree(name); number++) name = `${base}${number}`;
  return name;
}

/** Gives a part relationships to pictures. Their ids differ from those of the file. */
export function addRelationships(parts: Map<string, Part>, part: string) {
  const name = relationsPartName(part);
  if (!parts.has(name))
    setXml(
      parts,
      name,
      `${xmlDeclaration}<Relationships xmlns="${namespace.packageRelationships}"></Relationships>`,
    );
  const existingXml = xmlOf(parts, name);
  let prefix = "rIdPhoto";
  while (existingXml.includes(`"${prefix}`)) prefix += "_";
  const ids = new Map<string, string>();
  return {
    idOf(picture: string): string {
      const id = ids.get(picture) ?? `${prefix}${ids.size + 1}`;
      ids.set(picture, id);
      return id;
    },
    /** @param folder of the pictures in the package */
    write(folder: string): void {
      const xml = [...ids].map(
        ([picture, id]) =>
          `<Relationship Id="${id}" Type="${namespace.relationship}/image" Target="/${folder}/${picture}"/>`,
      );
      appendToRoot(parts, name, "Relationships", xml.join(""));
    },
  };
}

/** Declares the content type of an extension unless the file does. */
export function addDefaultType(parts: Map<string, Part>, extension: string, contentType: string): void {
  const types = xmlOf(parts, "[Content_Types].xml");
  if (new RegExp(`<Default\\b[^>]*\\bExtension="${extension}"`, "i").test(types)) return;
  // Defaults come before the parts that differ from them.
  setXml(
    parts,
    "[Content_Types].xml",
    types.replace(
      /<(?:Default|Override)\b/,
      (first) => `<Default Extension="${extension}" ContentType="${contentType}"/>${first}`,
    ),
  );
}

const corePropertiesType = "application/vnd.openxmlformats-package.core-properties+xml";

/** Replaces the core properties: title, author and dates are those of the documentation. */
export function setCoreProperties(
  parts: Map<string, Part>,
  metadata: DocumentMetadata,
  locale: string,
): void {
  const relationships = xmlOf(parts, "_rels/.rels");
  const [existingRelationship] =
    new RegExp(`<Relationship\\b[^>]*"${corePropertiesRelationship}"[^>]*>`).exec(relationships) ?? [];
  const target = existingRelationship && /\bTarget="([^"]*)"/.exec(existingRelationship)?.[1];
  const name = target ? resolveTarget("", target) : findFreeName(parts, "docProps/core.xml");
  setXml(parts, name, corePropertiesXml(layoutProperties(metadata, locale)));
  if (target) return;
  appendToRoot(
    parts,
    "_rels/.rels",
    "Relationships",
    `<Relationship Id="rIdCoreProperties" Type="${corePropertiesRelationship}" Target="${escapeXml(name)}"/>`,
  );
  appendToRoot(
    parts,
    "[Content_Types].xml",
    "Types",
    `<Override PartName="/${escapeXml(name)}" ContentType="${corePropertiesType}"/>`,
  );
}
