import { namespace, xmlDeclaration } from "#worker/export/ooxml.ts";
import { appendToRoot, type Part, relationsPartName, setXml } from "./officePackage.ts";
import { escapeXml } from "./xml.ts";

const propertiesType = "application/vnd.openxmlformats-officedocument.customXmlProperties+xml";

/** Identifies the manifest among the custom XML of a document. */
export const manifestNamespace = "urn:siteproof:manifest:1";
/** The item id that the standard requires; the same in every document. */
const itemId = "{5B1E6C0A-3B0F-4C63-9E0B-7A51D0C4F7A1}";

/**
 * Embeds the manifest as custom XML: a part that programs find by its namespace, with the JSON as its text.
 * @param main the main part of the document, such as "word/document.xml"
 */
export function embedManifest(parts: Map<string, Part>, main: string, json: string): void {
  let number = 1;
  while (parts.has(`customXml/item${number}.xml`) || parts.has(`customXml/itemProps${number}.xml`)) number++;
  const item = `item${number}.xml`;
  const properties = `itemProps${number}.xml`;
  setXml(
    parts,
    `customXml/${item}`,
    `${xmlDeclaration}<manifest xmlns="${manifestNamespace}">${escapeXml(json)}</manifest>`,
  );
  setXml(
    parts,
    `customXml/${properties}`,
    `${xmlDeclaration}<ds:datastoreItem ds:itemID="${itemId}" xmlns:ds="${namespace.customXml}"><ds:schemaRefs><ds:schemaRef ds:uri="${manifestNamespace}"/></ds:schemaRefs></ds:datastoreItem>`,
  );
  setXml(
    parts,
    `customXml/_rels/${item}.rels`,
    `${xmlDeclaration}<Relationships xmlns="${namespace.packageRelationships}"><Relationship Id="rId1" Type="${namespace.relationship}/customXmlProps" Target="${properties}"/></Relationships>`,
  );
  appendToRoot(
    parts,
    relationsPartName(main),
    "Relationships",
    `<Relationship Id="rIdManifest" Type="${namespace.relationship}/customXml" Target="${"../".repeat(main.split("/").length - 1)}customXml/${item}"/>`,
  );
  appendToRoot(
    parts,
    "[Content_Types].xml",
    "Types",
    `<Override PartName="/customXml/${properties}" ContentType="${propertiesType}"/>`,
  );
}
