import { type Basemap, projectExactly, worldSize } from "#domain/map/basemap.ts";
import { createMapNames, drawTile } from "#domain/map/drawTile.ts";
import { lightMapColors } from "#domain/map/mapColors.ts";
import { formatRanges } from "#worker/export/documents/formSections.ts";
import type { Size } from "#worker/export/orientation.ts";
import { SvgPainter } from "./svgPainter.ts";

/** The maps of report layouts, drawn on the console's own basemap. */

/** A position to mark, with the number of its photo; null for the documentation. */
export interface MapPin {
  lat: number;
  lng: number;
  number: number | null;
}

export interface MapSpec {
  /** At least one. */
  pins: readonly MapPin[];
  /** Millimetres. */
  size: Size;
  /** A language tag for the names of countries. */
  locale: string;
  /** A sentence at the bottom, "" for none. */
  note: string;
}

/** Beyond this zoom a basemap without streets shows only the pins. */
const maxZoom = 17;
/** The zoom around a single position. */
const singleZoom = 9;
const minZoom = 2;
/** Pixels between the outermost pins and the edge. */
const edgePx = 36;
const pinRadiusPx = 9;
const colors = { pin: "#C2410C", text: "#ffffff", ink: "#3f3b46" };
const attribution = "Natural Earth · GeoNames (CC BY 4.0)";

/** Draws a map as a PNG, in base64. */
export type MapDrawer = (map: MapSpec) => string;

/** Pixels of 1/96 inch in a millimetre. */
const pixelsPerMm = 96 / 25.4;

export function createMapSvg(basemap: Basemap, { pins, size: sizeMm, locale, note }: MapSpec): string {
  const size = {
    width: Math.round(Math.max(sizeMm.width, 20) * pixelsPerMm),
    height: Math.round(Math.max(sizeMm.height, 20) * pixelsPerMm),
  };
  const points = pins.map(({ lat, lng, number }) => {
    const [x, y] = projectExactly(lng, lat);
    return { x, y, number };
  });
  const [west, east] = [Math.min(...points.map(({ x }) => x)), Math.max(...points.map(({ x }) => x))];
  const [north, south] = [Math.min(...points.map(({ y }) => y)), Math.max(...points.map(({ y }) => y))];
  const zoom = fitZoom({ width: east - west, height: south - north }, size);
  const scale = (256 * 2 ** zoom) / worldSize;
  const [left, top] = [
    ((west + east) / 2) * scale - size.width / 2,
    ((north + south) / 2) * scale - size.height / 2,
  ];
  const painter = new SvgPainter();
  const groupedPins = groupNeighbours(
    points.map(({ x, y, number }) => ({ x: x * scale - left, y: y * scale - top, number })),
  );
  const boxes = groupedPins.map(({ x, y, width }) => ({ x, y, width, height: 2 * pinRadiusPx }));
  const view = { zoom, left, top, size: Math.max(size.width, size.height), pins: boxes };
  drawTile(painter, basemap, view, lightMapColors, createMapNames(locale));
  for (const pin of groupedPins) drawPin(painter, pin);
  drawScale(painter, size, metresPerPixel(zoom, pins[0]!.lat));
  drawFooter(painter, size, note);
  const frame = `<rect x="0.5" y="0.5" width="${size.width - 1}" height="${size.height - 1}" fill="none" stroke="${lightMapColors.coast}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">${painter.elements.join("")}${frame}</svg>`;
}

/** The zoom at which an extent in world units fits between the edges. */
function fitZoom(extent: Size, { width, height }: Size): number {
  if (extent.width === 0 && extent.height === 0) return singleZoom;
  const scale = Math.min(
    (width - 2 * edgePx) / Math.max(extent.width, 1e-6),
    (height - 2 * edgePx) / Math.max(extent.height, 1e-6),
  );
  return Math.min(Math.max(Math.log2((scale * worldSize) / 256), minZoom), maxZoom);
}

const equatorMetres = 40_075_017;
const metresPerPixel = (zoom: number, lat: number): number =>
  (Math.cos((lat * Math.PI) / 180) * equatorMetres) / (256 * 2 ** zoom);

interface PlacedPin {
  x: number;
  y: number;
  number: number | null;
}

/** Maximum characters of a label, which fits between a pin and the edge; a longer one ends with an ellipsis. */
const maxLabelLength = 10;

/** Pins that share a label with all their numbers. */
interface PinGroup {
  x: number;
  y: number;
  numbers: readonly number[];
  label: string;
  width: number;
}

function createGroup({ x, y }: { x: number; y: number }, numbers: readonly number[]): PinGroup {
  const ranges = formatRanges(numbers.toSorted((a, b) => a - b));
  const label = ranges.length > maxLabelLength ? `${ranges.slice(0, maxLabelLength - 1)}…` : ranges;
  return { x, y, numbers, label, width: Math.max(label.length * 6 + 8, 2 * pinRadiusPx) };
}

const doOverlap = (a: PinGroup, b: PinGroup): boolean =>
  Math.abs(a.y - b.y) < 2 * pinRadiusPx && Math.abs(a.x - b.x) < (a.width + b.width) / 2;

/**
 * Merges pins whose labels would overlap, at the position of the first. A label grows as pins merge, so each merged one is compared
 * again.
 */
function groupNeighbours(pins: readonly PlacedPin[]): PinGroup[] {
  // Thousands of pins are merged by squares first, so that few are compared with each other.
  const pinsBySquare = Map.groupBy(
    pins,
    ({ x, y }) => `${Math.floor(x / (2 * pinRadiusPx))} ${Math.floor(y / (2 * pinRadiusPx))}`,
  );
  const groups: PinGroup[] = [];
  for (const square of pinsBySquare.values()) {
    const numbers = square.flatMap(({ number }) => number ?? []);
    let group = createGroup(square[0]!, numbers);
    for (;;) {
      const index = groups.findIndex((other) => doOverlap(other, group));
      if (index < 0) break;
      const earlier = groups[index]!;
      groups.splice(index, 1);
      group = createGroup(earlier, [...earlier.numbers, ...group.numbers]);
    }
    groups.push(group);
  }
  return groups;
}

function drawPin(painter: SvgPainter, { x, y, label, width }: PinGroup): void {
  const box = `x="${x - width / 2}" y="${y - pinRadiusPx}" width="${width}" height="${2 * pinRadiusPx}" rx="${pinRadiusPx}"`;
  painter.elements.push(`<rect ${box} fill="${colors.pin}" stroke="#ffffff" stroke-width="1.5"/>`);
  painter.font = "600 11px Arimo";
  painter.textAlign = "center";
  painter.fillStyle = colors.text;
  if (label !== "") painter.fillText(label, x, y);
}

/** Draws a scale bar of a round length, about a fifth of the map's width. */
function drawScale(painter: SvgPainter, { width, height }: Size, metresPerPixel: number): void {
  const targetMetres = (width / 5) * metresPerPixel;
  const power = 10 ** Math.floor(Math.log10(targetMetres));
  const lengthMetres = ([5, 2, 1].find((digit) => digit * power <= targetMetres) ?? 1) * power;
  const [x, y] = [10, height - 26];
  painter.beginPath();
  painter.moveTo(x, y - 4);
  painter.lineTo(x, y);
  painter.lineTo(x + lengthMetres / metresPerPixel, y);
  painter.lineTo(x + lengthMetres / metresPerPixel, y - 4);
  painter.strokeStyle = colors.ink;
  painter.lineWidth = 1.5;
  painter.stroke();
  painter.font = "10px Arimo";
  painter.textAlign = "left";
  painter.fillStyle = colors.ink;
  painter.fillText(lengthMetres >= 1000 ? `${lengthMetres / 1000} km` : `${lengthMetres} m`, x + 4, y - 9);
}

function drawFooter(painter: SvgPainter, { width, height }: Size, note: string): void {
  painter.fillStyle = "#ffffff";
  painter.fillRect(0, height - 18, width, 18);
  painter.fillStyle = colors.ink;
  painter.font = "9px Arimo";
  painter.textAlign = "left";
  painter.fillText(note, 6, height - 9);
  painter.textAlign = "right";
  painter.fillText(attribution, width - 6, height - 9);
}
