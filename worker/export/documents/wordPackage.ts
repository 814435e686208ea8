import { namespace } from "#worker/export/ooxml.ts";
import { unpack } from "../zipReader.ts";
import type { DocumentModel } from "./model.ts";
import { type Part, partsOf, setXml, xmlOf } from "./officePackage.ts";
import { placeholderId } from "./placeholder.ts";
import { corePropertiesXml, propertiesOf } from "./properties.ts";
import { blockSeparator } from "./wordFlow.ts";
import type { WordPhotos } from "./wordPhotos.ts";
import { escapeXml } from "./xml.ts";
import { XmlTemplate } from "./xmlTemplate.ts";

/** The parts of the document: the library's, with its template blocks replaced by the expanded ones. */
export function createDocumentParts(
  skeleton: Uint8Array,
  photos: WordPhotos,
  model: DocumentModel,
): Map<string, Part> {
  const allParts = partsOf(skeleton);
  // The placeholder pictures are replaced by the photos; the logo stays.
  const parts = new Map(
    [...allParts].filter(([name, part]) => !name.startsWith("word/media/") || !isPlaceholder(part)),
  );
  setXml(parts, "word/document.xml", withTabs(expandTemplates(xmlOf(allParts, "word/document.xml"), photos)));
  const relations: string[] = [];
  for (const [index, { object }] of photos.flow.pictures.entries()) {
    const name = `media/photo${index + 1}.jpg`;
    parts.set(`word/${name}`, { name: `word/${name}`, photo: object });
    relations.push(
      `<Relationship Id="rIdPhoto${index + 1}" Type="${namespace.relationship}/image" Target="${name}"/>`,
    );
  }
  setXml(
    parts,
    "word/_rels/document.xml.rels",
    xmlOf(allParts, "word/_rels/document.xml.rels")
      .replace(/<Relationship\b[^>]*\/image"[^>]*\/>/g, "")
      .replace("</Relationships>", () => `${relations.join("")}</Relationships>`),
  );
  setXml(parts, "docProps/core.xml", corePropertiesXml(propertiesOf(model)));
  return parts;
}

const isPlaceholder = (part: Part): boolean => "entry" in part && placeholderId(unpack(part.entry)) !== null;

/** The body with blocks and table rows expanded from the templates. */
function expandTemplates(document: string, photos: WordPhotos): string {
  // The template blocks are separated by marker paragraphs.
  const templates = new Map<number, XmlTemplate>();
  const blocks = document.split(new RegExp(`<w:p>(?:(?!</w:p>).)*?${blockSeparator}.*?</w:p>`, "s"));
  const [start, ...templateBlocks] = blocks;
  const end = templateBlocks.pop();
  if (start === undefined || end === undefined) return fillContentsRows(document, photos);
  const { flow } = photos;
  const body = flow.blocks.map(({ templateIndex, values }) => {
    const xml = templateBlocks[templateIndex];
    if (xml === undefined) throw new Error(`the library drew no template ${templateIndex}`);
    if (!values) return xml;
    const template =
      templates.get(templateIndex) ??
      new XmlTemplate(insertPlaceholders(xml, flow.embedPlaceholders(templateIndex)));
    templates.set(templateIndex, template);
    return template.fill(values, runText);
  });
  return [start, ...body, fillContentsRows(end, photos)].join("");
}

/** Puts placeholders for the relationships of its pictures into a template block, in drawing order. */
function insertPlaceholders(xml: string, placeholders: string[]): string {
  let index = 0;
  return xml.replace(/r:embed="[^"]*"/g, () => `r:embed="${placeholders[index++]}"`);
}

/** Replaces the template rows of the last table with the rows of the contents. */
function fillContentsRows(xml: string, photos: WordPhotos): string {
  if (photos.rows.length === 0) return xml;
  const table = xml.lastIndexOf("<w:tbl>");
  const end = xml.indexOf("</w:tbl>", table);
  const [head, ...tableRows] = xml.slice(table, end).split(/(?=<w:tr>)/);
  const [header, ...templateRows] = tableRows;
  const filledRows = fillTemplates(
    templateRows.map((row) => new XmlTemplate(row)),
    photos.rows,
  );
  return [xml.slice(0, table), head, header, ...filledRows, xml.slice(end)].join("");
}

function fillTemplates(templates: readonly XmlTemplate[], instances: WordPhotos["rows"]): string[] {
  return instances.map(({ templateIndex, values }) => {
    const template = templates[templateIndex];
    if (!template) throw new Error(`the library drew no template ${templateIndex}`);
    return template.fill(values, runText);
  });
}

/** Tabs of texts as Word writes them: a tab character inside a text is a blank to it. */
const withTabs = (document: string): string =>
  document.replaceAll("\t", '</w:t><w:tab/><w:t xml:space="preserve">');

/** A text inside a run, with its line breaks. */
const runText = (text: string): string =>
  escapeXml(text).replaceAll("\n", '</w:t><w:br/><w:t xml:space="preserve">');
