import { unpack } from "../zipReader.ts";
import type { DocumentModel } from "./model.ts";
import { type Part, partsOf, setXml, xmlOf } from "./officePackage.ts";
import { placeholderId } from "./placeholder.ts";
import { coreProperties, propertiesOf } from "./properties.ts";
import { blockMark } from "./wordFlow.ts";
import type { WordPhotos } from "./wordPhotos.ts";
import { xmlEscape } from "./xml.ts";
import { XmlTemplate } from "./xmlTemplate.ts";

const imageRelation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/image";

/** The parts of the document: the library's, with its exemplars replaced by what is cut out along them. */
export function documentParts(
  skeleton: Uint8Array,
  photos: WordPhotos,
  model: DocumentModel,
): Map<string, Part> {
  const drawn = partsOf(skeleton);
  // The exemplars' pictures give way to those of the photos; the logo stays.
  const parts = new Map(
    [...drawn].filter(([name, part]) => !name.startsWith("word/media/") || !isPlaceholder(part)),
  );
  setXml(parts, "word/document.xml", expandTemplates(xmlOf(drawn, "word/document.xml"), photos));
  const relations: string[] = [];
  for (const [index, { object }] of photos.flow.pictures.entries()) {
    const name = `media/photo${index + 1}.jpg`;
    parts.set(`word/${name}`, { name: `word/${name}`, photo: object });
    relations.push(`<Relationship Id="rIdPhoto${index + 1}" Type="${imageRelation}" Target="${name}"/>`);
  }
  setXml(
    parts,
    "word/_rels/document.xml.rels",
    xmlOf(drawn, "word/_rels/document.xml.rels")
      .replace(/<Relationship\b[^>]*\/image"[^>]*\/>/g, "")
      .replace("</Relationships>", () => `${relations.join("")}</Relationships>`),
  );
  setXml(parts, "docProps/core.xml", coreProperties(propertiesOf(model)));
  return parts;
}

const isPlaceholder = (part: Part): boolean =>
  "packed" in part && placeholderId(unpack(part.packed)) !== null;

/** The body with the blocks and table rows that the exemplars stand for in their places. */
function expandTemplates(document: string, photos: WordPhotos): string {
  // The exemplars stand between paragraphs that say so and nothing else.
  const stencils = new Map<number, XmlTemplate>();
  const pieces = document.split(new RegExp(`<w:p>(?:(?!</w:p>).)*?${blockMark}.*?</w:p>`, "s"));
  const [before, ...rest] = pieces;
  const after = rest.pop();
  if (before === undefined || after === undefined) return rows(document, photos);
  const { flow } = photos;
  const body = flow.blocks.map(({ exemplar, filling }) => {
    const xml = rest[exemplar];
    if (xml === undefined) throw new Error(`the library drew no exemplar ${exemplar}`);
    if (!filling) return xml;
    const stencil = stencils.get(exemplar) ?? new XmlTemplate(embedding(xml, flow.embedHoles(exemplar)));
    stencils.set(exemplar, stencil);
    return stencil.fill(filling, xmlEscape);
  });
  return [before, ...body, rows(after, photos)].join("");
}

/** An exemplar whose pictures, in the order they are drawn, have holes for relationships. */
function embedding(xml: string, holes: string[]): string {
  let at = 0;
  return xml.replace(/r:embed="[^"]*"/g, () => `r:embed="${holes[at++]}"`);
}

/** The last table's exemplar rows replaced by the rows of the contents. */
function rows(xml: string, photos: WordPhotos): string {
  if (photos.rows.length === 0) return xml;
  const table = xml.lastIndexOf("<w:tbl>");
  const end = xml.indexOf("</w:tbl>", table);
  const [head, ...drawn] = xml.slice(table, end).split(/(?=<w:tr>)/);
  const [header, ...exemplars] = drawn;
  const filled = fillAll(
    exemplars.map((row) => new XmlTemplate(row)),
    photos.rows,
  );
  return [xml.slice(0, table), head, header, ...filled, xml.slice(end)].join("");
}

function fillAll(stencils: readonly XmlTemplate[], cuttings: WordPhotos["rows"]): string[] {
  return cuttings.map(({ exemplar, filling }) => {
    const stencil = stencils[exemplar];
    if (!stencil) throw new Error(`the library drew no exemplar ${exemplar}`);
    return stencil.fill(filling, xmlEscape);
  });
}
