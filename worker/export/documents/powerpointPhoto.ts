import type PptxGenJS from "pptxgenjs";
import { emuPerInch } from "#worker/export/ooxml.ts";
import { fitInto, orientedSize } from "../orientation.ts";
import type { DocumentModel } from "./model.ts";
import type { PhotoEntry } from "./photoEntries.ts";
import { placeholder } from "./placeholder.ts";
import type { TemplatedSlide } from "./powerpointDeck.ts";
import { masters, panelBox } from "./powerpointMasters.ts";
import { estimateLines, isRightToLeft, largestFitting, linesHeight } from "./textFit.ts";
import { themeColors } from "./theme.ts";
import type { TemplateValues } from "./xmlTemplate.ts";

/** The area for a photo, in inches. */
const stage = { x: 0.3, y: 0.3, width: 8.65, height: 6.9 } as const;

const styles = {
  task: { bold: true, color: themeColors.accent },
  comment: { color: themeColors.ink },
  label: { color: themeColors.muted, paraSpaceBefore: 8 },
  value: { color: themeColors.ink },
  hash: { color: themeColors.muted, paraSpaceBefore: 10 },
} satisfies Record<string, PptxGenJS.TextPropsOptions>;

/** A line of the caption without its text. */
interface Line {
  style: keyof typeof styles;
  /** Points. */
  size: number;
  rtl: boolean;
  /** Adds space before it, for the first line of a comment. */
  apart?: boolean;
}

/** A photo slide without texts and lengths, the only things in which slides of one shape differ. */
interface PhotoShape {
  title: { size: number; rtl: boolean };
  lines: Line[];
  quarters: number;
  flipH: boolean;
}

/** Indexes of the lengths in the template values, all in EMU. Its texts are the title, the lines and the alternative text. */
const length = { titleHeight: 0, top: 1, height: 2, x: 3, y: 4, width: 5, frameHeight: 6 } as const;

/** The slide of a photo, with its shape and texts. */
export function photoSlide(model: DocumentModel, entry: PhotoEntry): TemplatedSlide {
  const { title } = entry;
  const size = largestFitting(title, [22, 18, 14, 10], panelBox.width, 4);
  const titleLines = Math.min(estimateLines(title, size, panelBox.width), 6);
  const titleHeight = Math.max(0.4, linesHeight(titleLines, size) + 0.08);
  const top = panelBox.top + titleHeight + 0.1;
  const caption = captionOf(model, entry);
  // The frame keeps the photo's own proportions and is rotated around its centre, so the rotated photo fills the area.
  const frame = orientedSize(fitInto(entry.upright, stage), entry.turn);
  const lengths = [
    titleHeight,
    top,
    panelBox.footer - 0.2 - top,
    stage.x + (stage.width - frame.width) / 2,
    stage.y + (stage.height - frame.height) / 2,
    frame.width,
    frame.height,
  ];
  const shape: PhotoShape = {
    title: { size, rtl: isRightToLeft(title) },
    lines: caption.map(({ line }) => line),
    quarters: entry.turn.quarters,
    flipH: entry.turn.flipH,
  };
  return {
    master: masters.photo,
    shape,
    draw: (slide, lang, holes) => drawPhotoSlide(slide, lang, shape, holes),
    values: {
      texts: [title, ...caption.map(({ text }) => text), entry.altText],
      lengths: lengths.map((inches) => Math.round(inches * emuPerInch)),
    },
  };
}

function captionOf(model: DocumentModel, entry: PhotoEntry): { line: Line; text: string }[] {
  const { texts } = model;
  const caption: { line: Line; text: string }[] = [];
  const add = (style: keyof typeof styles, size: number, text: string, apart = false) =>
    caption.push({ line: { style, size, rtl: isRightToLeft(text), apart }, text });
  if (entry.task) add("task", largestFitting(entry.task, [12, 10, 8], panelBox.width, 5), entry.task);
  if (entry.comment) {
    const { comment } = entry;
    const size = largestFitting(comment, [14, 12, 10, 8], panelBox.width, 12);
    for (const [index, line] of comment.split("\n").entries()) add("comment", size, line, index === 0);
  }
  const facts: [string, string][] = [
    [texts.takenAt, entry.takenAt],
    [texts.position, entry.position || texts.noPosition],
    [texts.photographer, entry.photo.creator],
    [texts.name, entry.title === entry.photo.name ? "" : entry.photo.name],
    [texts.number, `${entry.number} ${texts.of} ${model.photoTotal}`],
  ];
  for (const [label, value] of facts) {
    if (value === "") continue;
    add("label", 10, label);
    add("value", 12, value);
  }
  add("hash", 6, `SHA-256 ${entry.photo.sha256}`);
  return caption;
}

/** Draws a slide of a shape with any texts and lengths, including placeholders. */
function drawPhotoSlide(
  slide: PptxGenJS.Slide,
  lang: string,
  { title, lines, quarters, flipH }: PhotoShape,
  { texts, lengths }: TemplateValues,
): void {
  const inches = (name: keyof typeof length) => lengths[length[name]]! / emuPerInch;
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
  const runs = lines.map(({ style, size, rtl, apart }, index) => ({
    text: texts[index + 1]!,
    options: {
      ...styles[style],
      ...direction(rtl),
      ...(apart && { paraSpaceBefore: 8 }),
      fontSize: size,
      breakLine: true,
    },
  }));
  slide.addText(runs, { ...panel, y: inches("top"), h: inches("height") });
  slide.addImage({
    data: `data:image/jpeg;base64,${btoa(String.fromCharCode(...placeholder("exemplar", { width: 4, height: 3 })))}`,
    x: inches("x"),
    y: inches("y"),
    w: inches("width"),
    h: inches("frameHeight"),
    rotate: quarters * 90,
    flipH,
    altText: texts.at(-1)!,
  });
}
