import type { Painter } from "#domain/map/drawTile.ts";
import { escapeXml } from "#worker/export/documents/xml.ts";

const formatNumber = (value: number): string => String(Math.round(value * 100) / 100);

/** Implements the canvas's drawing calls as SVG elements. */
export class SvgPainter implements Painter {
  fillStyle: unknown = "#000000";
  strokeStyle: unknown = "#000000";
  lineWidth = 1;
  lineJoin = "round";
  font = "12px Arimo";
  textAlign = "left";
  textBaseline = "middle";
  readonly elements: string[] = [];
  #path: string[] = [];
  #dashes = "";

  beginPath(): void {
    this.#path = [];
  }

  moveTo(x: number, y: number): void {
    this.#path.push(`M${formatNumber(x)} ${formatNumber(y)}`);
  }

  lineTo(x: number, y: number): void {
    this.#path.push(`L${formatNumber(x)} ${formatNumber(y)}`);
  }

  closePath(): void {
    this.#path.push("Z");
  }

  fill(rule = "nonzero"): void {
    this.#add(`fill="${this.fillStyle}" fill-rule="${rule}"`);
  }

  stroke(): void {
    const dashes = this.#dashes === "" ? "" : ` stroke-dasharray="${this.#dashes}"`;
    this.#add(
      `fill="none" stroke="${this.strokeStyle}" stroke-width="${this.lineWidth}" stroke-linejoin="${this.lineJoin}"${dashes}`,
    );
  }

  fillRect(x: number, y: number, width: number, height: number): void {
    const box = `x="${x}" y="${y}" width="${formatNumber(width)}" height="${formatNumber(height)}"`;
    this.elements.push(`<rect ${box} fill="${this.fillStyle}"/>`);
  }

  /** A whole circle. */
  arc(x: number, y: number, radius: number): void {
    const [left, right, top] = [x - radius, x + radius, y].map(formatNumber);
    this.#path.push(
      `M${left} ${top}A${radius} ${radius} 0 1 0 ${right} ${top}A${radius} ${radius} 0 1 0 ${left} ${top}Z`,
    );
  }

  fillText(text: string, x: number, y: number): void {
    this.#addText(text, x, y, `fill="${this.fillStyle}"`);
  }

  strokeText(text: string, x: number, y: number): void {
    const outline = `fill="none" stroke="${this.strokeStyle}" stroke-width="${this.lineWidth}" stroke-linejoin="round"`;
    this.#addText(text, x, y, outline);
  }

  setLineDash(dashes: number[]): void {
    this.#dashes = dashes.join(" ");
  }

  #add(style: string): void {
    if (this.#path.length > 0) this.elements.push(`<path d="${this.#path.join("")}" ${style}/>`);
  }

  #addText(text: string, x: number, y: number, style: string): void {
    const [, weight = "", size = "12"] = /^(?:(\d+) )?([\d.]+)px/.exec(this.font) ?? [];
    // Few programs support `dominant-baseline`; the baseline is about a third of the font size below the middle.
    const baseline = this.textBaseline === "middle" ? y + Number(size) * 0.35 : y;
    const anchor = this.textAlign === "center" ? "middle" : this.textAlign === "right" ? "end" : "start";
    const face = `font-family="Arimo" font-size="${size}"${Number(weight) >= 600 ? ' font-weight="700"' : ""}`;
    this.elements.push(
      `<text x="${formatNumber(x)}" y="${formatNumber(baseline)}" text-anchor="${anchor}" ${face} ${style}>${escapeXml(text)}</text>`,
    );
  }
}
