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
import { flowPage, mmToTwips, typography } from "../pageMetrics.ts";
import type { DrawnItem, RenderTreeOf } from "../renderTree.ts";
import { headingSizes } from "../resolve/plainItems.ts";
import { estimateItemsHeight } from "./measure.ts";
import { WordBookmarks } from "./wordBookmarks.ts";
import type { ContentsEntry } from "./wordContents.ts";
import { flowXml } from "./wordLayoutFlow.ts";
import { DocumentPictures, PartPictures } from "./wordPictures.ts";
import { columnXml } from "./wordTable.ts";
import { separatorXml } from "./wordText.ts";

type WordTree = RenderTreeOf<"WORD" | "WORD_TO_PDF">;

const documentPart = "word/document.xml";
const headerPart = "word/header1.xml";
const footerPart = "word/footer1.xml";

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
  const margins = {
    header: fillHeaderOrFooter(parts, headerPart, tree.header, media),
    footer: fillHeaderOrFooter(parts, footerPart, tree.footer, media),
  };
  const pictures = new PartPictures(media);
  const space = {
    width: flowPage.textWidth,
    bookmarks: new WordBookmarks(),
    // A line is slightly higher than the picture in it.
    height: flowPage.height - margins.header - margins.footer - 2,
    pictures,
  };
  const [xmlBefore, xmlAfter] = splitAtContent(xmlOf(parts, documentPart));
  parts.set(
    documentPart,
    createDeflatedPart(documentPart, wrap(xmlBefore, flowXml(tree.blocks, space, entries), xmlAfter)),
  );
  addRelations(parts, documentPart, pictures);
  media.pictures.addTo(parts);
  setXml(parts, "docProps/core.xml", corePropertiesXml(layoutProperties(metadata, tree.locale)));
  embedManifest(parts, documentPart, metadata.manifest);
  return createOfficePackage(parts, metadata.modified);
}

/** The only paragraph in each part of the skeleton; the content replaces it. */
const contentMarker = "\ue002";

/** An empty package. The library is imported here because only exports need its megabyte of code. */
async function createSkeleton(tree: WordTree): Promise<Uint8Array> {
  const { Document, Footer, Header, Packer, Paragraph } = await import("docx");
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
    sections: [
      {
        properties: {
          page: {
            size: { width: mmToTwips(flowPage.width), height: mmToTwips(flowPage.height) },
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
      },
    ],
  });
  return new Uint8Array(await Packer.toArrayBuffer(document));
}

/** Word's style of a heading. Texts have their own font, size and colour. */
const headingStyle = (level: 1 | 2 | 3) => ({
  run: { font: themeFont, size: headingSizes[level - 1]! * 2, bold: true, color: "000000" },
  paragraph: { keepNext: true, outlineLevel: level - 1 },
});

/** The XML of a part before and after its content. */
function splitAtContent(xml: string): [xmlBefore: string, xmlAfter: string] {
  const [before, after] = xml.split(new RegExp(`<w:p>(?:(?!</w:p>).)*${contentMarker}.*?</w:p>`, "s"));
  if (before === undefined || after === undefined) throw new Error("the library wrote no content marker");
  return [before, after];
}

/** Fills a header or footer; returns the distance of the text from the edge of the paper, in millimetres. */
function fillHeaderOrFooter(
  parts: Map<string, Part>,
  name: typeof headerPart | typeof footerPart,
  items: readonly DrawnItem[],
  media: DocumentPictures,
): number {
  if (items.length === 0) return flowPage.margin;
  const pictures = new PartPictures(media);
  const space = {
    ...{ width: flowPage.textWidth, height: flowPage.maxHeaderPictureHeight },
    ...{ pictures, bookmarks: new WordBookmarks() },
  };
  const [xmlBefore, xmlAfter] = splitAtContent(xmlOf(parts, name));
  const gap = separatorXml(flowPage.headerGap);
  const column = columnXml(items, space);
  setXml(parts, name, xmlBefore + (name === headerPart ? column + gap : gap + column) + xmlAfter);
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
