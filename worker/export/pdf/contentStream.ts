import type { FrameTransform, Size } from "../orientation.ts";
import { findRuns, reverseRun } from "./bidi.ts";
import type { EmbeddedFace } from "./embeddedFace.ts";
import { formatColor, formatNumber, formatNumbers, formatTextString } from "./pdfSyntax.ts";
import {
  advanceOf,
  type DrawableText,
  firstSubstitute,
  type GlyphSymbol,
  substituteAdvance,
} from "./pdfText.ts";
import type { Line } from "./textLines.ts";

/** A point on a page, from its top left. */
export interface Point {
  x: number;
  y: number;
}

export interface Rectangle extends Point, Size {}

export interface TextStyle {
  face: EmbeddedFace;
  /** Points. */
  size: number;
  /** "#RRGGBB". */
  color: string;
}

/** A positioned line of a text: the left end of its baseline. */
export interface PlacedLine extends Point {
  line: Line;
  /** The line was cut and ends with an ellipsis. */
  ellipsis?: boolean;
}

const lastPrivateUse = 0xf8ff;
const isSubstitute = (unit: number): boolean => unit >= firstSubstitute && unit <= lastPrivateUse;

/** The font of a run. */
interface RunFont {
  face: EmbeddedFace;
  /** Points. */
  size: number;
  fontOperator: (face: EmbeddedFace) => string;
}

/** The drawing operators of one content stream. Coordinates are points from the top left; PDF counts from the bottom. */
export class ContentStream {
  readonly #height: number;
  #operators: string[] = [];

  constructor(height: number) {
    this.#height = height;
  }

  get text(): string {
    return this.#operators.join("\n");
  }

  /** Draws marked content. @param tag operands that open it: the tag and its properties */
  markContent(tag: string, draw: () => void): void {
    this.#operators.push(tag);
    draw();
    this.#operators.push("EMC");
  }

  fill({ x, y, width, height }: Rectangle, color: string): void {
    this.#operators.push(
      `${formatColor(color)} rg ${formatNumbers(x, this.#height - y - height, width, height)} re f`,
    );
  }

  stroke(from: Point, to: Point, { width, color }: { width: number; color: string }): void {
    this.#operators.push(
      `${formatColor(color)} RG ${formatNumber(width)} w ${formatNumbers(from.x, this.#height - from.y)} m ${formatNumbers(to.x, this.#height - to.y)} l S`,
    );
  }

  /** Strokes a rectangle's border on its inside. */
  frame({ x, y, width, height }: Rectangle, line: { width: number; color: string }): void {
    const lineWidth = Math.min(line.width, width, height);
    this.#operators.push(
      `${formatColor(line.color)} RG ${formatNumber(lineWidth)} w ` +
        `${formatNumbers(x + lineWidth / 2, this.#height - y - height + lineWidth / 2, width - lineWidth, height - lineWidth)} re S`,
    );
  }

  /** Strokes adjoining rectangles, which share the lines between them. */
  grid(
    cells: readonly {
      frame: Rectangle;
      line: { width: number; color: string; isHorizontal?: boolean } | null;
    }[],
  ): void {
    let currentStyle = "";
    const operators: string[] = [];
    for (const { frame, line } of cells) {
      if (!line) continue;
      const lineStyle = `${formatColor(line.color)} RG ${formatNumber(line.width)} w`;
      if (lineStyle !== currentStyle) {
        if (currentStyle) operators.push("S");
        operators.push(lineStyle);
        currentStyle = lineStyle;
      }
      const { x, width, height } = frame;
      const bottom = this.#height - frame.y - height;
      operators.push(
        line.isHorizontal
          ? `${formatNumbers(x, bottom)} m ${formatNumbers(x + width, bottom)} l ${formatNumbers(x, bottom + height)} m ${formatNumbers(x + width, bottom + height)} l`
          : `${formatNumbers(x, bottom, width, height)} re`,
      );
    }
    if (currentStyle) this.#operators.push(`${operators.join(" ")} S`);
  }

  /** Clips to a rectangle. */
  drawClipped({ x, y, width, height }: Rectangle, draw: () => void): void {
    this.#operators.push(`q ${formatNumbers(x, this.#height - y - height, width, height)} re W n`);
    draw();
    this.#operators.push("Q");
  }

  /** Draws a picture, rotated upright, in its frame. */
  picture(
    resource: string,
    { x, y, width, height }: Rectangle,
    { flipH, quarterTurns }: FrameTransform,
  ): void {
    let [a, b, c, d, e, f] = quarterMatrices[quarterTurns]!;
    if (flipH) {
      e += a;
      f += b;
      a = -a;
      b = -b;
    }
    const bottom = this.#height - y - height;
    this.#operators.push(
      `q ${formatNumbers(a * width, b * height, c * width, d * height, e * width + x, f * height + bottom)} cm /${resource} Do Q`,
    );
  }

  /** Draws the dark modules of a code on white, as one shape, so that no gaps show between them. */
  modules(frame: Rectangle, modules: readonly (readonly boolean[])[]): void {
    const { x, y, width, height } = frame;
    this.fill(frame, "#FFFFFF");
    const count = Math.max(modules.length, 1);
    // Rounded to hundredths of a point, a module would differ from its neighbours.
    const [a, d] = [width / count, height / count].map((side) => side.toFixed(5));
    const rectangles = modules.flatMap((row, rowIndex) =>
      findRunsOf(row).map(([start, end]) => `${start} ${count - 1 - rowIndex} ${end - start} 1 re`),
    );
    this.#operators.push(
      `q ${formatColor("#000000")} rg ${a} 0 0 ${d} ${formatNumbers(x, this.#height - y - height)} cm ${rectangles.join(" ")} f Q`,
    );
  }

  /** The lines of one text. */
  lines(text: DrawableText, { face, size, color }: TextStyle, lines: readonly PlacedLine[]): void {
    const fontOperator = (usedFace: EmbeddedFace) => `/${usedFace.resource} ${formatNumber(size)} Tf`;
    const symbols: (Point & { sign: GlyphSymbol; advance: number })[] = [];
    const operators = [`BT ${fontOperator(face)} ${formatColor(color)} rg`];
    let [x, y] = [0, 0];
    lines.forEach((placedLine, index) => {
      const topLeft = {
        x: Math.round(placedLine.x * 100),
        y: Math.round((this.#height - placedLine.y) * 100),
      };
      operators.push(`${formatNumber((topLeft.x - x) / 100)} ${formatNumber((topLeft.y - y) / 100)} Td`);
      [x, y] = [topLeft.x, topLeft.y];
      const { start, end, endsInsideWord } = placedLine.line;
      let offset = 0;
      const onSymbol = (sign: GlyphSymbol, symbolOffset: number, advance: number) =>
        symbols.push({
          sign,
          x: placedLine.x + (symbolOffset * size) / 1000,
          y: placedLine.y,
          advance: (advance * size) / 1000,
        });
      if (text.levels === null && text.substitutes.length === 0) {
        operators.push(`<${face.encodeUnits(text.units, start, end)}>Tj`);
      } else if (text.levels === null) {
        offset = this.#drawRun(
          text,
          { face, size, fontOperator },
          start,
          end,
          false,
          operators,
          offset,
          onSymbol,
        );
      } else {
        for (const run of findRuns(text.levels, start, end))
          offset = this.#drawRun(
            text,
            { face, size, fontOperator },
            run.start,
            run.end,
            run.isReversed,
            operators,
            offset,
            onSymbol,
          );
      }
      if (placedLine.ellipsis) operators.push(`<${face.encodeUnits("…", 0, 1)}>Tj`);
      // Without a space, readers join the last word of a line and the first of the next.
      else if (!endsInsideWord && index + 1 < lines.length && text.units.charCodeAt(end - 1) !== 0x20)
        operators.push(`<${face.encodeUnits(" ", 0, 1)}>Tj`);
    });
    operators.push("ET");
    this.#operators.push(operators.join(" "));
    for (const sign of symbols) this.#drawSymbol(sign, size, color);
  }

  /** Draws units of one direction, and returns the offset after them in thousandths of the size. */
  #drawRun(
    text: DrawableText,
    { face, size, fontOperator }: RunFont,
    start: number,
    end: number,
    isReversed: boolean,
    operators: string[],
    from: number,
    onSymbol: (sign: GlyphSymbol, symbolOffset: number, advance: number) => void,
  ): number {
    let offset = from;
    if (isReversed) operators.push(actualTextOperator(originalText(text, start, end)));
    const units = isReversed ? reverseRun(text.units.slice(start, end)) : text.units.slice(start, end);
    for (let index = 0; index < units.length; ) {
      const unit = units.charCodeAt(index);
      if (isSubstitute(unit)) {
        const substitute = text.substitutes[unit - firstSubstitute]!;
        const { original, replacement, glyphs, face: substituteFace, sign } = substitute;
        const usedFace = substituteFace ?? face;
        const advance = substituteAdvance(substitute, face.type);
        // Readers drop the text of a span that draws nothing, so an invisible character is placed below the sign.
        const showOperator = glyphs
          ? usedFace.showGlyphs(glyphs, original, size)
          : `<${usedFace.encodeUnits(replacement, 0, replacement.length)}>Tj`;
        const inFace = substituteFace
          ? `${fontOperator(substituteFace)} ${showOperator} ${fontOperator(face)}`
          : showOperator;
        const textOperators = sign ? `3 Tr ${showOperator} 0 Tr` : inFace;
        operators.push(isReversed ? textOperators : `${actualTextOperator(original)} ${textOperators} EMC`);
        if (sign) onSymbol(sign, offset, advance);
        offset += advance;
        index++;
        continue;
      }
      let runEnd = index;
      for (; runEnd < units.length && !isSubstitute(units.charCodeAt(runEnd)); runEnd++)
        offset += advanceOf(text, units.charCodeAt(runEnd), face.type);
      operators.push(`<${face.encodeUnits(units, index, runEnd)}>Tj`);
      index = runEnd;
    }
    if (isReversed) operators.push("EMC");
    return offset;
  }

  #drawSymbol(
    { sign, x, y, advance }: Point & { sign: GlyphSymbol; advance: number },
    size: number,
    color: string,
  ): void {
    const inset = advance * 0.05;
    const [left, sideLength] = [x + inset, advance - 2 * inset];
    const bottom = this.#height - y;
    const point = (right: number, up: number) =>
      formatNumbers(left + right * sideLength, bottom + up * sideLength);
    const [low, high] = sign === "TICK" || sign === "CROSS" ? [0.08, 0.92] : [0.22, 0.78];
    const tickPath = `${point(low, 0.5)} m ${point(0.4, low + 0.02)} l ${point(high, high)} l`;
    const crossPath = `${point(low, low)} m ${point(high, high)} l ${point(low, high)} m ${point(high, low)} l`;
    const boxPath = `${formatNumbers(left, bottom, sideLength, sideLength)} re`;
    const paths: Readonly<Record<GlyphSymbol, string>> = {
      BOX: boxPath,
      TICKED_BOX: `${boxPath} ${tickPath}`,
      CROSSED_BOX: `${boxPath} ${crossPath}`,
      TICK: tickPath,
      CROSS: crossPath,
    };
    this.#operators.push(`q ${formatColor(color)} RG ${formatNumber(size * 0.07)} w ${paths[sign]} S Q`);
  }
}

/** Start and end of each run of true values. */
function findRunsOf(flags: readonly boolean[]): [start: number, end: number][] {
  const runs: [number, number][] = [];
  flags.forEach((flag, index) => {
    if (!flag) return;
    const last = runs.at(-1);
    if (last && last[1] === index) last[1] = index + 1;
    else runs.push([index, index + 1]);
  });
  return runs;
}

const actualTextOperator = (text: string): string => `/Span<</ActualText${formatTextString(text)}>>BDC`;

function originalText(text: DrawableText, start: number, end: number): string {
  let original = "";
  for (let index = start; index < end; index++) {
    const unit = text.units.charCodeAt(index);
    original += isSubstitute(unit) ? text.substitutes[unit - firstSubstitute]!.original : text.units[index];
  }
  return original;
}

/** Clockwise quarter turns of the unit square, as the operands of cm. */
const quarterMatrices: readonly (readonly [number, number, number, number, number, number])[] = [
  [1, 0, 0, 1, 0, 0],
  [0, -1, 1, 0, 0, 1],
  [-1, 0, 0, -1, 1, 1],
  [0, 1, -1, 0, 1, 0],
];
