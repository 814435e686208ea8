import { insertLast, type Part, relationsOf, setXml } from "./officePackage";
import { xmlEscape } from "./xml";

const RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships";
const OFFICE_RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const CUSTOM_XML = "http://schemas.openxmlformats.org/officeDocument/2006/customXml";
const PROPERTIES_TYPE = "application/vnd.openxmlformats-officedocument.customXmlProperties+xml";
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Identifies the manifest among the custom XML of a document. */
export const MANIFEST_NAMESPACE = "urn:siteproof:manifest:1";
/** Of the part, as the standard asks for one; the same in every document. */
const ITEM_ID = "{5B1E6C0A-3B0F-4C63-9E0B-7A51D0C4F7A1}";

/**
 * Embeds the manifest as custom XML of the document: a part of its own that programs find by its namespace, with the JSON as text.
 * `main` is the part the document begins with, as "word/document.xml".
 */
export function embedManifest(parts: Map<string, Part>, main: string, json: string): void {
  setXml(
    parts,
    "customXml/item1.xml",
    `${HEAD}<manifest xmlns="${MANIFEST_NAMESPACE}">${xmlEscape(json)}</manifest>`,
  );
  setXml(
    parts,
    "customXml/itemProps1.xml",
    `${HEAD}<ds:datastoreItem ds:itemID="${ITEM_ID}" xmlns:ds="${CUSTOM_XML}"><ds:schemaRefs><ds:schemaRef ds:uri="${MANIFEST_NAMESPACE}"/></ds:schemaRefs></ds:datastoreItem>`,
  );
  setXml(
    parts,
    "customXml/_rels/item1.xml.rels",
    `${HEAD}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE_RELATION}/customXmlProps" Target="itemProps1.xml"/></Relationships>`,
  );
  insertLast(
    parts,
    relationsOf(main),
    "Relationships",
    `<Relationship Id="rIdManifest" Type="${OFFICE_RELATION}/customXml" Target="../customXml/item1.xml"/>`,
  );
  insertLast(
    parts,
    "[Content_Types].xml",
    "Types",
    `<Override PartName="/customXml/itemProps1.xml" ContentType="${PROPERTIES_TYPE}"/>`,
  );
}
