import { type Basemap, type BasemapPlace, type Shape, worldSize } from "./basemap.ts";
import type { BasemapColors } from "./mapColors.ts";
import { placeNameIn } from "./placeNames.ts";

/** A square of the world map at a zoom: its origin in world pixels, and its size. */
export interface TileView {
  zoom: number;
  left: number;
  top: number;
  size: number;
  /** What is drawn above the map; names of places keep clear of it. */
  pins?: readonly PinBox[];
}

/** A box around its centre, in pixels of the view. */
export interface PinBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The part of a canvas context that painting uses. */
export interface Painter {
  beginPath(): void;
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  closePath(): void;
  fill(rule?: "evenodd"): void;
  stroke(): void;
  fillRect(x: number, y: number, width: number, height: number): void;
  arc(x: number, y: number, radius: number, startAngle: number, endAngle: number): void;
  fillText(text: string, x: number, y: number): void;
  strokeText(text: string, x: number, y: number): void;
  setLineDash(dashes: number[]): void;
  fillStyle: unknown;
  strokeStyle: unknown;
  lineWidth: number;
  lineJoin: string;
  font: string;
  textAlign: string;
  textBaseline: string;
}

/** Pixels around the view in which lines are still traced: the widest stroke. */
const marginPx = 4;
/** Lowest zoom with rivers: at lower ones they would cover the land like a net. */
const minRiverZoom = 5;
const fontFamily = '-apple-system, BlinkMacSystemFont, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif';

/** The names of a map in the user's language: of a country by its code, of a place by its name in the basemap. */
export interface MapNames {
  country: (code: string) => string;
  place: (name: string) => string;
}

/** The names of a map in the language of a locale. */
export function createMapNames(locale: string): MapNames {
  const countries = new Intl.DisplayNames(locale, { type: "region" });
  return { country: (code) => countries.of(code) ?? code, place: (name) => placeNameIn(locale, name) };
}

/** Paints a tile. */
export function drawTile(
  painter: Painter,
  basemap: Basemap,
  view: TileView,
  colors: BasemapColors,
  names: MapNames,
): void {
  painter.fillStyle = colors.water;
  painter.fillRect(0, 0, view.size, view.size);
  painter.lineJoin = "round";
  const path = new Path(painter, view);
  path.traceAreas(basemap.land);
  painter.fillStyle = colors.land;
  painter.fill("evenodd");
  stroke(painter, colors.coast, 1);
  if (view.zoom >= minRiverZoom) {
    path.traceLines(basemap.rivers);
    stroke(painter, colors.river, view.zoom >= 8 ? 2 : 1);
  }
  path.traceAreas(basemap.lakes);
  painter.fillStyle = colors.water;
  painter.fill("evenodd");
  stroke(painter, colors.coast, 1);
  path.traceLines(basemap.borders);
  painter.setLineDash([6, 3]);
  stroke(painter, colors.border, 1);
  painter.setLineDash([]);
  paintNames(painter, basemap, view, colors, names);
}

function stroke(painter: Painter, color: string, width: number): void {
  painter.strokeStyle = color;
  painter.lineWidth = width;
  painter.stroke();
}

/** Traces shapes as canvas paths, in pixels of the view. */
class Path {
  readonly #painter: Painter;
  readonly #view: TileView;
  readonly #scale: number;

  constructor(painter: Painter, view: TileView) {
    this.#painter = painter;
    this.#view = view;
    this.#scale = scaleOf(view.zoom);
  }

  traceAreas(shapes: readonly Shape[]): void {
    this.#painter.beginPath();
    for (const shape of shapes) this.#trace(shape, true);
  }

  traceLines(shapes: readonly Shape[]): void {
    this.#painter.beginPath();
    for (const shape of shapes) this.#trace(shape, false);
  }

  /**
   * Skips points too close to be distinguished, and runs of points outside the same edge: a straight line there gives the same
   * picture inside.
   */
  #trace(shape: Shape, isClosed: boolean): void {
    const { left, top, size } = this.#view;
    if (!intersects(boxOf(shape), this.#view, this.#scale)) return;
    const painter = this.#painter;
    let [drawnX, drawnY, outsideEdges, isStarted] = [0, 0, 0, false];
    let lastSkipped: [number, number] | null = null;
    for (let index = 0; index < shape.length; index += 2) {
      const x = shape[index]! * this.#scale - left;
      const y = shape[index + 1]! * this.#scale - top;
      const edges =
        (x < -marginPx ? 1 : x > size + marginPx ? 2 : 0) | (y < -marginPx ? 4 : y > size + marginPx ? 8 : 0);
      const isLast = index + 2 >= shape.length;
      if (isStarted && !isLast && (edges & outsideEdges) !== 0) {
        lastSkipped = [x, y];
        outsideEdges &= edges;
        continue;
      }
      if (lastSkipped) {
        painter.lineTo(lastSkipped[0], lastSkipped[1]);
        lastSkipped = null;
      } else if (isStarted && !isLast && Math.abs(x - drawnX) + Math.abs(y - drawnY) < 0.8) continue;
      if (isStarted) painter.lineTo(x, y);
      else painter.moveTo(x, y);
      [drawnX, drawnY, outsideEdges, isStarted] = [x, y, edges, true];
    }
    if (isClosed) painter.closePath();
  }
}

function paintNames(
  painter: Painter,
  basemap: Basemap,
  view: TileView,
  colors: BasemapColors,
  names: MapNames,
): void {
  const scale = scaleOf(view.zoom);
  painter.strokeStyle = colors.land;
  painter.lineWidth = 3;
  painter.textBaseline = "middle";
  painter.textAlign = "center";
  painter.fillStyle = colors.country;
  painter.font = `600 12px ${fontFamily}`;
  for (const { x, y, zoom, maxZoom, code } of basemap.countries) {
    if (view.zoom < zoom || view.zoom >= maxZoom) continue;
    const [left, top] = [x * scale - view.left, y * scale - view.top];
    if (isNear(left, top, view.size)) drawOutlinedText(painter, names.country(code), left, top);
  }
  painter.fillStyle = colors.place;
  for (const place of basemap.places) {
    // Places are sorted by the zoom from which they are visible.
    if (place.zoom > view.zoom) break;
    const [left, top] = [place.x * scale - view.left, place.y * scale - view.top];
    if (isNear(left, top, view.size))
      paintPlace(painter, { ...place, name: names.place(place.name) }, { left, top, pins: view.pins ?? [] });
  }
}

const fonts: Record<BasemapPlace["kind"], string> = {
  capital: `600 13px ${fontFamily}`,
  city: `500 13px ${fontFamily}`,
  town: `12px ${fontFamily}`,
  village: `12px ${fontFamily}`,
};

/** Between a place's dot, or a pin on it, and its name. */
const nameGapPx = 6;
const nameHeightPx = 14;
/** A typical width of a letter, which the names of places are measured by. */
const letterWidthPx = 7;

function paintPlace(
  painter: Painter,
  { name, kind }: BasemapPlace,
  { left, top, pins }: { left: number; top: number; pins: readonly PinBox[] },
): void {
  painter.beginPath();
  painter.arc(left, top, kind === "capital" ? 3.5 : kind === "city" ? 2.5 : 2, 0, 2 * Math.PI);
  painter.fill();
  painter.font = fonts[kind];
  const nameLeft = left + nameGapPx;
  const pin = pins.find(
    ({ x, y, width, height }) =>
      Math.abs(y - top) < (height + nameHeightPx) / 2 &&
      nameLeft < x + width / 2 + nameGapPx &&
      nameLeft + name.length * letterWidthPx > x - width / 2,
  );
  const isBesidePin = pin !== undefined && nameLeft < pin.x - pin.width / 2;
  painter.textAlign = isBesidePin ? "right" : "left";
  const x = !pin ? nameLeft : isBesidePin ? left - nameGapPx : pin.x + pin.width / 2 + nameGapPx;
  drawOutlinedText(painter, name, x, top);
}

/** Writes text with an outline in the colour of land, because lines run under names. */
function drawOutlinedText(painter: Painter, text: string, left: number, top: number): void {
  painter.strokeText(text, left, top);
  painter.fillText(text, left, top);
}

/** Whether a name may reach into the view: it extends beyond its position. */
const isNear = (left: number, top: number, size: number) =>
  left > -300 && left < size + 150 && top > -12 && top < size + 12;

const scaleOf = (zoom: number) => (256 * 2 ** zoom) / worldSize;

/** West, north, east and south bounds of a shape. */
type Box = readonly [number, number, number, number];
const boxes = new WeakMap<Shape, Box>();

function boxOf(shape: Shape): Box {
  const cachedBox = boxes.get(shape);
  if (cachedBox) return cachedBox;
  let [west, north, east, south] = [worldSize, worldSize, 0, 0];
  for (let index = 0; index < shape.length; index += 2) {
    west = Math.min(west, shape[index]!);
    east = Math.max(east, shape[index]!);
    north = Math.min(north, shape[index + 1]!);
    south = Math.max(south, shape[index + 1]!);
  }
  const box = [west, north, east, south] as const;
  boxes.set(shape, box);
  return box;
}

const intersects = ([west, north, east, south]: Box, { left, top, size }: TileView, scale: number) =>
  east * scale >= left - marginPx &&
  west * scale <= left + size + marginPx &&
  south * scale >= top - marginPx &&
  north * scale <= top + size + marginPx;
