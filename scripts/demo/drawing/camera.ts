import sharp from "sharp";
import { timeZone } from "#domain/core/calendar/days.ts";
import { type Canvas, n } from "./canvas.ts";
import { fittingSize, textPath, textWidth } from "./lettering.ts";
import type { Random } from "./noise.ts";

/** The metadata a camera writes into a photo. `orientation` is EXIF's 1 to 8. */
export interface Exposure {
  takenAt: Date;
  lat: number;
  lng: number;
  orientation: number;
  camera: string;
}

/** Local time in Sweden: EXIF stores it apart from its offset. */
export interface WallClock {
  /** "2024:05:31". */
  date: string;
  /** "14:05:09". */
  time: string;
  /** "+02:00". */
  offset: string;
}

const clock = new Intl.DateTimeFormat("sv-SE", {
  timeZone,
  dateStyle: "short",
  timeStyle: "medium",
});

export function toWallClock(instant: Date): WallClock {
  const [date = "", time = ""] = clock.format(instant).split(" ");
  const offsetMinutes =
    (Date.parse(`${date}T${time}Z`) - Math.floor(instant.getTime() / 1000) * 1000) / 60_000;
  const hours = String(Math.trunc(Math.abs(offsetMinutes) / 60)).padStart(2, "0");
  const minutes = String(Math.abs(offsetMinutes) % 60).padStart(2, "0");
  return {
    date: date.replaceAll("-", ":"),
    time,
    offset: `${offsetMinutes < 0 ? "-" : "+"}${hours}:${minutes}`,
  };
}

/** Prints date and time in one corner, as cameras do, and a caption in the other. */
export function stamp(canvas: Canvas, takenAt: Date, caption?: string): void {
  const { date, time } = toWallClock(takenAt);
  const text = `${date.replaceAll(":", "-")} ${time.slice(0, 5)}`;
  const size = 25;
  const y = canvas.height - 26;
  drawOutlined(canvas, text, canvas.width - textWidth(text, size) - 28, y, size, "#ffb02e");
  if (caption)
    drawOutlined(canvas, caption, 28, y, fittingSize(caption, size, canvas.width * 0.52), "#ffffff");
}

function drawOutlined(
  canvas: Canvas,
  text: string,
  x: number,
  y: number,
  size: number,
  colour: string,
): void {
  canvas.add(textPath(text, n(x), y, n(size), "#14100a", 2.1));
  canvas.add(textPath(text, n(x), y, n(size), colour, 1));
}

/**
 * Scenes are drawn 1152 units wide and photographed 960 pixels wide: rendering and encoding take most of a first start, in
 * proportion to the pixels.
 */
export const toSvgBuffer = (canvas: Canvas): Buffer => Buffer.from(canvas.toSvg(5 / 6));

/** Renders a drawing as a camera would have taken it: grain, darker corners, stored in the sensor's orientation. */
export async function develop(canvas: Canvas, random: Random, exposure: Exposure): Promise<Buffer> {
  const rendered = await sharp(toSvgBuffer(canvas)).raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = rendered.info;
  const isSideways = exposure.orientation >= 5;
  const pixels = expose(
    rendered.data,
    width,
    height,
    channels,
    exposure.orientation,
    random.integer(0, 65_535),
  );
  const { date, time, offset } = toWallClock(exposure.takenAt);
  const stored = `${date} ${time}`;
  const [make = "", ...model] = exposure.camera.split(" ");
  return sharp(pixels, {
    raw: { width: isSideways ? height : width, height: isSideways ? width : height, channels: 3 },
  })
    .jpeg({ quality: 80 })
    .withMetadata({ orientation: exposure.orientation, density: 72 })
    .withExifMerge({
      IFD0: {
        Make: make,
        Model: model.join(" "),
        Software: "Siteproof demo",
        DateTime: stored,
      },
      IFD2: {
        DateTimeOriginal: stored,
        DateTimeDigitized: stored,
        OffsetTimeOriginal: offset,
        OffsetTimeDigitized: offset,
      },
      IFD3: {
        GPSLatitudeRef: exposure.lat < 0 ? "S" : "N",
        GPSLatitude: sexagesimal(exposure.lat),
        GPSLongitudeRef: exposure.lng < 0 ? "W" : "E",
        GPSLongitude: sexagesimal(exposure.lng),
      },
    })
    .toBuffer();
}

/** Degrees, minutes and ten-thousandths of seconds as EXIF rationals. */
function sexagesimal(degrees: number): string {
  const seconds = Math.round(Math.abs(degrees) * 36_000_000);
  return `${Math.floor(seconds / 36_000_000)}/1 ${Math.floor(seconds / 600_000) % 60}/1 ${seconds % 600_000}/10000`;
}

/** Noise with a mean of zero, drawn once: a table is much faster than a generator per pixel. */
const grainTable = (() => {
  const table = new Int8Array(65_536);
  let state = 1;
  for (let index = 0; index < table.length; index++) {
    let sum = 0;
    for (let throws = 0; throws < 3; throws++) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      sum += (state >>> 24) - 127.5;
    }
    table[index] = Math.round(sum / 42);
  }
  return table;
})();

/**
 * Adds grain and vignette and stores the pixels so that applying `orientation` shows them upright. Uses strides for speed: a
 * photo has a million pixels.
 */
function expose(
  source: Uint8Array,
  width: number,
  height: number,
  channels: number,
  orientation: number,
  seed: number,
): Uint8ClampedArray {
  const target = new Uint8ClampedArray(width * height * 3);
  const row = (orientation >= 5 ? height : width) * 3;
  // Where the upright picture's first pixel is stored, and the offsets of a step right and down.
  const steps: readonly (readonly [right: number, down: number])[] = [
    [3, row],
    [-3, row],
    [-3, -row],
    [3, -row],
    [row, 3],
    [-row, 3],
    [-row, -3],
    [row, -3],
  ];
  const [right, down] = steps[orientation - 1] ?? [3, row];
  const start = (right < 0 ? -right * (width - 1) : 0) + (down < 0 ? -down * (height - 1) : 0);
  const falloff = vignette(width, height);
  const cells = width / cellSize;
  let from = 0;
  let noise = seed;
  for (let y = 0; y < height; y++) {
    let to = start + y * down;
    let cell = Math.floor(y / cellSize) * cells;
    for (let x = 0; x < width; x += cellSize, cell++) {
      const light = falloff[cell]!;
      for (let run = 0; run < cellSize; run++) {
        noise = (noise + 40_503) & 65_535;
        const grain = grainTable[noise ^ (y & 255)]!;
        target[to] = ((source[from]! * light) >> 8) + grain;
        target[to + 1] = ((source[from + 1]! * light) >> 8) + grain;
        target[to + 2] = ((source[from + 2]! * light) >> 8) + grain;
        from += channels;
        to += right;
      }
    }
  }
  return target;
}

/** Pixels per side of a cell of equal vignette; both sides of a photo are multiples of it. */
const cellSize = 16;

/** Light reaching each cell; 256 is full light. */
function vignette(width: number, height: number): Uint16Array {
  const [columns, rows] = [width / cellSize, height / cellSize];
  return new Uint16Array(columns * rows).map((_, cell) => {
    const dx = ((cell % columns) + 0.5) / columns - 0.5;
    const dy = (Math.floor(cell / columns) + 0.5) / rows - 0.5;
    const distance = 4 * (dx ** 2 + dy ** 2);
    return Math.round(256 * (1 - 0.055 * distance ** 2 - 0.02 * distance));
  });
}
