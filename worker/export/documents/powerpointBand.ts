import type PptxGenJS from "pptxgenjs";
import { fitInto, orientedSize } from "../orientation.ts";
import type { Segment } from "../segments.ts";
import { logoObjects } from "./logo.ts";
import type { DocumentModel } from "./model.ts";
import { createOfficePackage } from "./officePackage.ts";
import type { PhotoEntry } from "./photoEntries.ts";
import { SlideDeck, type TemplateSlide } from "./powerpointDeck.ts";
import { type BoxText, fitBox, sizeAt } from "./powerpointFit.ts";
import { slideInches } from "./powerpointMasters.ts";
import { presentationParts } from "./powerpointPackage.ts";
import { drawPicture, frameLengths, paragraphDirection } from "./powerpointPicture.ts";
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

const bandMasters = { title: "BAND_TITLE", photo: "BAND_PHOTO" } as const;

/** In inches: the strip with the task above a photo, the area of the photo, and the band with the caption below it. */
const stripHeight = 0.62;
const band = { y: 6.32, height: slideInches.height - 6.32 } as const;
export const photoArea = {
  x: 0.4,
  y: stripHeight + 0.15,
  width: slideInches.width - 0.8,
  height: band.y - stripHeight - 0.3,
} as const;
/** The column of the number in the band; the caption is between it and the facts. */
const caption = { number: 0.4, x: 1.5, width: 7.6, facts: 9.4, factsWidth: 3.53 } as const;

const factRoom: FactRoom = { width: 6.9 - labelWidth, lines: 2 };
const captionHeight = band.height - 0.2;
const factsHeight = band.height - 0.24;

/** Slides with one photo as large as possible, its task in a strip above and number, caption and facts in a band below. */
export async function createBandPowerPoint(model: DocumentModel, modified: number): Promise<Segment[]> {
  const deck = await SlideDeck.create(model, defineBandMasters);
  addBandTitle(deck, model);
  const slideByPhoto = new Map<number, number>();
  for (const entry of model.sections.flatMap(({ entries }) => entries)) {
    deck.addPhotoSlide(createBandSlide(model, entry), entry.image);
    slideByPhoto.set(entry.number, deck.slides.length);
  }
  addCaptionSlides(deck, model);
  addFactSlides(deck, model, factRoom);
  addMissingSlides(deck, model);
  addContentsSlides(deck, model, slideByPhoto);
  return createOfficePackage(presentationParts(await deck.write(), deck.slides, model), modified);
}

function defineBandMasters(presentation: PptxGenJS, { logo }: DocumentModel): void {
  const title = (y: number, x: number, w: number, h: number) =>
    ({
      placeholder: { options: { name: "title", type: "title", x, y, w, h, margin: 0 }, text: "" },
    }) as const;
  presentation.defineSlideMaster({
    title: bandMasters.title,
    background: { color: themeColors.white },
    objects: [
      { rect: { x: 0, y: 0, w: 5.2, h: slideInches.height, fill: { color: themeColors.navy } } },
      title(2.2, 0.6, 4.1, 2.6),
      ...logoObjects(logo, 0.4),
    ],
  });
  presentation.defineSlideMaster({
    title: bandMasters.photo,
    background: { color: themeColors.shade },
    objects: [
      { rect: { x: 0, y: 0, w: slideInches.width, h: stripHeight, fill: { color: themeColors.navy } } },
      { rect: { x: 0, y: band.y, w: slideInches.width, h: band.height, fill: { color: themeColors.white } } },
      {
        line: { x: 0, y: band.y, w: slideInches.width, h: 0, line: { color: themeColors.rule, width: 0.75 } },
      },
      title(0, 0.4, 11.2, stripHeight),
    ],
    slideNumber: {
      x: 12.3,
      y: 0.16,
      w: 0.63,
      h: 0.3,
      fontFace: themeFont,
      fontSize: 10,
      color: themeColors.white,
      align: "right",
      margin: 0,
    },
  });
}

function addBandTitle(deck: SlideDeck, model: DocumentModel): void {
  const { texts } = model;
  const lang = deck.locale;
  const slide = deck.addSlide(bandMasters.title);
  const overline = [model.overline, model.part?.label].filter(Boolean).join(" · ");
  const base = { x: 0.6, w: 4.1, margin: 0, fontFace: themeFont, lang } as const;
  slide.addText(overline.toLocaleUpperCase(texts.locale), {
    ...base,
    y: 1.6,
    h: 0.4,
    fontSize: 12,
    bold: true,
    color: themeColors.rule,
    charSpacing: 1.5,
  });
  const { title } = model;
  slide.addText(title, {
    ...base,
    ...paragraphDirection(isRightToLeft(title), lang),
    placeholder: "title",
    y: 2.2,
    h: 2.6,
    fontSize: maxSizeForBox(title, [36, 30, 24, 18, 14, 11], { width: 4.1, height: 2.6 }),
    bold: true,
    color: themeColors.white,
    valign: "top",
  });
  if (model.subtitle) {
    slide.addText(model.subtitle, {
      ...base,
      y: 4.95,
      h: 0.8,
      fontSize: maxSizeForBox(model.subtitle, [14, 11, 8], { width: 4.1, height: 0.8 }),
      color: themeColors.rule,
      valign: "top",
    });
  }
  addFactTable(slide, model, { x: 5.8, y: 0.9, room: factRoom, lang });
}

/** Indexes of the texts in the template values; the lengths are those of the frame. */
const bandTextIndex = { task: 0, number: 1, title: 2, comment: 3, facts: 4, hash: 5, altText: 6 } as const;

/** Type sizes in points, by level. */
const bandSizes = {
  task: [16, 13, 11, 9],
  title: [15, 12, 10, 9, 8],
  comment: [12, 10, 9, 8, 7],
  facts: [10, 9, 8, 7],
  hash: [5],
} as const;

function createBandSlide(model: DocumentModel, entry: PhotoEntry): TemplateSlide {
  const { texts } = model;
  const name = entry.title === entry.photo.name ? "" : entry.photo.name;
  const facts = [entry.takenAt, entry.position || texts.noPosition, entry.photo.creator, name]
    .filter(Boolean)
    .join("  ·  ");
  const box = (width: number, height: number, ...blocks: BoxText[]) =>
    fitBox(blocks, { width, height }, texts);
  const task = box(11.2, stripHeight, {
    text: entry.task || texts.otherPhotos,
    sizes: bandSizes.task,
    isPath: true,
  });
  const captionBox = box(
    caption.width,
    captionHeight,
    { text: entry.title, sizes: bandSizes.title },
    { text: entry.comment, sizes: bandSizes.comment },
  );
  const hash = `SHA-256 ${entry.photo.sha256}`;
  const factBox = box(
    caption.factsWidth,
    factsHeight,
    { text: facts, sizes: bandSizes.facts },
    { text: hash, sizes: bandSizes.hash },
  );
  const shape: BandShape = {
    task: { rtl: isRightToLeft(entry.task), level: task.level },
    caption: captionBox.level,
    title: isRightToLeft(entry.title),
    comment: isRightToLeft(entry.comment),
    facts: factBox.level,
    quarters: entry.turn.quarterTurns,
    flipH: entry.turn.flipH,
  };
  return {
    master: bandMasters.photo,
    shape,
    values: {
      texts: [
        ...task.texts,
        `${entry.number} ${texts.of} ${model.photoTotal}`,
        ...captionBox.texts,
        ...factBox.texts,
        entry.altText,
      ],
      lengths: frameLengths(orientedSize(fitInto(entry.upright, photoArea), entry.turn), photoArea),
    },
    draw: (slide, lang, placeholders) => drawBand(slide, lang, shape, placeholders),
    cutEntries: [task, captionBox, factBox].some(({ isCut }) => isCut) ? [entry] : [],
  };
}

interface BandShape {
  task: { rtl: boolean; level: number };
  /** The levels of the type sizes. */
  caption: number;
  facts: number;
  title: boolean;
  comment: boolean;
  quarters: number;
  flipH: boolean;
}

function drawBand(
  slide: PptxGenJS.Slide,
  lang: string,
  shape: BandShape,
  { texts, lengths }: TemplateValues,
): void {
  const base = { margin: 0, fontFace: themeFont } as const;
  slide.addText(texts[bandTextIndex.task]!, {
    ...base,
    ...paragraphDirection(shape.task.rtl, lang),
    placeholder: "title",
    fontSize: sizeAt({ sizes: bandSizes.task }, shape.task.level),
    bold: true,
    color: themeColors.white,
    valign: "middle",
  });
  drawPicture(slide, shape, { lengths, altText: texts[bandTextIndex.altText]!, index: 1 });
  slide.addText(texts[bandTextIndex.number]!, {
    ...base,
    lang,
    x: caption.number,
    y: band.y + 0.14,
    w: 1,
    h: 0.3,
    fontSize: 11,
    bold: true,
    color: themeColors.accent,
    valign: "top",
  });
  slide.addText(
    [
      {
        text: texts[bandTextIndex.title]!,
        options: {
          ...paragraphDirection(shape.title, lang),
          fontSize: sizeAt({ sizes: bandSizes.title }, shape.caption),
          bold: true,
          color: themeColors.ink,
          breakLine: true,
        },
      },
      {
        text: texts[bandTextIndex.comment]!,
        options: {
          ...paragraphDirection(shape.comment, lang),
          fontSize: sizeAt({ sizes: bandSizes.comment }, shape.caption),
          color: themeColors.ink,
        },
      },
    ],
    { ...base, x: caption.x, y: band.y + 0.1, w: caption.width, h: captionHeight, valign: "top" },
  );
  slide.addText(
    [
      {
        text: texts[bandTextIndex.facts]!,
        options: {
          lang,
          fontSize: sizeAt({ sizes: bandSizes.facts }, shape.facts),
          color: themeColors.muted,
          breakLine: true,
        },
      },
      {
        text: texts[bandTextIndex.hash]!,
        options: { lang, fontSize: bandSizes.hash[0], color: themeColors.muted },
      },
    ],
    {
      ...base,
      x: caption.facts,
      y: band.y + 0.14,
      w: caption.factsWidth,
      h: factsHeight,
      valign: "top",
    },
  );
}
