import type PptxGenJS from "pptxgenjs";
import { logoObjects } from "./logo.ts";
import type { DocumentModel } from "./model.ts";
import { cutToLines } from "./powerpointFit.ts";
import { themeColors, themeFont } from "./theme.ts";

/** 16:9, in inches. */
export const slideInches = { width: 13.333, height: 7.5 } as const;

/** The column next to a photo, and where its lines begin. */
export const panelBox = { x: 9.55, width: 3.4, top: 0.5, footer: 6.95 } as const;

export const masters = {
  title: "SITEPROOF_TITLE",
  photo: "SITEPROOF_PHOTO",
  list: "SITEPROOF_LIST",
} as const;

export function defineMasters(presentation: PptxGenJS, model: DocumentModel): void {
  const lang = model.texts.locale;
  const footer = (width: number) => {
    const part = model.part ? ` · ${model.part.label}` : "";
    // The name is in full on the first slide.
    return cutToLines(model.title, { size: 9, width: width - 0.09 * part.length, lines: 1 }) + part;
  };
  const slideNumber = {
    x: 12.35,
    y: panelBox.footer,
    w: 0.6,
    h: 0.3,
    fontFace: themeFont,
    fontSize: 9,
    color: themeColors.muted,
    align: "right",
    margin: 0,
  } as const;
  const footerText = (x: number, w: number) =>
    ({
      text: {
        text: footer(w),
        options: {
          x,
          y: panelBox.footer,
          w,
          h: 0.3,
          fontFace: themeFont,
          fontSize: 9,
          color: themeColors.muted,
          margin: 0,
          valign: "middle",
          lang,
        },
      },
    }) as const;
  presentation.defineSlideMaster({
    title: masters.title,
    background: { color: themeColors.white },
    objects: [
      { rect: { x: 0, y: 0, w: 0.32, h: slideInches.height, fill: { color: themeColors.navy } } },
      {
        placeholder: {
          options: { name: "title", type: "title", x: 0.95, y: 1.0, w: 11.6, h: 1.5, margin: 0 },
          text: "",
        },
      },
      ...logoObjects(model.logo, 0.25),
    ],
  });
  presentation.defineSlideMaster({
    title: masters.photo,
    background: { color: themeColors.white },
    objects: [
      { rect: { x: 0, y: 0, w: 9.25, h: slideInches.height, fill: { color: themeColors.shade } } },
      {
        line: {
          x: panelBox.x,
          y: panelBox.footer - 0.08,
          w: panelBox.width,
          h: 0,
          line: { color: themeColors.rule, width: 0.75 },
        },
      },
      footerText(panelBox.x, panelBox.width - 0.65),
      {
        placeholder: {
          options: {
            name: "title",
            type: "title",
            x: panelBox.x,
            y: panelBox.top,
            w: panelBox.width,
            h: 1,
            margin: 0,
          },
          text: "",
        },
      },
    ],
    slideNumber,
  });
  presentation.defineSlideMaster({
    title: masters.list,
    background: { color: themeColors.white },
    objects: [
      { rect: { x: 0, y: 0, w: 0.32, h: slideInches.height, fill: { color: themeColors.navy } } },
      {
        line: {
          x: 0.95,
          y: panelBox.footer - 0.08,
          w: 12,
          h: 0,
          line: { color: themeColors.rule, width: 0.75 },
        },
      },
      footerText(0.95, 10),
      {
        placeholder: {
          options: { name: "title", type: "title", x: 0.95, y: 0.45, w: 12, h: 0.7, margin: 0 },
          text: "",
        },
      },
    ],
    slideNumber,
  });
}
