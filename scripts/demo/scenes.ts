import sharp from "sharp";
import { keysOf } from "#domain/core/objects.ts";
import { drawFacade, drawRooftopScene } from "./drawing/buildings.ts";
import { develop, stamp, toSvgBuffer } from "./drawing/camera.ts";
import { Canvas } from "./drawing/canvas.ts";
import { drawManhole, drawMeter, drawSplice } from "./drawing/closeUps.ts";
import { drawForestRoad, drawPole, drawTurbines } from "./drawing/countryside.ts";
import { createLogo, drawPlan } from "./drawing/flat.ts";
import { drawSnowfall, type Scene } from "./drawing/landscape.ts";
import { lightAt } from "./drawing/light.ts";
import { Random } from "./drawing/noise.ts";
import { drawMast, drawSign } from "./drawing/stations.ts";
import { drawCabinet, drawTrench } from "./drawing/street.ts";

/*
 * Demo photos. They are drawn, so they can be shown and shared freely, and drawn from a seed, so they are the same on every
 * machine. No SVG filters: one blur costs more than everything else.
 */

interface SceneDefinition {
  draw: (scene: Scene) => void;
  /** Close-ups and indoor scenes have no sky to snow from. */
  outdoors: boolean;
}

const scenes = {
  mast: { draw: drawMast, outdoors: true },
  cabinet: { draw: drawCabinet, outdoors: true },
  trench: { draw: drawTrench, outdoors: true },
  manhole: { draw: drawManhole, outdoors: false },
  pole: { draw: drawPole, outdoors: true },
  facade: { draw: drawFacade, outdoors: true },
  splice: { draw: drawSplice, outdoors: false },
  rooftop: { draw: drawRooftopScene, outdoors: true },
  sign: { draw: drawSign, outdoors: true },
  meter: { draw: drawMeter, outdoors: false },
  turbine: { draw: drawTurbines, outdoors: true },
  forestRoad: { draw: drawForestRoad, outdoors: true },
} as const satisfies Record<string, SceneDefinition>;

export type SceneKind = keyof typeof scenes;
export const sceneKinds = keysOf(scenes);

export interface Variation {
  /** An integer; another seed gives another place and angle. */
  seed: number;
  takenAt: Date;
  /** WGS84 degrees. */
  lat: number;
  lng: number;
  /** Printed in the lower left corner. */
  caption?: string;
  /**
   * EXIF orientation 1 to 8; the pixels are stored so that applying it shows the scene upright. Default: derived from the seed.
   */
  orientation?: number;
  /** Maker and model. Default: derived from the seed. */
  camera?: string;
}

const cameras = [
  "Apple iPhone 15",
  "samsung SM-A546B",
  "samsung SM-G525F",
  "Google Pixel 8",
  "Sony XQ-DC54",
  "Zebra TC58",
] as const;

/** Longer side, in units of the drawing. */
const longSide = 1152;
const shortSide = 864;

/** A field photo: JPEG of 960 x 720 (or upright 720 x 960) with EXIF time, position, camera and orientation. */
export async function drawScene(kind: SceneKind, variation: Variation): Promise<Buffer> {
  const random = new Random(variation.seed * 31 + sceneKinds.indexOf(kind) * 7919);
  const orientation = variation.orientation ?? random.pick([1, 1, 1, 1, 1, 1, 6, 6, 8, 3]);
  // Phones held upright store the sensor's landscape and its orientation.
  const isUpright = orientation >= 5 || (variation.orientation === undefined && random.chance(0.1));
  const canvas = new Canvas(isUpright ? shortSide : longSide, isUpright ? longSide : shortSide);
  paint(kind, canvas, random, variation.takenAt, variation.lat, variation.lng);
  stamp(canvas, variation.takenAt, variation.caption);
  const camera = variation.camera ?? random.pick(cameras);
  const { takenAt, lat, lng } = variation;
  return develop(canvas, random, { takenAt, lat, lng, orientation, camera });
}

function paint(
  kind: SceneKind,
  canvas: Canvas,
  random: Random,
  takenAt: Date,
  lat: number,
  lng: number,
): void {
  const { draw, outdoors } = scenes[kind];
  const overcast = random.chance(0.3);
  const light = lightAt(takenAt, lat, lng, overcast);
  const scene: Scene = { canvas, random, light };
  draw(scene);
  if (outdoors && light.snow && overcast && random.chance(0.6)) drawSnowfall(scene);
}

/** A reference photo of this kind: the scene in good light, framed and ticked. JPEG, 960 x 720, no position. */
export async function drawReferencePhoto(kind: SceneKind, seed = 1, caption = "EXEMPEL"): Promise<Buffer> {
  const random = new Random(seed * 131 + sceneKinds.indexOf(kind));
  const canvas = new Canvas(longSide, shortSide);
  paint(kind, canvas, random, new Date("2025-06-12T10:00:00Z"), 59.33, 18.07);
  const green = "#1f9d4d";
  canvas.rect(9, 9, longSide - 18, shortSide - 18, "none", `stroke="${green}" stroke-width="18"`);
  canvas.rect(18, 18, 96 + caption.length * 24, 84, green);
  canvas.stroke("M40 60l16 18l30 -38", "#ffffff", 10);
  canvas.text(caption, 108, 74, 27, "#ffffff", 1.2);
  return sharp(toSvgBuffer(canvas)).jpeg({ quality: 80 }).toBuffer();
}

/** A plan of a route: streets, houses, ducts and nodes. PNG, 1200 x 800. */
export async function drawGraphic(seed: number, title = "PLAN"): Promise<Buffer> {
  return toPng(drawPlan(new Random(seed * 17 + 3), title, seed));
}

/** A small company logo: a symbol and the name. PNG with transparency, 96 pixels high. */
export async function drawLogo(name: string): Promise<Buffer> {
  return toPng(createLogo(name));
}

async function toPng(canvas: Canvas): Promise<Buffer> {
  return sharp(Buffer.from(canvas.toSvg())).png({ palette: true, compressionLevel: 9 }).toBuffer();
}
