import type PptxGenJS from "pptxgenjs";
import { fitInto, orientedSize } from "../orientation.ts";
import type { Segment } from "../segments.ts";
import { logoObjects } from "./logo.ts";
import type { DocumentModel } from "./model.ts";
import { officePackage } from "./officePackage.ts";
import type { PhotoEntry } from "./photoEntries.ts";
import { SlideDeck, type TemplatedSlide } from "./powerpointDeck.ts";
import { slideInches } from "./powerpointMasters.ts";
import { presentationParts } from "./powerpointPackage.ts";
import {
  drawPicture,
  frameLengthCount,
  frameLengths,
  paragraphDirection,
  type Stage,
} from "./powerpointPicture.ts";
import { contentsSlides, factSlides, missingSlides } from "./powerpointSlides.ts";
import { factTable } from "./powerpointTitle.ts";
import { estimateLines, isRightToLeft, largestForBox, linesHeight } from "./textFit.ts";
import { themeColors, themeFont } from "./theme.ts";
import { ellipsis, oneLine, shortPath } from "./xml.ts";
import type { TemplateValues } from "./xmlTemplate.ts";

const quadMasters = { title: "QUAD_TITLE", photos: "QUAD_PHOTOS" } as const;
const perSlide = 4;

/** Four fields on a slide, in inches, each with a photo on the left and its caption on the right. */
const fieldBox = { width: 6.1, height: 2.85, gap: 0.25, x: 0.45, y: 1.05, photo: 3.9 } as const;

/** Type sizes in points, and the height in inches available for a comment. */
const commentStyle = { sizes: [11, 10, 9, 8], height: 1.75 } as const;

const fieldAt = (index: number) => ({
  x: fieldBox.x + (index % 2) * (fieldBox.width + fieldBox.gap),
  y: fieldBox.y + Math.floor(index / 2) * (fieldBox.height + fieldBox.gap),
});
const stageAt = (index: number): Stage => ({
  ...fieldAt(index),
  width: fieldBox.photo,
  height: fieldBox.height,
});

/** Slides with four photos each, in reading order, each with its number, task and caption. */
export async function quadPowerPoint(documentModel: DocumentModel, modified: number): Promise<Segment[]> {
  const model = { ...documentModel, overline: documentModel.texts.fieldReport };
  const deck = await SlideDeck.create(model, defineQuadMasters);
  quadTitle(deck, model);
  const slideOf = new Map<number, number>();
  const entries = model.sections.flatMap((section) => section.entries);
  for (let first = 0; first < entries.length; first += perSlide) {
    const slideEntries = entries.slice(first, first + perSlide);
    deck.addPhotoSlide(quadSlide(model, slideEntries), ...slideEntries.map(({ image }) => image));
    for (const { number } of slideEntries) slideOf.set(number, deck.slides.length);
  }
  factSlides(deck, model);
  missingSlides(deck, model);
  contentsSlides(deck, model, slideOf);
  return officePackage(presentationParts(await deck.write(), deck.slides, model), modified);
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

function quadTitle(deck: SlideDeck, model: DocumentModel): void {
  const lang = deck.locale;
  const slide = deck.addSlide(quadMasters.title);
  const base = { x: 0.6, w: 12, margin: 0, fontFace: themeFont, lang } as const;
  const overline = [model.overline, model.part?.label, model.subtitle].filter(Boolean).join(" · ");
  slide.addText(overline, {
    ...base,
    y: 0.35,
    h: 0.35,
    fontSize: largestForBox(overline, [13, 10, 8], { width: 12, height: 0.35 }),
    color: themeColors.white,
  });
  const { title } = model;
  slide.addText(title, {
    ...base,
    ...paragraphDirection(isRightToLeft(title), lang),
    placeholder: "title",
    y: 0.75,
    h: 1.1,
    fontSize: largestForBox(title, [32, 26, 20, 16], { width: 12, height: 1.1 }),
    bold: true,
    color: themeColors.white,
    valign: "middle",
  });
  factTable(slide, model, { x: 0.6, y: 2.35, width: 12, lang });
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

function quadSlide(model: DocumentModel, entries: readonly PhotoEntry[]): TemplatedSlide {
  const { texts } = model;
  const [first, last] = [entries[0]!.number, entries.at(-1)!.number];
  const width = fieldBox.width - fieldBox.photo - 0.15;
  const fields = entries.map((entry, index) => {
    const task = shortPath(entry.task || texts.otherPhotos, 80);
    const title = `${entry.number}. ${ellipsis(entry.title, 110)}`;
    const comment = oneLine(ellipsis(entry.comment, 300));
    const name = entry.title === entry.photo.name ? "" : ellipsis(entry.photo.name, 40);
    const creator = [ellipsis(entry.photo.creator, 40), name].filter(Boolean).join("  ·  ");
    const shape: FieldShape = {
      task: isRightToLeft(task),
      title: isRightToLeft(title),
      comment: isRightToLeft(comment),
      quarters: entry.turn.quarters,
      flipH: entry.turn.flipH,
    };
    const frame = orientedSize(fitInto(entry.upright, stageAt(index)), entry.turn);
    return {
      shape,
      texts: [
        task,
        title,
        comment,
        entry.takenAt,
        entry.position || texts.noPosition,
        creator,
        entry.altText,
      ],
      size:
        commentStyle.sizes.find(
          (size) => linesHeight(estimateLines(comment, size, width), size) <= commentStyle.height,
        ) ?? 7,
      lengths: frameLengths(frame, stageAt(index)),
    };
  });
  const shapes = fields.map(({ shape }) => shape);
  // One size for all four, so that fewer slides differ in shape.
  const size = Math.min(...fields.map((field) => field.size));
  const range = texts.photosInPart(first, last, model.photoTotal);
  return {
    master: quadMasters.photos,
    shape: [size, shapes],
    values: {
      texts: [`${ellipsis(model.title, 60)}  ·  ${range}`, ...fields.flatMap((field) => field.texts)],
      lengths: fields.flatMap((field) => field.lengths),
    },
    draw: (slide, lang, holes) => drawQuad(slide, lang, { shapes, size }, holes),
  };
}

function drawQuad(
  slide: PptxGenJS.Slide,
  lang: string,
  { shapes, size }: { shapes: readonly FieldShape[]; size: number },
  filling: TemplateValues,
): void {
  slide.addText(filling.texts[0]!, {
    ...paragraphDirection(false, lang),
    placeholder: "title",
    fontFace: themeFont,
    fontSize: 16,
    bold: true,
    color: themeColors.navy,
    valign: "middle",
  });
  shapes.forEach((shape, index) => {
    const texts = filling.texts.slice(1 + index * quadTextIndex.count);
    const lengths = filling.lengths.slice(index * frameLengthCount, (index + 1) * frameLengthCount);
    const { x, y } = fieldAt(index);
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
            fontSize: 9,
            bold: true,
            color: themeColors.accent,
            breakLine: true,
          },
        },
        {
          text: texts[quadTextIndex.title]!,
          options: {
            ...paragraphDirection(shape.title, lang),
            fontSize: 12,
            bold: true,
            color: themeColors.ink,
            breakLine: true,
          },
        },
        {
          text: texts[quadTextIndex.comment]!,
          options: {
            ...paragraphDirection(shape.comment, lang),
            fontSize: size,
            color: themeColors.ink,
            paraSpaceBefore: 4,
            breakLine: true,
          },
        },
        ...([quadTextIndex.taken, quadTextIndex.position, quadTextIndex.creator] as const).map(
          (textIndex) => ({
            text: texts[textIndex]!,
            options: {
              lang,
              fontSize: 9,
              color: themeColors.muted,
              paraSpaceBefore: textIndex === quadTextIndex.taken ? 4 : 0,
              breakLine: textIndex !== quadTextIndex.creator,
            },
          }),
        ),
      ],
      {
        x: x + fieldBox.photo + 0.15,
        y,
        w: fieldBox.width - fieldBox.photo - 0.15,
        h: fieldBox.height,
        margin: 0,
        fontFace: themeFont,
        valign: "top",
      },
    );
  });
}
