import { documentTexts } from "#worker/export/documents/documentTexts.ts";
import { embedManifest } from "#worker/export/documents/manifestPart.ts";
import { officePackage, packedXml, partsOf, setXml } from "#worker/export/documents/officePackage.ts";
import { SlideDeck } from "#worker/export/documents/powerpointDeck.ts";
import {
  finishPresentation,
  partsWithoutSlides,
  relationsOf,
} from "#worker/export/documents/powerpointPackage.ts";
import { ellipsis, oneLine } from "#worker/export/documents/xml.ts";
import { embeddedPhoto } from "#worker/export/embeddedPhoto.ts";
import { fitInto } from "#worker/export/orientation.ts";
import type { Segment } from "#worker/export/segments.ts";
import { type DocumentMetadata, layoutProperties } from "../documentMetadata.ts";
import { fitText } from "../fitText.ts";
import { CutTexts } from "../fullTexts.ts";
import { gridPlaces, textColorsOn } from "../grid.ts";
import { PackagePictures } from "../packagePictures.ts";
import type { DrawnAs, DrawnGrid, DrawnPage } from "../renderTree.ts";
import { Column, turnedFrame } from "./column.ts";
import { SlideXml, slideRect } from "./slideXml.ts";

const master = "Report";
/** Maximum characters of a title; lists of slides show about half of them. */
const titleLength = 140;

/** A report layout as slides. The library draws a presentation with one slide, which the layout's slides replace. */
export async function drawPowerPoint(
  tree: DrawnAs<"POWERPOINT">,
  metadata: DocumentMetadata,
): Promise<Segment[]> {
  const { locale } = tree;
  const deck = await SlideDeck.begin(
    { title: tree.title, company: metadata.customerName, locale },
    (presentation) =>
      presentation.defineSlideMaster({
        title: master,
        background: { color: "FFFFFF" },
        objects: [
          {
            placeholder: {
              // Above the slide, out of sight: for screen readers and lists of slides.
              options: {
                name: "title",
                type: "title",
                x: 0.4,
                y: -0.7,
                w: 12.5,
                h: 0.5,
                margin: 0,
                fontSize: 20,
              },
              text: "",
            },
          },
        ],
      }),
  );
  deck.addSlide(master);
  const library = partsOf(await deck.write());
  const parts = partsWithoutSlides(library, locale);
  const layoutRelations = relationsOf(library, 1);
  const pictures = new PackagePictures("ppt/media");
  const titles = new Titles(tree.title);
  let slides = 0;
  for (const { slide, background } of slidesOf(tree, pictures, titles)) {
    slides++;
    const name = `ppt/slides/slide${slides}.xml`;
    parts.set(name, packedXml(name, slide.xml(background)));
    const relations = slide.relations.xml("../media");
    setXml(
      parts,
      `ppt/slides/_rels/slide${slides}.xml.rels`,
      layoutRelations.replace("</Relationships>", () => `${relations}</Relationships>`),
    );
  }
  pictures.addTo(parts);
  finishPresentation(parts, slides, metadata.customerName, layoutProperties(metadata, locale));
  embedManifest(parts, "ppt/presentation.xml", metadata.manifest);
  return officePackage(parts, metadata.modified);
}

interface FinishedSlide {
  slide: SlideXml;
  background: string;
}

function* slidesOf(
  { pages, locale }: DrawnAs<"POWERPOINT">,
  pictures: PackagePictures,
  titles: Titles,
): Generator<FinishedSlide> {
  const cutTexts = new CutTexts();
  let count = 0;
  const slidesFor = function* (page: DrawnPage | DrawnGrid): Generator<FinishedSlide> {
    const begin = () => {
      const slide = new SlideXml(locale);
      slide.addTitle(titles.next(page.title));
      return slide;
    };
    const finished =
      page.kind === "grid" ? [gridSlide(page, begin(), pictures)] : pageSlides(page, begin, pictures);
    for (const one of finished) {
      count++;
      for (const text of one.slide.cutTexts) cutTexts.add(text, count);
      yield one;
    }
  };
  for (const page of pages) yield* slidesFor(page);
  const texts = documentTexts[locale.startsWith("sv") ? "sv" : "en"];
  const rest = cutTexts.page(texts, texts.slide);
  if (rest) yield* slidesFor(rest);
}

/** The slides of a page: one, and further ones if its tables need them. */
function* pageSlides(
  page: DrawnPage,
  begin: () => SlideXml,
  pictures: PackagePictures,
): Generator<FinishedSlide> {
  let x = slideRect.x;
  const columns = page.columns.map((cell) => {
    const width = (cell.width / 100) * slideRect.width;
    const column = new Column(cell, { ...slideRect, x, width }, pictures);
    x += width;
    return column;
  });
  do {
    const slide = begin();
    for (const column of columns) column.draw(slide);
    yield { slide, background: page.background };
  } while (columns.some(({ hasMore }) => hasMore));
}

function gridSlide(grid: DrawnGrid, slide: SlideXml, pictures: PackagePictures): FinishedSlide {
  const { cells, nameSize, commentSize } = gridPlaces(grid, slideRect);
  const ink = textColorsOn(grid.background);
  const textStyle = { italic: false, alignment: "CENTER", font: "HELVETICA" } as const;
  grid.cells.forEach(({ photo, name, comment }, index) => {
    const slots = cells[index]!;
    const { image, turn, upright } = embeddedPhoto(photo.photo, photo.variant);
    const { width, height } = fitInto(upright, slots.photo);
    const frame = {
      x: slots.photo.x + (slots.photo.width - width) / 2,
      y: slots.photo.y + slots.photo.height - height,
      width,
      height,
    };
    slide.addPicture(turnedFrame(frame, turn), pictures.ofPhoto(image), turn, photo.altText);
    const runs = [
      { place: slots.name, text: oneLine(name), size: nameSize, bold: true, color: ink.name },
      { place: slots.comment, text: comment, size: commentSize, bold: false, color: ink.comment },
    ];
    for (const { place: rect, ...run } of runs) {
      if (run.text === "") continue;
      const fitted = fitText(run, rect);
      slide.addText(rect, [{ ...textStyle, ...run, ...textOf(fitted) }], 0);
      if (fitted.text !== run.text) slide.cutTexts.push(run.text);
    }
  });
  return { slide, background: grid.background };
}

const textOf = ({ text, size }: { text: string; size: number }) => ({ text, size });

/** Makes titles of slides unique, for screen readers and lists of slides. */
class Titles {
  readonly #document: string;
  readonly #counts = new Map<string, number>();

  constructor(document: string) {
    this.#document = document;
  }

  next(title: string): string {
    const shortened = ellipsis(oneLine(title) || oneLine(this.#document), titleLength);
    const count = (this.#counts.get(shortened) ?? 0) + 1;
    this.#counts.set(shortened, count);
    return count === 1 ? shortened : `${shortened} (${count})`;
  }
}
