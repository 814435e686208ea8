import { isCanvasReadable } from "#lib/canvas.ts";
import type { ChartLine } from "./chartLines.ts";

/**
 * Exports a chart as a self-contained file, always in the light theme, with title and legend. Styling uses attributes only: the
 * content security policy blocks inline styles when the image is rendered.
 */

const namespace = "http://www.w3.org/2000/svg";
const font = "-apple-system, 'Segoe UI', 'Noto Sans', Helvetica, Arial, sans-serif";
/** Primer's light theme. */
const lightColours: Record<string, string> = {
  "--fgColor-default": "#1f2328",
  "--fgColor-muted": "#59636e",
  "--borderColor-default": "#d1d9e0",
  "--borderColor-muted": "#e6eaef",
  "--bgColor-default": "#ffffff",
};
const resolveColours = (value: string) =>
  value.replace(/var\((--[\w-]+)\)/g, (_, name) => lightColours[name] ?? "#1f2328");

interface ChartImage {
  chart: SVGSVGElement;
  title: string;
  subtitle: string;
  lines: readonly ChartLine[];
}

const margin = 16;
const chartTop = 64;
const lineHeight = 22;
const columnWidth = 240;

type Attributes = Record<string, string | number | undefined>;

function createElement(name: string, attributes: Attributes, text?: string): SVGElement {
  const svgElement = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined) svgElement.setAttribute(key, resolveColours(String(value)));
  if (text !== undefined) svgElement.textContent = text;
  return svgElement;
}

const sizeOf = (chart: SVGSVGElement, side: "width" | "height") => Number(chart.getAttribute(side)) || 0;

export function createSvg({ chart, title, subtitle, lines }: ChartImage): SVGElement {
  const width = sizeOf(chart, "width") + 2 * margin;
  const columnCount = Math.max(1, Math.floor((width - 2 * margin) / columnWidth));
  const legendTop = chartTop + sizeOf(chart, "height") + margin;
  const height = legendTop + Math.ceil(lines.length / columnCount) * lineHeight + margin;
  const svg = createElement("svg", {
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    "font-family": font,
    "font-size": 12,
  });
  const createText = (x: number, y: number, fill: string, content: string, attributes: Attributes = {}) =>
    createElement("text", { x, y, fill: `var(${fill})`, ...attributes }, content);
  svg.append(
    createElement("rect", { width, height, fill: "var(--bgColor-default)" }),
    createText(margin, 28, "--fgColor-default", title, { "font-size": 16, "font-weight": 600 }),
    createText(margin, 48, "--fgColor-muted", subtitle),
    cloneForExport(chart),
  );
  lines.forEach((line, index) => {
    const x = margin + (index % columnCount) * columnWidth;
    const y = legendTop + Math.floor(index / columnCount) * lineHeight;
    const stroke = { stroke: line.colour, "stroke-width": line.width, "stroke-dasharray": line.dash };
    svg.append(
      createElement("line", { x1: x, x2: x + 24, y1: y, y2: y, ...stroke }),
      createText(x + 32, y + 4, "--fgColor-default", shorten(line.name)),
    );
  });
  return svg;
}

/** The library's SVG without anything that depends on the page. */
function cloneForExport(chart: SVGSVGElement): SVGElement {
  const copy = document.importNode(chart, true);
  for (const element of copy.querySelectorAll(".recharts-tooltip-cursor, title, desc")) element.remove();
  for (const node of [copy, ...copy.querySelectorAll("*")]) {
    for (const { name, value } of [...node.attributes])
      if (/^(style|class|role|tabindex|aria-.*|data-.*)$/.test(name)) node.removeAttribute(name);
      else if (value.includes("var(")) node.setAttribute(name, resolveColours(value));
  }
  copy.setAttribute("x", String(margin));
  copy.setAttribute("y", String(chartTop));
  return copy;
}

const shorten = (text: string) => (text.length > 32 ? `${text.slice(0, 31)}…` : text);

export const toSvgFile = (svg: SVGElement): Blob =>
  new Blob([new XMLSerializer().serializeToString(svg)], { type: "image/svg+xml" });

/** Device pixels per CSS pixel, for sharp prints. */
const scale = 2;

/** @throws if the browser cannot create the PNG, or gives noise instead of what was drawn */
export async function toPngFile(svg: SVGElement): Promise<Blob> {
  if (!isCanvasReadable()) throw new Error("The browser does not let this site read what it drew");
  const url = URL.createObjectURL(toSvgFile(svg));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = Number(svg.getAttribute("width")) * scale;
    canvas.height = Number(svg.getAttribute("height")) * scale;
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error("The browser could not create the PNG"))),
        "image/png",
      ),
    );
  } finally {
    URL.revokeObjectURL(url);
  }
}
