import { documentTexts } from "#worker/export/documents/documentTexts.ts";
import { embedManifest } from "#worker/export/documents/manifestPart.ts";
import { createOfficePackage, createXmlPart, partsOf } from "#worker/export/documents/officePackage.ts";
import { toSingleLine, truncate } from "#worker/export/documents/xml.ts";
import { selectEmbeddedPhoto } from "#worker/export/embeddedPhoto.ts";
import { fitInto } from "#worker/export/orientation.ts";
import type { Segment } from "#worker/export/segments.ts";
import { type DocumentMetadata, layoutProperties } from "../documentMetadata.ts";
import { fitText } from "../fitText.ts";
import { CutTexts } from "../fullTexts.ts";
import { layOutGrid, limitedSize, textColorsFor } from "../grid.ts";
import { PackagePictures } from "../packagePictures.ts";
import {
  type DrawnGrid,
  type DrawnPage,
  type DrawnText,
  pageCountMark,
  pageNumberMark,
  pageReferencePattern,
  type RenderTreeOf,
} from "../renderTree.ts";
import { SlideColumn } from "./column.ts";
import { type FinishedSlide, PresentationContents } from "./contentsSlides.ts";
import { finishPresentation, partsWithoutSlides, slideRelationsXml } from "./presentationPackage.ts";
import { createSkeleton } from "./skeleton.ts";
import { rotatedFrame } from "./slidePicture.ts";
import { SlideXml, slideRect } from "./slideXml.ts";

/** Maximum characters of a title; lists of slides show about half of them. */
const maxTitleLength = 140;

/** A report layout as slides. The library draws a presentation with one slide, which the layout's slides replace. */
export async function renderPowerPoint(
  tree: RenderTreeOf<"POWERPOINT">,
  metadata: DocumentMetadata,
): Promise<Segment[]> {
  const { locale } = tree;
  const libraryParts = partsOf(await createSkeleton(tree.title, metadata.customerName));
  const parts = partsWithoutSlides(libraryParts, locale);
  const layoutRelations = slideRelationsXml(libraryParts);
  const pictures = new PackagePictures("ppt/media");
  const titles = new UniqueTitles(tree.title);
  const unnumberedParts = new Map<string, string>();
  const slideByAnchor = new Map<string, number>();
  let slideCount = 0;
  const contents = new PresentationContents(tree);
  const addSlide = ({ slide, background }: FinishedSlide, number: number) => {
    const name = `ppt/slides/slide${number}.xml`;
    const relations = slide.relations.xml("../media") + slide.slideRelationsXml();
    const addPart = (name: string, xml: string) => {
      // PowerPoint has no field for the number of slides.
      if (xml.includes(pageCountMark) || xml.search(pageReferencePattern) >= 0)
        unnumberedParts.set(name, xml);
      parts.set(name, createXmlPart(name, xml));
    };
    addPart(name, slide.xml(background).replaceAll(pageNumberMark, String(number)));
    addPart(
      `ppt/slides/_rels/slide${number}.xml.rels`,
      layoutRelations.replace("</Relationships>", () => `${relations}</Relationships>`),
    );
  };
  for (const slide of drawSlides(tree, pictures, titles, { contents, slideByAnchor })) {
    slideCount++;
    if (slide !== "contents") addSlide(slide, slideCount);
  }
  // Their numbers are known once all slides are drawn.
  for (const { number, slide } of contents.drawSlides(locale)) addSlide(slide, number);
  const numbersOf = (_: string, first: string, last: string) =>
    [...new Set([slideByAnchor.get(first), slideByAnchor.get(last)])].join("–");
  for (const [name, xml] of unnumberedParts)
    parts.set(
      name,
      createXmlPart(
        name,
        xml.replaceAll(pageCountMark, String(slideCount)).replace(pageReferencePattern, numbersOf),
      ),
    );
  pictures.addTo(parts);
  finishPresentation(parts, slideCount, metadata.customerName, layoutProperties(metadata, locale));
  embedManifest(parts, "ppt/presentation.xml", metadata.manifest);
  return createOfficePackage(parts, metadata.modified);
}

function* drawSlides(
  { pages, locale }: RenderTreeOf<"POWERPOINT">,
  pictures: PackagePictures,
  titles: UniqueTitles,
  { contents, slideByAnchor }: { contents: PresentationContents; slideByAnchor: Map<string, number> },
): Generator<FinishedSlide | "contents"> {
  const cutTexts = new CutTexts();
  let count = 0;
  const slidesFor = function* (page: DrawnPage | DrawnGrid): Generator<FinishedSlide> {
    contents.addHeadings(page, count + 1);
    if (page.kind === "page" && page.anchor !== undefined) slideByAnchor.set(String(page.anchor), count + 1);
    const titleText = page.kind === "page" ? findTitleText(page) : null;
    const createSlide = () => {
      const slide = new SlideXml(locale);
      if (!titleText) slide.addTitle(titles.claim(page.title));
      return slide;
    };
    const finishedSlides =
      page.kind === "grid"
        ? [drawGridSlide(page, createSlide(), pictures)]
        : drawPageSlides(page, createSlide, pictures, titleText);
    for (const finishedSlide of finishedSlides) {
      count++;
      for (const text of finishedSlide.slide.cutTexts) cutTexts.add(text, count);
      yield finishedSlide;
    }
  };
  for (const page of pages) {
    if (page.kind !== "contents") {
      yield* slidesFor(page);
      continue;
    }
    const slideCount = contents.reserveSlides(page, count + 1);
    count += slideCount;
    for (let index = 0; index < slideCount; index++) yield "contents";
  }
  const texts = documentTexts[locale.startsWith("sv") ? "sv" : "en"];
  const fullTextsPage = cutTexts.createPage(texts, texts.slide);
  if (fullTextsPage) yield* slidesFor(fullTextsPage);
}

/** The title of a slide: the text marked as its title, else the first heading of the highest level. */
function findTitleText({ columns }: DrawnPage): DrawnText | null {
  let titleText: DrawnText | null = null;
  for (const { items } of columns)
    for (const item of items) {
      if (item.kind !== "text" || item.position === null) continue;
      if (item.isTitle) return item;
      if (item.level !== undefined && item.level < (titleText?.level ?? Number.POSITIVE_INFINITY))
        titleText = item;
    }
  return titleText;
}

/** The slides of a page: one, and further ones if its tables need them. */
function* drawPageSlides(
  page: DrawnPage,
  createSlide: () => SlideXml,
  pictures: PackagePictures,
  titleText: DrawnText | null,
): Generator<FinishedSlide> {
  let x = slideRect.x;
  const columns = page.columns.map((cell) => {
    const width = (cell.width / 100) * slideRect.width;
    const column = new SlideColumn(cell, { ...slideRect, x, width }, pictures, titleText);
    x += width;
    return column;
  });
  do {
    const slide = createSlide();
    for (const column of columns) column.draw(slide);
    yield { slide, background: page.background };
  } while (columns.some(({ hasMore }) => hasMore));
}

function drawGridSlide(grid: DrawnGrid, slide: SlideXml, pictures: PackagePictures): FinishedSlide {
  const { cells, nameSize, commentSize } = layOutGrid(grid, slideRect);
  const textColors = textColorsFor(grid.background);
  const textStyle = { italic: false, alignment: "CENTER", font: "HELVETICA" } as const;
  grid.cells.forEach(({ photo, name, comment, ...link }, index) => {
    const cell = cells[index]!;
    const { image, transform, upright } = selectEmbeddedPhoto(photo.photo, photo.variant);
    const { width, height } = fitInto(upright, limitedSize(cell.photo, photo.box));
    if (grid.border) slide.addPanel(cell.cell, null, grid.border);
    const frame = {
      x: cell.photo.x + (cell.photo.width - width) / 2,
      y: cell.photo.y + cell.photo.height - height,
      width,
      height,
    };
    slide.addPicture(rotatedFrame(frame, transform), pictures.addPhoto(image), transform, photo.altText);
    const runs = [
      { rect: cell.name, text: toSingleLine(name), size: nameSize, bold: true, color: textColors.name },
      {
        rect: cell.comment,
        text: comment,
        size: commentSize,
        bold: false,
        color: textColors.comment,
        ...link,
      },
    ];
    for (const { rect, ...run } of runs) {
      if (run.text === "") continue;
      const fittedText = fitText(run, rect);
      slide.addText(rect, [{ ...textStyle, ...run, ...textAndSize(fittedText) }], 0);
      if (fittedText.text !== run.text) slide.cutTexts.push(run.text);
    }
  });
  return { slide, background: grid.background };
}

const textAndSize = ({ text, size }: { text: string; size: number }) => ({ text, size });

/** Makes titles of slides unique, for screen readers and lists of slides. */
class UniqueTitles {
  readonly #documentTitle: string;
  readonly #counts = new Map<string, number>();

  constructor(documentTitle: string) {
    this.#documentTitle = documentTitle;
  }

  claim(title: string): string {
    const shortTitle = truncate(toSingleLine(title) || toSingleLine(this.#documentTitle), maxTitleLength);
    const count = (this.#counts.get(shortTitle) ?? 0) + 1;
    this.#counts.set(shortTitle, count);
    return count === 1 ? shortTitle : `${shortTitle} (${count})`;
  }
}
