import type PptxGenJS from "pptxgenjs";
import { fitInto, orientedSize } from "../orientation.ts";
import type { Segment } from "../segments.ts";
import { logoObjects } from "./logo.ts";
import type { DocumentModel } from "./model.ts";
import { createOfficePackage } from "./officePackage.ts";
import type { PhotoEntry } from "./photoEntries.ts";
import { SlideDeck, type TemplateSlide } from "./powerpointDeck.ts";
import { type BoxText, cutToLines, fitBox, sizeAt } from "./powerpointFit.ts";
import { slideInches } from "./powerpointMasters.ts";
import { presentationParts } from "./powerpointPackage.ts";
import {
  drawPicture,
  frameLengthCount,
  frameLengths,
  paragraphDirection,
  type SlideArea,
} from "./powerpointPicture.ts";
import {
  addCaptionSlides,
  addContentsSlides,
  addFactSlides,
  addMissingSlides,
  type FactRoom,
} from "./powerpointSlides.ts";
import { addFactTable, labelWidth } from "./powerpointTitle.ts";
import { isRightToLeft, maxSizeForBox } from "./textFit.ts";
import { themeColors, themeFont } from "./theme.ts";
import type { TemplateValues } from "./xmlTemplate.ts";

const quadMasters = { title: "QUAD_TITLE", photos: "QUAD_PHOTOS" } as const;
const photosPerSlide = 4;

/** Four fields on a slide, in inches, each with a photo on the left and its caption on the right. */
export const fieldBox = { width: 6.1, height: 2.85, gap: 0.25, x: 0.45, y: 1.05, photo: 3.9 } as const;

/** Type sizes in points, by level, and the space above the comment and the facts. */
const quadSizes = {
  task: [9, 8, 8, 7, 7],
  title: [12, 11, 10, 9, 8],
  comment: [11, 10, 9, 8, 7],
  fact: [9, 8, 8, 7, 7],
} as const;
const paragraphGap = 4;

/** The box of a caption, and the room for the name in the title of a slide, in inches. */
const captionBox = { width: fieldBox.width - fieldBox.photo - 0.15, height: fieldBox.height } as const;
const slideTitle = { size: 16, name: 7 } as const;

const factRoom: FactRoom = { width: 12 - labelWidth, lines: 1 };

const fieldPosition = (index: number) => ({
  x: fieldBox.x + (index % 2) * (fieldBox.width + fieldBox.gap),
  y: fieldBox.y + Math.floor(index / 2) * (fieldBox.height + fieldBox.gap),
});
const photoAreaOf = (index: number): SlideArea => ({
  ...fieldPosition(index),
  width: fieldBox.photo,
  height: fieldBox.height,
});

/** Slides with four photos each, in reading order, each with its number, task and caption. */
export async function createQuadPowerPoint(
  documentModel: DocumentModel,
  modified: number,
): Promise<Segment[]> {
  const model = { ...documentModel, overline: documentModel.texts.fieldReport };
  const deck = await SlideDeck.create(model, defineQuadMasters);
  addQuadTitle(deck, model);
  const slideByPhoto = new Map<number, number>();
  const entries = model.sections.flatMap((section) => section.entries);
  for (let first = 0; first < entries.length; first += photosPerSlide) {
    const slideEntries = entries.slice(first, first + photosPerSlide);
    deck.addPhotoSlide(createQuadSlide(model, slideEntries), ...slideEntries.map(({ image }) => image));
    for (const { number } of slideEntries) slideByPhoto.set(number, deck.slides.length);
  }
  addCaptionSlides(deck, model);
  addFactSlides(deck, model, factRoom);
  addMissingSlides(deck, model);
  addContentsSlides(deck, model, slideByPhoto);
  return createOfficePackage(presentationParts(await deck.write(), deck.slides, model), modified);
}

function defineQuadMasters(presentation: PptxGenJS, { logo }: DocumentModel): void {
  const title = (x: number, y: number, w: number, h: number) =>
    ({
      placeholder: { options: { name: "title", type: "title", x, y, w, h, margin: 0 }, text: "" },
    }) as const;
  presentation.defineSlideMaster({
    title: quadMasters.title,
    background: { color: themeColors.white },
    objects: [
      { rect: { x: 0, y: 0, w: slideInches.width, h: 2.1, fill: { color: themeColors.accent } } },
      title(0.6, 0.75, 12, 1.1),
      ...logoObjects(logo, 2.35),
    ],
  });
  presentation.defineSlideMaster({
    title: quadMasters.photos,
    background: { color: themeColors.white },
    objects: [
      title(fieldBox.x, 0.25, 10, 0.5),
      { line: { x: fieldBox.x, y: 0.82, w: 12.4, h: 0, line: { color: themeColors.accent, width: 1.5 } } },
    ],
    slideNumber: {
      x: 12.25,
      y: 0.35,
      w: 0.6,
      h: 0.3,
      fontFace: themeFont,
      fontSize: 10,
      color: themeColors.muted,
      align: "right",
      margin: 0,
    },
  });
}

function addQuadTitle(deck: SlideDeck, model: DocumentModel): void {
  const lang = deck.locale;
  const slide = deck.addSlide(quadMasters.title);
  const base = { x: 0.6, w: 12, margin: 0, fontFace: themeFont, lang } as const;
  const overline = [model.overline, model.part?.label, model.subtitle].filter(Boolean).join(" · ");
  slide.addText(overline, {
    ...base,
    y: 0.35,
    h: 0.35,
    fontSize: maxSizeForBox(overline, [13, 10, 8, 6], { width: 12, height: 0.35 }),
    color: themeColors.white,
  });
  const { title } = model;
  slide.addText(title, {
    ...base,
    ...paragraphDirection(isRightToLeft(title), lang),
    placeholder: "title",
    y: 0.75,
    h: 1.1,
    fontSize: maxSizeForBox(title, [32, 26, 20, 16, 12, 10], { width: 12, height: 1.1 }),
    bold: true,
    color: themeColors.white,
    valign: "middle",
  });
  addFactTable(slide, model, { x: 0.6, y: 2.35, room: factRoom, lang });
}

/** Indexes of the texts of one field in the template values; the title of the slide comes before them. */
const quadTextIndex = {
  task: 0,
  title: 1,
  comment: 2,
  taken: 3,
  position: 4,
  creator: 5,
  altText: 6,
  count: 7,
} as const;

interface FieldShape {
  task: boolean;
  title: boolean;
  comment: boolean;
  quarters: number;
  flipH: boolean;
}

function createQuadSlide(model: DocumentModel, entries: readonly PhotoEntry[]): TemplateSlide {
  const { texts } = model;
  const [first, last] = [entries[0]!.number, entries.at(-1)!.number];
  const fields = entries.map((entry, index) => {
    const name = entry.title === entry.photo.name ? "" : entry.photo.name;
    const frame = orientedSize(fitInto(entry.upright, photoAreaOf(index)), entry.turn);
    return {
      blocks: [
        { text: entry.task || texts.otherPhotos, sizes: quadSizes.task, isPath: true },
        { text: `${entry.number}. ${entry.title}`, sizes: quadSizes.title },
        { text: entry.comment, sizes: quadSizes.comment, spaceBefore: paragraphGap },
        { text: entry.takenAt, sizes: quadSizes.fact, spaceBefore: paragraphGap },
        { text: entry.position || texts.noPosition, sizes: quadSizes.fact },
        { text: [entry.photo.creator, name].filter(Boolean).join("  ·  "), sizes: quadSizes.fact },
      ] satisfies BoxText[],
      shape: {
        task: isRightToLeft(entry.task),
        title: isRightToLeft(entry.title),
        comment: isRightToLeft(entry.comment),
        quarters: entry.turn.quarterTurns,
        flipH: entry.turn.flipH,
      } satisfies FieldShape,
      lengths: frameLengths(frame, photoAreaOf(index)),
    };
  });
  const shapes = fields.map(({ shape }) => shape);
  // One level for all four, so that fewer slides differ in shape.
  const level = Math.max(...fields.map(({ blocks }) => fitBox(blocks, captionBox, texts).level));
  const captions = fields.map(({ blocks }) => fitBox(blocks, captionBox, texts, level));
  const range = texts.photosInPart(first, last, model.photoTotal);
  const title = cutToLines(model.title, { size: slideTitle.size, width: slideTitle.name, lines: 1 });
  return {
    master: quadMasters.photos,
    shape: [level, shapes],
    values: {
      texts: [
        `${title}  ·  ${range}`,
        ...captions.flatMap((caption, index) => [...caption.texts, entries[index]!.altText]),
      ],
      lengths: fields.flatMap((field) => field.lengths),
    },
    draw: (slide, lang, placeholders) => drawQuad(slide, lang, { shapes, level }, placeholders),
    cutEntries: entries.filter((_, index) => captions[index]!.isCut),
  };
}

function drawQuad(
  slide: PptxGenJS.Slide,
  lang: string,
  { shapes, level }: { shapes: readonly FieldShape[]; level: number },
  values: TemplateValues,
): void {
  slide.addText(values.texts[0]!, {
    ...paragraphDirection(false, lang),
    placeholder: "title",
    fontFace: themeFont,
    fontSize: slideTitle.size,
    bold: true,
    color: themeColors.navy,
    valign: "middle",
  });
  shapes.forEach((shape, index) => {
    const texts = values.texts.slice(1 + index * quadTextIndex.count);
    const lengths = values.lengths.slice(index * frameLengthCount, (index + 1) * frameLengthCount);
    const { x, y } = fieldPosition(index);
    slide.addShape("rect", {
      x,
      y,
      w: fieldBox.photo,
      h: fieldBox.height,
      fill: { color: themeColors.shade },
    });
    drawPicture(slide, shape, { lengths, altText: texts[quadTextIndex.altText]!, index: index + 1 });
    slide.addText(
      [
        {
          text: texts[quadTextIndex.task]!,
          options: {
            ...paragraphDirection(shape.task, lang),
            fontSize: sizeAt({ sizes: quadSizes.task }, level),
            bold: true,
            color: themeColors.accent,
            breakLine: true,
          },
        },
        {
          text: texts[quadTextIndex.title]!,
          options: {
            ...paragraphDirection(shape.title, lang),
            fontSize: sizeAt({ sizes: quadSizes.title }, level),
            bold: true,
            color: themeColors.ink,
            breakLine: true,
          },
        },
        {
          text: texts[quadTextIndex.comment]!,
          options: {
            ...paragraphDirection(shape.comment, lang),
            fontSize: sizeAt({ sizes: quadSizes.comment }, level),
            color: themeColors.ink,
            paraSpaceBefore: paragraphGap,
            breakLine: true,
          },
        },
        ...([quadTextIndex.taken, quadTextIndex.position, quadTextIndex.creator] as const).map(
          (textIndex) => ({
            text: texts[textIndex]!,
            options: {
              lang,
              fontSize: sizeAt({ sizes: quadSizes.fact }, level),
              color: themeColors.muted,
              paraSpaceBefore: textIndex === quadTextIndex.taken ? paragraphGap : 0,
              breakLine: textIndex !== quadTextIndex.creator,
            },
          }),
        ),
      ],
      {
        x: x + fieldBox.photo + 0.15,
        y,
        w: captionBox.width,
        h: captionBox.height,
        margin: 0,
        fontFace: themeFont,
        valign: "top",
      },
    );
  });
}
