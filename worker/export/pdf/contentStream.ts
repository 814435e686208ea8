import type { Size, Turn } from "../orientation.ts";
import { reversed, runsOf } from "./bidi.ts";
import type { EmbeddedFace } from "./embeddedFace.ts";
import { advanceOf, advanceOfAll, type DrawableText, firstSubstitute, type Sign } from "./pdfText.ts";
import { colorOperands, number, numbers, textString } from "./syntax.ts";
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
  /** It ends with an ellipsis instead of the remaining text. */
  ellipsis?: boolean;
}

const privateTo = 0xf8ff;
const isSubstitute = (unit: number): boolean => unit >= firstSubstitute && unit <= privateTo;

/** The drawing operators of one content stream. Coordinates are points from the top left; PDF counts from the bottom. */
export class Content {
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
      `${colorOperands(color)} rg ${numbers(x, this.#height - y - height, width, height)} re f`,
    );
  }

  stroke(from: Point, to: Point, { width, color }: { width: number; color: string }): void {
    this.#operators.push(
      `${colorOperands(color)} RG ${number(width)} w ${numbers(from.x, this.#height - from.y)} m ${numbers(to.x, this.#height - to.y)} l S`,
    );
  }

  /** A frame whose line is inside a rectangle. */
  frame({ x, y, width, height }: Rectangle, line: { width: number; color: string }): void {
    const thick = Math.min(line.width, width, height);
    this.#operators.push(
      `${colorOperands(line.color)} RG ${number(thick)} w ` +
        `${numbers(x + thick / 2, this.#height - y - height + thick / 2, width - thick, height - thick)} re S`,
    );
  }

  /** Adjoining frames, which share the lines between them. */
  grid(cells: readonly { frame: Rectangle; line: { width: number; color: string } | null }[]): void {
    let style = "";
    const operators: string[] = [];
    for (const { frame, line } of cells) {
      if (!line) continue;
      const lineStyle = `${colorOperands(line.color)} RG ${number(line.width)} w`;
      if (lineStyle !== style) {
        if (style) operators.push("S");
        operators.push(lineStyle);
        style = lineStyle;
      }
      operators.push(
        `${numbers(frame.x, this.#height - frame.y - frame.height, frame.width, frame.height)} re`,
      );
    }
    if (style) this.#operators.push(`${operators.join(" ")} S`);
  }

  /** Clips to a rectangle. */
  clipped({ x, y, width, height }: Rectangle, draw: () => void): void {
    this.#operators.push(`q ${numbers(x, this.#height - y - height, width, height)} re W n`);
    draw();
    this.#operators.push("Q");
  }

  /** Draws a picture, rotated upright, in its frame. */
  picture(resource: string, { x, y, width, height }: Rectangle, { flipH, quarters }: Turn): void {
    let [a, b, c, d, e, f] = quarterMatrices[quarters]!;
    if (flipH) {
      e += a;
      f += b;
      a = -a;
      b = -b;
    }
    const bottom = this.#height - y - height;
    this.#operators.push(
      `q ${numbers(a * width, b * height, c * width, d * height, e * width + x, f * height + bottom)} cm /${resource} Do Q`,
    );
  }

  /** The lines of one text. */
  lines(text: DrawableText, { face, size, color }: TextStyle, lines: readonly PlacedLine[]): void {
    const selected = (shown: EmbeddedFace) => `/${shown.resource} ${number(size)} Tf`;
    const signs: (Point & { sign: Sign; advance: number })[] = [];
    const operators = [`BT ${selected(face)} ${colorOperands(color)} rg`];
    let [x, y] = [0, 0];
    lines.forEach((placed, index) => {
      const topLeft = { x: Math.round(placed.x * 100), y: Math.round((this.#height - placed.y) * 100) };
      operators.push(`${number((topLeft.x - x) / 100)} ${number((topLeft.y - y) / 100)} Td`);
      [x, y] = [topLeft.x, topLeft.y];
      const { start, end, insideWord } = placed.line;
      let offset = 0;
      const onSign = (sign: Sign, before: number, advance: number) =>
        signs.push({
          sign,
          x: placed.x + (before * size) / 1000,
          y: placed.y,
          advance: (advance * size) / 1000,
        });
      if (text.levels === null && text.substitutes.length === 0) {
        operators.push(`<${face.codesOf(text.units, start, end)}>Tj`);
      } else if (text.levels === null) {
        offset = this.#run(text, { face, selected }, start, end, false, operators, offset, onSign);
      } else {
        for (const run of runsOf(text.levels, start, end))
          offset = this.#run(
            text,
            { face, selected },
            run.start,
            run.end,
            run.backwards,
            operators,
            offset,
            onSign,
          );
      }
      if (placed.ellipsis) operators.push(`<${face.codesOf("…", 0, 1)}>Tj`);
      // Without a space, readers join the last word of a line and the first of the next.
      else if (!insideWord && index + 1 < lines.length && text.units.charCodeAt(end - 1) !== 0x20)
        operators.push(`<${face.codesOf(" ", 0, 1)}>Tj`);
    });
    operators.push("ET");
    this.#operators.push(operators.join(" "));
    for (const sign of signs) this.#sign(sign, size, color);
  }

  /** Draws units of one direction, and returns the offset after them in thousandths of the size. */
  #run(
    text: DrawableText,
    { face, selected }: { face: EmbeddedFace; selected: (face: EmbeddedFace) => string },
    start: number,
    end: number,
    backwards: boolean,
    operators: string[],
    from: number,
    onSign: (sign: Sign, before: number, advance: number) => void,
  ): number {
    let offset = from;
    if (backwards) operators.push(actualText(originalOf(text, start, end)));
    const units = backwards ? reversed(text.units.slice(start, end)) : text.units.slice(start, end);
    for (let index = 0; index < units.length; ) {
      const unit = units.charCodeAt(index);
      if (isSubstitute(unit)) {
        const { original, replacement, face: other, sign } = text.substitutes[unit - firstSubstitute]!;
        const shownFace = other ?? face;
        const advance = advanceOfAll(replacement, shownFace.type);
        // Readers drop the text of a span that draws nothing, so an invisible character is placed below the sign.
        const show = `<${shownFace.codesOf(replacement, 0, replacement.length)}>Tj`;
        const inFace = other ? `${selected(other)} ${show} ${selected(face)}` : show;
        const textOperators = sign ? `3 Tr ${show} 0 Tr` : inFace;
        operators.push(backwards ? textOperators : `${actualText(original)} ${textOperators} EMC`);
        if (sign) onSign(sign, offset, advance);
        offset += advance;
        index++;
        continue;
      }
      let after = index;
      for (; after < units.length && !isSubstitute(units.charCodeAt(after)); after++)
        offset += advanceOf(text, units.charCodeAt(after), face.type);
      operators.push(`<${face.codesOf(units, index, after)}>Tj`);
      index = after;
    }
    if (backwards) operators.push("EMC");
    return offset;
  }

  #sign({ sign, x, y, advance }: Point & { sign: Sign; advance: number }, size: number, color: string): void {
    const inset = advance * 0.05;
    const [left, side] = [x + inset, advance - 2 * inset];
    const bottom = this.#height - y;
    const point = (right: number, up: number) => numbers(left + right * side, bottom + up * side);
    const [low, high] = sign === "TICK" || sign === "CROSS" ? [0.08, 0.92] : [0.22, 0.78];
    const tick = `${point(low, 0.5)} m ${point(0.4, low + 0.02)} l ${point(high, high)} l`;
    const cross = `${point(low, low)} m ${point(high, high)} l ${point(low, high)} m ${point(high, low)} l`;
    const box = `${numbers(left, bottom, side, side)} re`;
    const paths: Readonly<Record<Sign, string>> = {
      BOX: box,
      TICKED_BOX: `${box} ${tick}`,
      CROSSED_BOX: `${box} ${cross}`,
      TICK: tick,
      CROSS: cross,
    };
    this.#operators.push(`q ${colorOperands(color)} RG ${number(size * 0.07)} w ${paths[sign]} S Q`);
  }
}

const actualText = (text: string): string => `/Span<</ActualText${textString(text)}>>BDC`;

function originalOf(text: DrawableText, start: number, end: number): string {
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
