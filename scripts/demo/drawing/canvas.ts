import { textPath, textWidth } from "./lettering.ts";

export type Point = readonly [x: number, y: number];
/** Offset 0 to 1, colour, opacity. */
export type Stop = readonly [offset: number, colour: string, opacity?: number];

/** Collects an SVG drawing. Later strokes cover earlier ones. */
export class Canvas {
  readonly width: number;
  readonly height: number;
  readonly #definitions: string[] = [];
  readonly #parts: string[] = [];

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
  }

  add(svg: string): void {
    this.#parts.push(svg);
  }

  rect(x: number, y: number, width: number, height: number, fill: string, attributes = ""): void {
    this.add(
      `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" fill="${fill}" ${attributes}/>`,
    );
  }

  circle(x: number, y: number, radius: number, fill: string, attributes = ""): void {
    this.add(`<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="${fill}" ${attributes}/>`);
  }

  ellipse(x: number, y: number, radiusX: number, radiusY: number, fill: string, attributes = ""): void {
    this.add(
      `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(radiusX)}" ry="${n(radiusY)}" fill="${fill}" ${attributes}/>`,
    );
  }

  polygon(points: readonly Point[], fill: string, attributes = ""): void {
    this.add(`<path d="${linePath(points)}z" fill="${fill}" ${attributes}/>`);
  }

  path(data: string, fill: string, attributes = ""): void {
    this.add(`<path d="${data}" fill="${fill}" ${attributes}/>`);
  }

  /** A line through points, or any path data. */
  stroke(line: readonly Point[] | string, colour: string, width: number, attributes = ""): void {
    const data = typeof line === "string" ? line : linePath(line);
    this.add(
      `<path d="${data}" fill="none" stroke="${colour}" stroke-width="${n(width)}" stroke-linecap="round" ` +
        `stroke-linejoin="round" ${attributes}/>`,
    );
  }

  /** Draws many short strokes as one path, without round caps, which would cost more than the strokes themselves. */
  hatch(data: string, colour: string, width: number, opacity = 1): void {
    this.add(
      `<path d="${data}" fill="none" stroke="${colour}" stroke-width="${n(width)}" stroke-opacity="${opacity}"/>`,
    );
  }

  /** Draws a tube: a dark stroke, the colour, and a highlight along it. */
  tube(line: readonly Point[] | string, colour: string, width: number): void {
    this.stroke(line, shade(colour, -0.45), width);
    this.stroke(line, colour, width * 0.72);
    this.stroke(line, shade(colour, 0.4), width * 0.18, 'stroke-opacity=".7"');
  }

  text(text: string, x: number, y: number, size: number, colour: string, weight?: number): void {
    this.add(textPath(text, n(x), n(y), size, colour, weight));
  }

  centredText(text: string, x: number, y: number, size: number, colour: string, weight?: number): void {
    this.text(text, x - textWidth(text, size) / 2, y, size, colour, weight);
  }

  /** A gradient from top to bottom, or between two points relative to the filled shape. */
  linear(stops: readonly Stop[], from: Point = [0, 0], to: Point = [0, 1]): string {
    return this.#gradient(
      `linearGradient x1="${from[0]}" y1="${from[1]}" x2="${to[0]}" y2="${to[1]}"`,
      stops,
    );
  }

  radialGradient(stops: readonly Stop[], centre: Point = [0.5, 0.5], radius = 0.5): string {
    return this.#gradient(`radialGradient cx="${centre[0]}" cy="${centre[1]}" r="${radius}"`, stops);
  }

  /** A repeated tile as a fill: brick and mesh need only one path. */
  pattern(width: number, height: number, tile: string, transform = ""): string {
    const id = `d${this.#definitions.length}`;
    this.#definitions.push(
      `<pattern id="${id}" width="${width}" height="${height}" patternUnits="userSpaceOnUse" ` +
        `patternTransform="${transform}">${tile}</pattern>`,
    );
    return `url(#${id})`;
  }

  /** Moves, scales or rotates everything that `draw` adds. */
  group(transform: string, draw: () => void): void {
    this.add(`<g transform="${transform}">`);
    draw();
    this.add("</g>");
  }

  /** @param scale pixels per unit of the drawing */
  toSvg(scale = 1): string {
    const [width, height] = [this.width * scale, this.height * scale];
    return (
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${this.width} ${this.height}">` +
      `<defs>${this.#definitions.join("")}</defs>${this.#parts.join("")}</svg>`
    );
  }

  #gradient(tag: string, stops: readonly Stop[]): string {
    const id = `d${this.#definitions.length}`;
    const list = stops
      .map(
        ([offset, colour, opacity]) =>
          `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity ?? 1}"/>`,
      )
      .join("");
    this.#definitions.push(`<${tag} id="${id}">${list}</${tag.split(" ")[0]}>`);
    return `url(#${id})`;
  }
}

/** Formats a number with as few digits as a drawing needs. */
export function n(value: number): number {
  return Math.round(value * 10) / 10;
}

export function linePath(points: readonly Point[]): string {
  return points.map(([x, y], index) => `${index === 0 ? "M" : "L"}${n(x)} ${n(y)}`).join("");
}

/** A colour `#rrggbb` moved towards white (amount above 0) or black (below 0). */
export function shade(colour: string, amount: number): string {
  return mix(colour, amount > 0 ? "#ffffff" : "#000000", Math.abs(amount));
}

/** Blends from one colour (0) to another (1). */
export function mix(from: string, to: string, share: number): string {
  const channel = (colour: string, offset: number) => Number.parseInt(colour.slice(offset, offset + 2), 16);
  const mixed = [1, 3, 5].map((offset) =>
    Math.round(channel(from, offset) * (1 - share) + channel(to, offset) * share),
  );
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}
