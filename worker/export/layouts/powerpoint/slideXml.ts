import type { Alignment, Font } from "#domain/layout/types.ts";
import { isRightToLeft } from "#worker/export/documents/textFit.ts";
import { escapeXml, truncate } from "#worker/export/documents/xml.ts";
import { decorativeXml, emuPerPoint, namespace, xmlDeclaration } from "#worker/export/ooxml.ts";
import type { FrameTransform } from "#worker/export/orientation.ts";
import type { Rect } from "../columnLayout.ts";
import { lineHeight } from "../fitText.ts";
import { PartRelations, pictureKindOf } from "../packagePictures.ts";
import { mmToPoints, officeFonts, slideSizeMm } from "../pageMetrics.ts";
import {
  createPageReference,
  type DrawnBorder,
  pageCountMark,
  pageNumberMark,
  pageReferencePattern,
} from "../renderTree.ts";

/*
 * Slides as XML text. pptxgenjs draws the presentation around them (theme, master, layout), but takes a millisecond and 100 KB per slide
 * and has no header rows, languages at paragraph ends or decorative shapes. Lengths in points.
 */

/** The whole slide. */
export const slideRect: Rect = {
  x: 0,
  y: 0,
  width: mmToPoints(slideSizeMm.width),
  height: mmToPoints(slideSizeMm.height),
};

/** Maximum characters of the invisible title. */
const maxTitleLength = 100;

/** Maximum font size of empty texts, in points. */
const maxEmptyFontSize = 10;

/** A size in hundredths of a point, rounded down so that lines do not outgrow their box. */
const fontSizeXml = (size: number) => Math.max(Math.floor(size * 100), 100);
const pointsToEmu = (length: number) => Math.round(length * emuPerPoint);
const toRgb = (color: string) => color.replace("#", "").toUpperCase();
const solidFillXml = (color: string) => `<a:solidFill><a:srgbClr val="${toRgb(color)}"/></a:solidFill>`;

export interface Run {
  text: string;
  /** Points. */
  size: number;
  color: string;
  bold: boolean;
  italic: boolean;
  alignment: Alignment;
  font: Font;
  /** The absolute URL that it opens. */
  link?: string;
  /** The number of the slide that it links to. */
  slideLink?: number;
}

export interface LineStyle {
  width: number;
  color: string;
}

export interface TableCell {
  runs: readonly Run[];
  colspan: number;
  insets: { top: number; bottom: number; left: number; right: number };
  /** Null uses the lines of the table. */
  border: DrawnBorder | null;
  background: string | null;
  isCentered?: boolean;
}

export interface TableSpec {
  widths: readonly number[];
  /** The first row is a header. */
  header: boolean;
  /** Lines of cells without their own. */
  border: LineStyle | null;
  rows: readonly { height: number; cells: readonly TableCell[] }[];
}

/** The built-in style "No Style, No Grid": all lines and backgrounds are the cells'. */
const noStyleId = "{2D5ABB26-0587-4C30-8999-92F81FD0307C}";
const namespaces = `xmlns:a="${namespace.drawing}" xmlns:r="${namespace.relationship}" xmlns:p="${namespace.presentation}"`;
const groupPropertiesXml =
  '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>';
const rectGeometryXml = '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom>';

/** Builds one slide. */
export class SlideXml {
  readonly relations = new PartRelations();
  /** Texts that are not shown in full. */
  readonly cutTexts: string[] = [];
  readonly #locale: string;
  readonly #shapes: string[] = [];
  readonly #counts = new Map<string, number>();
  readonly #linkedSlides = new Set<number | string>();

  constructor(locale: string) {
    this.#locale = locale;
  }

  /**
   * The title for screen readers and lists of slides; the slide layout places it above the slide, out of sight. On one line, because a
   * second one would run into the slide.
   */
  addTitle(text: string): void {
    this.#shapes.push(
      `<p:sp><p:nvSpPr>${this.#propertiesXml("Title")}<p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph type="title" idx="100"/></p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr wrap="none" anchor="b"/><a:lstStyle/><a:p><a:r><a:rPr lang="${this.#locale}"/><a:t>${escapeXml(truncate(text, maxTitleLength))}</a:t></a:r></a:p></p:txBody></p:sp>`,
    );
  }

  /** The background and border of a column. */
  addPanel(rect: Rect, background: string | null, border: LineStyle | null): void {
    // Half of a line is on either side of the edge.
    const inset = (border?.width ?? 0) / 2;
    const innerRect = {
      x: rect.x + inset,
      y: rect.y + inset,
      width: Math.max(rect.width - 2 * inset, 0),
      height: Math.max(rect.height - 2 * inset, 0),
    };
    const line = border
      ? `<a:ln w="${pointsToEmu(border.width)}">${solidFillXml(border.color)}<a:miter lim="800000"/></a:ln>`
      : "<a:ln><a:noFill/></a:ln>";
    this.#shapes.push(
      `<p:sp><p:nvSpPr>${this.#propertiesXml("Panel", decorativeXml)}<p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr>${frameXml(innerRect)}${rectGeometryXml}${background ? solidFillXml(background) : "<a:noFill/>"}${line}</p:spPr></p:sp>`,
    );
  }

  /**
   * Stacked texts in a box; `relativeTop` aligns them in a higher box, from 0 (top) to 1 (bottom).
   * @param isTitle whether it is the title of the slide, in place of an invisible one
   */
  addText(rect: Rect, runs: readonly Run[], relativeTop: number, isTitle = false): void {
    const anchor = relativeTop === 0 ? "t" : relativeTop === 1 ? "b" : "ctr";
    const properties = isTitle
      ? `${this.#propertiesXml("Title")}<p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph type="title" idx="100"/></p:nvPr>`
      : `${this.#propertiesXml("Text")}<p:cNvSpPr txBox="1"/><p:nvPr/>`;
    this.#shapes.push(
      `<p:sp><p:nvSpPr>${properties}</p:nvSpPr><p:spPr>${frameXml(rect)}${rectGeometryXml}<a:noFill/></p:spPr><p:txBody><a:bodyPr wrap="square" lIns="0" tIns="0" rIns="0" bIns="0" rtlCol="0" anchor="${anchor}"><a:noAutofit/></a:bodyPr><a:lstStyle/>${this.#paragraphs(runs)}</p:txBody></p:sp>`,
    );
  }

  /**
   * A picture by the name of its part. `rect` is the frame before it is turned about its centre. Without an alternative text it is
   * decorative.
   */
  addPicture(
    rect: Rect,
    picture: string,
    { quarterTurns, flipH }: FrameTransform,
    altText: string | null,
  ): void {
    const kind = pictureKindOf(picture);
    const pictureProperties =
      altText === null
        ? this.#propertiesXml(kind, decorativeXml)
        : this.#propertiesXml(kind, "", ` descr="${escapeXml(altText)}"`);
    const attributes = `${quarterTurns === 0 ? "" : ` rot="${quarterTurns * 5_400_000}"`}${flipH ? ' flipH="1"' : ""}`;
    this.#shapes.push(
      `<p:pic><p:nvPicPr>${pictureProperties}<p:cNvPicPr><a:picLocks noChangeAspect="1"/></p:cNvPicPr><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:embed="${this.relations.idOf(picture)}"/><a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr>${frameXml(rect, attributes)}${rectGeometryXml}</p:spPr></p:pic>`,
    );
  }

  addTable(rect: Rect, { widths, header, border, rows }: TableSpec): void {
    const grid = widths.map((width) => `<a:gridCol w="${pointsToEmu(width)}"/>`).join("");
    const body = rows
      .map(({ height, cells }, row) => {
        const cellXmls = cells.map((cell, column) => {
          // Neighbouring cells share their lines.
          const edges = `${column === 0 ? "L" : ""}R${row === 0 ? "T" : ""}B`;
          const ownEdges = cell.border?.isHorizontal ? "TB" : "LRTB";
          const lines = cell.border ? linesXml(ownEdges, cell.border) : linesXml(edges, border);
          return this.#cell(cell, lines, height);
        });
        return `<a:tr h="${pointsToEmu(height)}">${cellXmls.join("")}</a:tr>`;
      })
      .join("");
    const transform = frameXml(rect).replaceAll("a:xfrm", "p:xfrm");
    this.#shapes.push(
      `<p:graphicFrame><p:nvGraphicFramePr>${this.#propertiesXml("Table")}<p:cNvGraphicFramePr><a:graphicFrameLocks noGrp="1"/></p:cNvGraphicFramePr><p:nvPr/></p:nvGraphicFramePr>${transform}<a:graphic><a:graphicData uri="${namespace.table}"><a:tbl><a:tblPr${header ? ' firstRow="1"' : ""}><a:tableStyleId>${noStyleId}</a:tableStyleId></a:tblPr><a:tblGrid>${grid}</a:tblGrid>${body}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`,
    );
  }

  xml(background: string): string {
    return `${xmlDeclaration}<p:sld ${namespaces}><p:cSld><p:bg><p:bgPr>${solidFillXml(background)}<a:effectLst/></p:bgPr></p:bg><p:spTree>${groupPropertiesXml}${this.#shapes.join("")}</p:spTree></p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sld>`;
  }

  #cell({ runs, colspan, insets, background, isCentered }: TableCell, lines: string, height: number): string {
    const { left, right, top, bottom } = insets;
    // Without a size, the default of 18 points would make the row taller than it is laid out.
    const emptySize = Math.min(Math.max((height - top - bottom) / lineHeight, 1), maxEmptyFontSize);
    const span = colspan > 1 ? ` gridSpan="${colspan}"` : "";
    const cell = `<a:tc${span}><a:txBody><a:bodyPr/>${this.#paragraphs(runs, emptySize)}</a:txBody><a:tcPr marL="${pointsToEmu(left)}" marR="${pointsToEmu(right)}" marT="${pointsToEmu(top)}" marB="${pointsToEmu(bottom)}" anchor="${isCentered ? "ctr" : "t"}">${lines}${background ? solidFillXml(background) : ""}</a:tcPr></a:tc>`;
    const coveredCell = `<a:tc hMerge="1"><a:txBody><a:bodyPr/>${this.#emptyParagraph(1)}</a:txBody><a:tcPr marL="0" marR="0" marT="0" marB="0"/></a:tc>`;
    return cell + coveredCell.repeat(colspan - 1);
  }

  /** The relationships to the slides that it links to. */
  slideRelationsXml(): string {
    return [...this.#linkedSlides]
      .map(
        (number) =>
          `<Relationship Id="${slideRelationId(number)}" Type="${namespace.relationship}/slide" Target="slide${number}.xml"/>`,
      )
      .join("");
  }

  #emptyParagraph(size: number): string {
    return `<a:p><a:endParaRPr lang="${this.#locale}" sz="${fontSizeXml(size)}"/></a:p>`;
  }

  /** @param emptySize points of a text without runs */
  #paragraphs(runs: readonly Run[], emptySize = maxEmptyFontSize): string {
    const paragraphs = runs.flatMap((run) => {
      const properties = this.#runProperties(run);
      return run.text.split("\n").map((line) => {
        const propertiesXml = paragraphProperties(line, run.alignment);
        return line === ""
          ? `<a:p>${propertiesXml}<a:endParaRPr ${properties}</a:endParaRPr></a:p>`
          : `<a:p>${propertiesXml}${line
              .split(pageNumberPattern)
              .map((text) => this.#run(text, properties))
              .join("")}</a:p>`;
      });
    });
    return paragraphs.length > 0 ? paragraphs.join("") : this.#emptyParagraph(emptySize);
  }

  /** A run, or the field of the slide's number. Marks and references remain until all numbers are known. */
  #run(text: string, properties: string): string {
    if (text === "") return "";
    if (text === pageNumberMark)
      return `<a:fld id="{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}" type="slidenum"><a:rPr ${properties}</a:rPr><a:t>${text}</a:t></a:fld>`;
    if (text === pageCountMark) return `<a:r><a:rPr ${properties}</a:rPr><a:t>${text}</a:t></a:r>`;
    const [reference] = text.matchAll(pageReferencePattern);
    if (!reference) return `<a:r><a:rPr ${properties}</a:rPr><a:t>${escapeXml(text)}</a:t></a:r>`;
    const link = this.#slideLinkXml(createPageReference(Number(reference[1])));
    return `<a:r><a:rPr ${properties}${link}</a:rPr><a:t>${text}</a:t></a:r>`;
  }

  /** @param slide its number, or a reference */
  #slideLinkXml(slide: number | string): string {
    this.#linkedSlides.add(slide);
    return `<a:hlinkClick r:id="${slideRelationId(slide)}" action="ppaction://hlinksldjump">${ownColorXml}</a:hlinkClick>`;
  }

  /** The attributes and children of a run's properties, without the element's name. */
  #runProperties({ size, bold, italic, color, font, link, slideLink }: Run): string {
    const slideClick = slideLink === undefined ? "" : this.#slideLinkXml(slideLink);
    const style = `${bold ? ' b="1"' : ""}${italic ? ' i="1"' : ""}`;
    // Arial is the theme's own font.
    const face =
      font === "HELVETICA"
        ? ""
        : `<a:latin typeface="${officeFonts[font]}"/><a:cs typeface="${officeFonts[font]}"/>`;
    const click = link
      ? `<a:hlinkClick r:id="${this.relations.linkIdOf(link)}">${ownColorXml}</a:hlinkClick>`
      : slideClick;
    return `lang="${this.#locale}" sz="${fontSizeXml(size)}"${style}>${solidFillXml(color)}${face}${click}`;
  }

  /** Properties with a name such as "Photo 2", by which lists and screen readers tell shapes apart. */
  #propertiesXml(kind: string, children = "", attributes = ""): string {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    const start = `<p:cNvPr id="${this.#shapes.length + 2}" name="${kind} ${count}"${attributes}`;
    return children === "" ? `${start}/>` : `${start}>${children}</p:cNvPr>`;
  }
}

/** Keeps the colour of a link's text, which is otherwise the theme's. */
const ownColorXml =
  '<a:extLst><a:ext uri="{A12FA001-AC4F-418D-AE19-62706E023703}"><ahyp:hlinkClr xmlns:ahyp="http://schemas.microsoft.com/office/drawing/2018/hyperlinkcolor" val="tx"/></a:ext></a:extLst>';

const slideRelationId = (number: number | string): string => `rIdSlide${number}`;

const pageNumberPattern = new RegExp(
  `([${pageNumberMark}${pageCountMark}]|${pageReferencePattern.source.replace(/[()]/g, "")})`,
);

/** Lines of a cell at some of its edges, in the order of the schema. */
function linesXml(edges: string, line: LineStyle | null): string {
  if (line === null || line.width <= 0) return "";
  const attributes = ` w="${pointsToEmu(line.width)}">${solidFillXml(line.color)}</a:ln`;
  let xml = "";
  for (const edge of edges) xml += `<a:ln${edge}${attributes}${edge}>`;
  return xml;
}

const alignmentCodes: Readonly<Record<Alignment, string>> = { LEFT: "l", CENTER: "ctr", RIGHT: "r" };

function paragraphProperties(line: string, alignment: Alignment): string {
  // In right-to-left text, LEFT means the start of the line: the right.
  if (isRightToLeft(line))
    return `<a:pPr algn="${alignment === "LEFT" ? "r" : alignmentCodes[alignment]}" rtl="1"/>`;
  return `<a:pPr algn="${alignmentCodes[alignment]}"/>`;
}

const frameXml = ({ x, y, width, height }: Rect, attributes = "") =>
  `<a:xfrm${attributes}><a:off x="${pointsToEmu(x)}" y="${pointsToEmu(y)}"/><a:ext cx="${pointsToEmu(width)}" cy="${pointsToEmu(height)}"/></a:xfrm>`;
