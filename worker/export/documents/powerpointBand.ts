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
import { drawPicture, frameLengths, paragraphDirection } from "./powerpointPicture.ts";
import { contentsSlides, factSlides, missingSlides } from "./powerpointSlides.ts";
import { factTable } from "./powerpointTitle.ts";
import { isRightToLeft, largestFitting, largestForBox } from "./textFit.ts";
import { themeColors, themeFont } from "./theme.ts";
import { ellipsis, oneLine, shortPath } from "./xml.ts";
import type { TemplateValues } from "./xmlTemplate.ts";

const bandMasters = { title: "BAND_TITLE", photo: "BAND_PHOTO" } as const;

/** In inches: the strip with the task above a photo, the area of the photo, and the band with the caption below it. */
const strip = 0.62;
const band = { y: 6.32, height: slideInches.height - 6.32 } as const;
const stage = {
  x: 0.4,
  y: strip + 0.15,
  width: slideInches.width - 0.8,
  height: band.y - strip - 0.3,
} as const;
/** The column of the number in the band; the caption is between it and the facts. */
const caption = { number: 0.4, x: 1.5, width: 7.6, facts: 9.4, factsWidth: 3.53 } as const;

/** Slides with one photo as large as it goes, its task in a strip above and number, caption and facts in a band below. */
export async function bandPowerPoint(model: DocumentModel, modified: number): Promise<Segment[]> {
  const deck = await SlideDeck.create(model, defineBandMasters);
  bandTitle(deck, model);
  const slideOf = new Map<number, number>();
  for (const entry of model.sections.flatMap(({ entries }) => entries)) {
    deck.addPhotoSlide(bandSlide(model, entry), entry.image);
    slideOf.set(entry.number, deck.slides.length);
  }
  factSlides(deck, model);
  missingSlides(deck, model);
  contentsSlides(deck, model, slideOf);
  return officePackage(presentationParts(await deck.write(), deck.slides, model), modified);
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
      { rect: { x: 0, y: 0, w: slideInches.width, h: strip, fill: { color: themeColors.navy } } },
      { rect: { x: 0, y: band.y, w: slideInches.width, h: band.height, fill: { color: themeColors.white } } },
      {
        line: { x: 0, y: band.y, w: slideInches.width, h: 0, line: { color: themeColors.rule, width: 0.75 } },
      },
      title(0, 0.4, 11.2, strip),
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

function bandTitle(deck: SlideDeck, model: DocumentModel): void {
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
    fontSize: largestForBox(title, [36, 30, 24, 18, 14, 11], { width: 4.1, height: 2.6 }),
    bold: true,
    color: themeColors.white,
    valign: "top",
  });
  if (model.subtitle) {
    slide.addText(model.subtitle, {
      ...base,
      y: 4.95,
      h: 0.8,
      fontSize: largestForBox(model.subtitle, [14, 11, 8], { width: 4.1, height: 0.8 }),
      color: themeColors.rule,
      valign: "top",
    });
  }
  factTable(slide, model, { x: 5.8, y: 0.9, width: 6.9, lang });
}

/** Indexes of the texts in the template values; the lengths are those of the frame. */
const bandTextIndex = { task: 0, number: 1, title: 2, comment: 3, facts: 4, hash: 5, altText: 6 } as const;

function bandSlide(model: DocumentModel, entry: PhotoEntry): TemplatedSlide {
  const { texts } = model;
  const title = ellipsis(entry.title, 140);
  const comment = oneLine(ellipsis(entry.comment, 300));
  const task = shortPath(entry.task || texts.otherPhotos, 110);
  const name = entry.title === entry.photo.name ? "" : ellipsis(entry.photo.name, 60);
  const facts = [entry.takenAt, entry.position || texts.noPosition, ellipsis(entry.photo.creator, 60), name];
  const shape = {
    task: isRightToLeft(task),
    title: { rtl: isRightToLeft(title), size: largestFitting(title, [15, 12], caption.width, 1) },
    comment: { rtl: isRightToLeft(comment), size: largestFitting(comment, [12, 10, 9], caption.width, 3) },
    quarters: entry.turn.quarters,
    flipH: entry.turn.flipH,
  };
  return {
    master: bandMasters.photo,
    shape,
    values: {
      texts: [
        task,
        `${entry.number} ${texts.of} ${model.photoTotal}`,
        title,
        comment,
        facts.filter(Boolean).join("  ·  "),
        `SHA-256 ${entry.photo.sha256}`,
        entry.altText,
      ],
      lengths: frameLengths(orientedSize(fitInto(entry.upright, stage), entry.turn), stage),
    },
    draw: (slide, lang, holes) => drawBand(slide, lang, shape, holes),
  };
}

interface BandShape {
  task: boolean;
  title: { rtl: boolean; size: number };
  comment: { rtl: boolean; size: number };
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
    ...paragraphDirection(shape.task, lang),
    placeholder: "title",
    fontSize: 16,
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
          ...paragraphDirection(shape.title.rtl, lang),
          fontSize: shape.title.size,
          bold: true,
          color: themeColors.ink,
          breakLine: true,
        },
      },
      {
        text: texts[bandTextIndex.comment]!,
        options: {
          ...paragraphDirection(shape.comment.rtl, lang),
          fontSize: shape.comment.size,
          color: themeColors.ink,
        },
      },
    ],
    { ...base, x: caption.x, y: band.y + 0.1, w: caption.width, h: band.height - 0.2, valign: "top" },
  );
  slide.addText(
    [
      {
        text: texts[bandTextIndex.facts]!,
        options: { lang, fontSize: 10, color: themeColors.muted, breakLine: true },
      },
      { text: texts[bandTextIndex.hash]!, options: { lang, fontSize: 5, color: themeColors.muted } },
    ],
    {
      ...base,
      x: caption.facts,
      y: band.y + 0.14,
      w: caption.factsWidth,
      h: band.height - 0.24,
      valign: "top",
    },
  );
}
