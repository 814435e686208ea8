import { embedManifest } from "#worker/export/documents/manifestPart.ts";
import {
  appendToRoot,
  createDeflatedPart,
  createOfficePackage,
  type Part,
  partsOf,
  relationsPartName,
  setXml,
  xmlOf,
} from "#worker/export/documents/officePackage.ts";
import { corePropertiesXml } from "#worker/export/documents/properties.ts";
import { themeFont } from "#worker/export/documents/theme.ts";
import type { Segment } from "#worker/export/segments.ts";
import { type DocumentMetadata, layoutProperties } from "../documentMetadata.ts";
import { flowPage, flowPageSize, mmToTwips, typography } from "../pageMetrics.ts";
import type { DrawnItem, RenderTreeOf } from "../renderTree.ts";
import { headingSizes } from "../resolve/plainItems.ts";
import { estimateItemsHeight } from "./measure.ts";
import { WordBookmarks } from "./wordBookmarks.ts";
import type { ContentsEntry } from "./wordContents.ts";
import { type FlowSection, flowXml } from "./wordLayoutFlow.ts";
import { DocumentPictures, PartPictures } from "./wordPictures.ts";
import { columnXml } from "./wordTable.ts";
import { separatorXml } from "./wordText.ts";

type WordTree = RenderTreeOf<"WORD" | "WORD_TO_PDF">;

const documentPart = "word/document.xml";
/** The header and footer of portrait pages, and of landscape ones. */
const partsByOrientation = [
  { isLandscape: false, header: "word/header1.xml", footer: "word/footer1.xml" },
  { isLandscape: true, header: "word/header2.xml", footer: "word/footer2.xml" },
] as const;

/**
 * A report layout as a Word document. The library writes the package: styles, settings, an empty header and footer. The blocks, of which
 * there may be thousands, are written here one at a time and deflated as they are written.
 */
export async function renderWord(
  tree: WordTree,
  metadata: DocumentMetadata,
  entries: readonly ContentsEntry[] = [],
): Promise<Segment[]> {
  const parts = partsOf(await createSkeleton(tree));
  const media = new DocumentPictures();
  const pictures = new PartPictures(media);
  const bookmarks = new WordBookmarks();
  const { xmlBefore, sectionProperties, xmlAfter } = splitDocument(xmlOf(parts, documentPart));
  const [portrait, landscape] = sectionProperties.map((properties, index): FlowSection => {
    const { isLandscape, ...names } = partsByOrientation[index]!;
    const { textWidth: width, height } = flowPageSize(isLandscape);
    const header = fillHeaderOrFooter(parts, names.header, {
      items: tree.header,
      width,
      media,
      gap: "BELOW",
    });
    const footer = fillHeaderOrFooter(parts, names.footer, {
      items: tree.footer,
      width,
      media,
      gap: "ABOVE",
    });
    // A line is slightly higher than the picture in it.
    return { properties, space: { width, height: height - header - footer - 2, pictures, bookmarks } };
  });
  if (!portrait) throw new Error("the library wrote no section");
  const sections = { portrait, landscape: landscape ?? portrait };
  parts.set(
    documentPart,
    createDeflatedPart(documentPart, wrap(xmlBefore, flowXml(tree.blocks, sections, entries), xmlAfter)),
  );
  addRelations(parts, documentPart, pictures);
  media.pictures.addTo(parts);
  setXml(parts, "docProps/core.xml", corePropertiesXml(layoutProperties(metadata, tree.locale)));
  embedManifest(parts, documentPart, metadata.manifest);
  return createOfficePackage(parts, metadata.modified);
}

/** The only paragraph in each section, header and footer of the skeleton; the content replaces it. */
const contentMarker = "\ue002";

/** An empty package. The library is imported here because only exports need its megabyte of code. */
async function createSkeleton(tree: WordTree): Promise<Uint8Array> {
  const { Document, Footer, Header, Packer, PageOrientation, Paragraph } = await import("docx");
  const children = [new Paragraph(contentMarker)];
  const document = new Document({
    styles: {
      default: {
        document: {
          run: { font: themeFont, size: typography.emptyLine * 2, language: { value: tree.locale } },
        },
        heading1: headingStyle(1),
        heading2: headingStyle(2),
        heading3: headingStyle(3),
      },
    },
    sections: partsByOrientation
      .filter(({ isLandscape }) => !isLandscape || tree.hasLandscape)
      .map(({ isLandscape }) => ({
        properties: {
          page: {
            // The library swaps the sides of landscape pages.
            size: {
              width: mmToTwips(flowPage.width),
              height: mmToTwips(flowPage.height),
              ...(isLandscape && { orientation: PageOrientation.LANDSCAPE }),
            },
            margin: {
              top: mmToTwips(flowPage.margin),
              left: mmToTwips(flowPage.margin),
              right: mmToTwips(flowPage.margin),
              bottom: mmToTwips(flowPage.margin),
              header: mmToTwips(flowPage.headerDistance),
              footer: mmToTwips(flowPage.headerDistance),
            },
          },
        },
        ...(tree.header.length > 0 && { headers: { default: new Header({ children }) } }),
        ...(tree.footer.length > 0 && { footers: { default: new Footer({ children }) } }),
        children,
      })),
  });
  return new Uint8Array(await Packer.toArrayBuffer(document));
}

/** Word's style of a heading. Texts have their own font, size and colour. */
const headingStyle = (level: 1 | 2 | 3) => ({
  run: { font: themeFont, size: headingSizes[level - 1]! * 2, bold: true, color: "000000" },
  paragraph: { keepNext: true, outlineLevel: level - 1 },
});

/** The XML of the document before and after its content, and the properties of its sections. */
function splitDocument(xml: string): { xmlBefore: string; sectionProperties: string[]; xmlAfter: string } {
  const [start, end] = [xml.indexOf(contentMarker), xml.lastIndexOf("</w:body>")];
  if (start < 0 || end < 0) throw new Error("the library wrote no content marker");
  return {
    xmlBefore: xml.slice(0, xml.lastIndexOf("<w:p>", start)),
    sectionProperties: xml.match(/<w:sectPr\b.*?<\/w:sectPr>/gs) ?? [],
    xmlAfter: xml.slice(end),
  };
}

/** The XML of a header or footer before and after its content. */
function splitAtContent(xml: string): [xmlBefore: string, xmlAfter: string] {
  const [before, after] = xml.split(new RegExp(`<w:p>(?:(?!</w:p>).)*${contentMarker}.*?</w:p>`, "s"));
  if (before === undefined || after === undefined) throw new Error("the library wrote no content marker");
  return [before, after];
}

/**
 * Fills a header or footer; returns the distance of the text from the edge of the paper, in millimetres.
 * @param gap the side of its content on which the text of the page is
 */
function fillHeaderOrFooter(
  parts: Map<string, Part>,
  name: string,
  {
    items,
    width,
    media,
    gap,
  }: { items: readonly DrawnItem[]; width: number; media: DocumentPictures; gap: "ABOVE" | "BELOW" },
): number {
  if (items.length === 0) return flowPage.margin;
  const pictures = new PartPictures(media);
  const space = {
    ...{ width, height: flowPage.maxHeaderPictureHeight },
    ...{ pictures, bookmarks: new WordBookmarks() },
  };
  const [xmlBefore, xmlAfter] = splitAtContent(xmlOf(parts, name));
  const separator = separatorXml(flowPage.headerGap);
  const column = columnXml(items, space);
  const content = gap === "BELOW" ? column + separator : separator + column;
  setXml(parts, name, xmlBefore + content + xmlAfter);
  addRelations(parts, name, pictures);
  return Math.max(
    flowPage.margin,
    flowPage.headerDistance + estimateItemsHeight(items, space) + flowPage.headerGap,
  );
}

function addRelations(parts: Map<string, Part>, name: string, pictures: PartPictures): void {
  appendToRoot(parts, relationsPartName(name), "Relationships", pictures.relationsXml());
}

function* wrap(xmlBefore: string, chunks: Iterable<string>, xmlAfter: string): Generator<string> {
  yield xmlBefore;
  yield* chunks;
  yield xmlAfter;
}
