import { embedManifest } from "#worker/export/documents/manifestPart.ts";
import {
  deflatedPart,
  insertLast,
  officePackage,
  type Part,
  partsOf,
  relationsOf,
  setXml,
  xmlOf,
} from "#worker/export/documents/officePackage.ts";
import { coreProperties } from "#worker/export/documents/properties.ts";
import { themeFont } from "#worker/export/documents/theme.ts";
import { twips } from "#worker/export/documents/wordBlocks.ts";
import type { Segment } from "#worker/export/segments.ts";
import { type DocumentMetadata, layoutProperties } from "../documentMetadata.ts";
import { flow, type } from "../pageMetrics.ts";
import type { DrawnAs, DrawnItem } from "../renderTree.ts";
import { itemsHeight } from "./measure.ts";
import { flowXml } from "./wordLayoutFlow.ts";
import { Media, Pictures } from "./wordPictures.ts";
import { columnXml } from "./wordTable.ts";
import { separator } from "./wordText.ts";

type Drawn = DrawnAs<"WORD" | "WORD_TO_PDF">;

const documentPart = "word/document.xml";
const headerPart = "word/header1.xml";
const footerPart = "word/footer1.xml";

/**
 * A report layout as a Word document. The library writes the package: styles, settings, an empty header and footer. The blocks, of which
 * there may be thousands, are written here one at a time and deflated as they are written.
 */
export async function drawWord(tree: Drawn, metadata: DocumentMetadata): Promise<Segment[]> {
  const parts = partsOf(await skeleton(tree));
  const media = new Media();
  const margins = {
    header: fill(parts, headerPart, tree.header, media),
    footer: fill(parts, footerPart, tree.footer, media),
  };
  const pictures = new Pictures(media);
  const space = {
    width: flow.textWidth,
    // A line is slightly higher than the picture in it.
    height: flow.height - margins.header - margins.footer - 2,
    pictures,
  };
  const [before, after] = splitAtContent(xmlOf(parts, documentPart));
  parts.set(documentPart, deflatedPart(documentPart, between(before, flowXml(tree.blocks, space), after)));
  relate(parts, documentPart, pictures);
  media.pictures.addTo(parts);
  setXml(parts, "docProps/core.xml", coreProperties(layoutProperties(metadata, tree.locale)));
  embedManifest(parts, documentPart, metadata.manifest);
  return officePackage(parts, metadata.modified);
}

/** The only paragraph in each part of the skeleton; the content replaces it. */
const contentMark = "\ue002";

/** An empty package. The library is imported here because only exports need its megabyte of code. */
async function skeleton(tree: Drawn): Promise<Uint8Array> {
  const { Document, Footer, Header, Packer, Paragraph } = await import("docx");
  const children = [new Paragraph(contentMark)];
  const document = new Document({
    styles: {
      default: {
        document: { run: { font: themeFont, size: type.emptyLine * 2, language: { value: tree.locale } } },
      },
    },
    sections: [
      {
        properties: {
          page: {
            size: { width: twips(flow.width), height: twips(flow.height) },
            margin: {
              top: twips(flow.margin),
              left: twips(flow.margin),
              right: twips(flow.margin),
              bottom: twips(flow.margin),
              header: twips(flow.edge),
              footer: twips(flow.edge),
            },
          },
        },
        ...(tree.header.length > 0 && { headers: { default: new Header({ children }) } }),
        ...(tree.footer.length > 0 && { footers: { default: new Footer({ children }) } }),
        children,
      },
    ],
  });
  return new Uint8Array(await Packer.toArrayBuffer(document));
}

/** The XML of a part before and after its content. */
function splitAtContent(xml: string): [before: string, after: string] {
  const [before, after] = xml.split(new RegExp(`<w:p>(?:(?!</w:p>).)*${contentMark}.*?</w:p>`, "s"));
  if (before === undefined || after === undefined) throw new Error("the library wrote no content marker");
  return [before, after];
}

/** Fills a header or footer; returns the distance of the text from the edge of the paper, in millimetres. */
function fill(
  parts: Map<string, Part>,
  name: typeof headerPart | typeof footerPart,
  items: readonly DrawnItem[],
  media: Media,
): number {
  if (items.length === 0) return flow.margin;
  const pictures = new Pictures(media);
  const space = { width: flow.textWidth, height: flow.headerPicture, pictures };
  const [before, after] = splitAtContent(xmlOf(parts, name));
  const gap = separator(flow.headerGap);
  const column = columnXml(items, space);
  setXml(parts, name, before + (name === headerPart ? column + gap : gap + column) + after);
  relate(parts, name, pictures);
  return Math.max(flow.margin, flow.edge + itemsHeight(items, space) + flow.headerGap);
}

function relate(parts: Map<string, Part>, name: string, pictures: Pictures): void {
  insertLast(parts, relationsOf(name), "Relationships", pictures.relations());
}

function* between(before: string, chunks: Iterable<string>, after: string): Generator<string> {
  yield before;
  yield* chunks;
  yield after;
}
