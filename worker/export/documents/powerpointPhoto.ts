import type PptxGenJS from "pptxgenjs";
import { emuPerInch } from "#worker/export/ooxml.ts";
import { fitInto, orientedSize } from "../orientation.ts";
import type { DocumentModel } from "./model.ts";
import type { PhotoEntry } from "./photoEntries.ts";
import { createPlaceholder } from "./placeholder.ts";
import type { TemplateSlide } from "./powerpointDeck.ts";
import { type BoxText, cutToLines, fitBox, sizeAt } from "./powerpointFit.ts";
import { masters, panelBox } from "./powerpointMasters.ts";
import { estimateLines, isRightToLeft, linesHeight, maxSizeForLines } from "./textFit.ts";
import { themeColors } from "./theme.ts";
import type { TemplateValues } from "./xmlTemplate.ts";

/** The area for a photo, in inches. */
export const photoArea = { x: 0.3, y: 0.3, width: 8.65, height: 6.9 } as const;

const titleSizes = [22, 18, 14, 10, 8];
const maxTitleLines = 10;

/** The texts of a caption: their type sizes at each level, the points above them, and their options. */
const styles = {
  task: { sizes: [12, 10, 9, 8], spaceBefore: 0, options: { bold: true, color: themeColors.accent } },
  comment: { sizes: [14, 12, 10, 8], spaceBefore: 8, options: { color: themeColors.ink } },
  label: { sizes: [10, 9, 8, 7], spaceBefore: 8, options: { color: themeColors.muted } },
  value: { sizes: [12, 10, 9, 8], spaceBefore: 0, options: { color: themeColors.ink } },
  hash: { sizes: [6], spaceBefore: 10, options: { color: themeColors.muted } },
} as const satisfies Record<string, Omit<BoxText, "text"> & { options: PptxGenJS.TextPropsOptions }>;

/** The format of a text of the caption. */
interface CaptionLine {
  style: keyof typeof styles;
  /** Points. */
  size: number;
  rtl: boolean;
}

/** Everything about a photo slide except its texts and lengths, in which slides of one shape differ. */
interface PhotoShape {
  title: { size: number; rtl: boolean };
  lines: CaptionLine[];
  quarters: number;
  flipH: boolean;
}

/** Indexes of the lengths in the template values, all in EMU. Its texts are the title, the lines and the alternative text. */
const lengthIndex = { titleHeight: 0, top: 1, height: 2, x: 3, y: 4, width: 5, frameHeight: 6 } as const;

/** The slide of a photo, with its shape and texts. */
export function createPhotoSlide(model: DocumentModel, entry: PhotoEntry): TemplateSlide {
  const { title } = entry;
  const titleSize = maxSizeForLines(title, titleSizes, panelBox.width, 4);
  const fittedTitle = cutToLines(
    title,
    { size: titleSize, width: panelBox.width, lines: maxTitleLines },
    model.texts.fullTextAtEnd,
  );
  const titleLines = estimateLines(fittedTitle, titleSize, panelBox.width);
  const titleHeight = Math.max(0.4, linesHeight(titleLines, titleSize) + 0.08);
  const top = panelBox.top + titleHeight + 0.1;
  const height = panelBox.footer - 0.2 - top;
  const caption = buildCaption(model, entry);
  const fittedCaption = fitBox(
    caption.map(({ style, text }) => ({
      ...{
        text,
        sizes: styles[style].sizes,
        spaceBefore: styles[style].spaceBefore,
        isPath: style === "task",
      },
    })),
    { width: panelBox.width, height },
    model.texts,
  );
  // The frame keeps the photo's own proportions and is rotated around its centre, so the rotated photo fills the area.
  const frame = orientedSize(fitInto(entry.upright, photoArea), entry.turn);
  const lengths = [
    titleHeight,
    top,
    height,
    photoArea.x + (photoArea.width - frame.width) / 2,
    photoArea.y + (photoArea.height - frame.height) / 2,
    frame.width,
    frame.height,
  ];
  const shape: PhotoShape = {
    title: { size: titleSize, rtl: isRightToLeft(title) },
    lines: caption.map(({ style, text }) => ({
      style,
      size: sizeAt(styles[style], fittedCaption.level),
      rtl: isRightToLeft(text),
    })),
    quarters: entry.turn.quarterTurns,
    flipH: entry.turn.flipH,
  };
  return {
    master: masters.photo,
    shape,
    draw: (slide, lang, placeholders) => drawPhotoSlide(slide, lang, shape, placeholders),
    values: {
      texts: [fittedTitle, ...fittedCaption.texts, entry.altText],
      lengths: lengths.map((inches) => Math.round(inches * emuPerInch)),
    },
    cutEntries: fittedCaption.isCut || fittedTitle !== title ? [entry] : [],
  };
}

function buildCaption(
  model: DocumentModel,
  entry: PhotoEntry,
): { style: keyof typeof styles; text: string }[] {
  const { texts } = model;
  const caption: { style: keyof typeof styles; text: string }[] = [];
  const add = (style: keyof typeof styles, text: string) => caption.push({ style, text });
  if (entry.task) add("task", entry.task);
  if (entry.comment) add("comment", entry.comment);
  const facts: [string, string][] = [
    [texts.takenAt, entry.takenAt],
    [texts.position, entry.position || texts.noPosition],
    [texts.photographer, entry.photo.creator],
    [texts.name, entry.title === entry.photo.name ? "" : entry.photo.name],
    [texts.number, `${entry.number} ${texts.of} ${model.photoTotal}`],
  ];
  for (const [label, value] of facts) {
    if (value === "") continue;
    add("label", label);
    add("value", value);
  }
  add("hash", `SHA-256 ${entry.photo.sha256}`);
  return caption;
}

/** Draws a slide of a shape with any texts and lengths, including placeholders. */
function drawPhotoSlide(
  slide: PptxGenJS.Slide,
  lang: string,
  { title, lines, quarters, flipH }: PhotoShape,
  { texts, lengths }: TemplateValues,
): void {
  const inches = (name: keyof typeof lengthIndex) => lengths[lengthIndex[name]]! / emuPerInch;
  const direction = (rtl: boolean) =>
    rtl ? ({ lang, rtlMode: true, align: "right" } as const) : ({ lang, align: "left" } as const);
  const panel = { x: panelBox.x, w: panelBox.width, margin: 0, valign: "top" } as const;
  slide.addText(texts[0]!, {
    ...panel,
    ...direction(title.rtl),
    placeholder: "title",
    y: panelBox.top,
    h: inches("titleHeight"),
    fontSize: title.size,
    bold: true,
    color: themeColors.ink,
  });
  const runs = lines.map(({ style, size, rtl }, index) => ({
    text: texts[index + 1]!,
    options: {
      ...styles[style].options,
      ...direction(rtl),
      ...(styles[style].spaceBefore > 0 && { paraSpaceBefore: styles[style].spaceBefore }),
      fontSize: size,
      breakLine: true,
    },
  }));
  slide.addText(runs, { ...panel, y: inches("top"), h: inches("height") });
  slide.addImage({
    data: `data:image/jpeg;base64,${btoa(String.fromCharCode(...createPlaceholder("template", { width: 4, height: 3 })))}`,
    x: inches("x"),
    y: inches("y"),
    w: inches("width"),
    h: inches("frameHeight"),
    rotate: quarters * 90,
    flipH,
    altText: texts.at(-1)!,
  });
}
