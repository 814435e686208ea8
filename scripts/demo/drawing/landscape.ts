import { type Canvas, linePath, mix, n, type Point, shade } from "./canvas.ts";
import type { Light } from "./light.ts";
import type { Random } from "./noise.ts";

/** Everything a scene is drawn with. */
export interface Scene {
  canvas: Canvas;
  random: Random;
  light: Light;
}

/** Sky with sun, moon or clouds down to `horizon`. */
export function drawSky({ canvas, random, light }: Scene, horizon: number): void {
  const { width } = canvas;
  const { top, middle, bottom } = light.sky;
  canvas.rect(
    0,
    0,
    width,
    horizon + 4,
    canvas.linear([
      [0, top],
      [0.6, middle],
      [1, bottom],
    ]),
  );
  if (light.usesFlash) {
    let stars = "";
    for (let count = 0; count < 60; count++) {
      stars += `M${n(random.between(0, width))} ${n(random.between(0, horizon * 0.8))}h1.6`;
    }
    canvas.hatch(stars, "#dfe6f5", 1.6, 0.7);
  }
  const x = random.between(0.12, 0.88) * width;
  const y = horizon * (1 - Math.min(0.9, Math.max(0.12, light.sunElevation / 45 + 0.1)));
  // Behind clouds the sun is a pale patch.
  const brightness = light.isOvercast ? 0.35 : 1;
  const halo = canvas.radialGradient([
    [0, light.glow, 0.95 * brightness],
    [0.12, light.glow, 0.75 * brightness],
    [0.4, light.glow, 0.22 * brightness],
    [1, light.glow, 0],
  ]);
  canvas.circle(x, y, width * (light.usesFlash ? 0.1 : 0.24), halo);
  if (light.usesFlash) canvas.circle(x, y, width * 0.018, light.glow);
  drawClouds({ canvas, random, light }, horizon);
}

function drawClouds({ canvas, random, light }: Scene, horizon: number): void {
  const count = random.integer(3, 7);
  for (let index = 0; index < count; index++) {
    const x = random.between(-0.1, 1.1) * canvas.width;
    const y = random.between(0.05, 0.75) * horizon;
    const size = random.between(0.06, 0.17) * canvas.width;
    const body = canvas.linear([
      [0, mix(light.glow, light.sky.middle, light.usesFlash ? 0.85 : 0.1), 0.85],
      [1, mix(light.sky.middle, light.sky.bottom, 0.5), 0.15],
    ]);
    let cloudPath = "";
    for (let puff = 0; puff < 7; puff++) {
      const radiusX = size * random.between(0.3, 0.7);
      const radiusY = radiusX * random.between(0.28, 0.42);
      const px = x + size * random.between(-1.2, 1.2);
      const py = y + size * random.between(-0.12, 0.1);
      cloudPath += `M${n(px - radiusX)} ${n(py)}a${n(radiusX)} ${n(radiusY)} 0 1 0 ${n(radiusX * 2)} 0a${n(radiusX)} ${n(radiusY)} 0 1 0 ${n(-radiusX * 2)} 0`;
    }
    canvas.path(cloudPath, body);
  }
}

/** The upper edge of rolling land: points from left to right. */
function ridgePoints(random: Random, width: number, y: number, height: number, steps: number): Point[] {
  const waves = [1, 2.3, 4.7].map((rate) => [rate, random.between(0, 7), 1 / rate] as const);
  return Array.from({ length: steps + 1 }, (_, index) => {
    const fraction = index / steps;
    const rise = waves.reduce(
      (sum, [rate, phase, weight]) => sum + Math.sin(fraction * rate * 5 + phase) * weight,
      0,
    );
    return [fraction * width, y - (rise * 0.5 + 0.5) * height] as const;
  });
}

/** Far hills, then a line of forest, up to the horizon. */
export function drawBackdrop(scene: Scene, horizon: number): void {
  const { canvas, random, light } = scene;
  const { width } = canvas;
  for (const [height, share] of [
    [0.16, 0.55],
    [0.1, 0.25],
  ] as const) {
    const land = ridgePoints(random, width, horizon, canvas.height * height, 24);
    const colour = mix(light.distance, light.sky.bottom, share);
    canvas.path(`${linePath(land)}L${width} ${n(horizon + 4)}L0 ${n(horizon + 4)}z`, colour);
  }
  drawForest(scene, horizon + 3, canvas.height * 0.1, 46, 0.3);
}

/** A row of trees standing on `y`: spruces, and leafed trees in the season's colours. `haze` fades them into the distance. */
export function drawForest(scene: Scene, y: number, height: number, count: number, haze: number): void {
  const { canvas, random, light } = scene;
  let spruces = "";
  let snowcaps = "";
  for (let index = 0; index < count; index++) {
    const x = (index / count + random.between(-0.02, 0.03)) * canvas.width;
    const treeHeight = height * random.between(0.55, 1.15);
    if (random.chance(0.28)) {
      const crown = mix(random.pick(light.foliage), light.distance, haze);
      if (light.season === "winter") drawBareTree(scene, x, y, treeHeight, crown);
      else drawLeafyTree(scene, x, y, treeHeight * 0.8, crown);
      continue;
    }
    const half = treeHeight * random.between(0.16, 0.22);
    for (let tier = 0; tier < 4; tier++) {
      const top = y - treeHeight + treeHeight * 0.21 * tier;
      const spread = half * (0.4 + tier * 0.2);
      spruces += `M${n(x)} ${n(top)}L${n(x + spread)} ${n(top + treeHeight * 0.36)}L${n(x - spread)} ${n(top + treeHeight * 0.36)}z`;
      if (light.snow) {
        snowcaps += `M${n(x)} ${n(top)}L${n(x - spread * 0.5)} ${n(top + treeHeight * 0.2)}L${n(x + spread * 0.15)} ${n(top + treeHeight * 0.13)}z`;
      }
    }
  }
  const green = mix(light.season === "winter" ? "#2f4238" : "#2b4a30", light.distance, haze);
  canvas.path(
    spruces,
    canvas.linear([
      [0, shade(green, 0.12)],
      [1, shade(green, -0.3)],
    ]),
  );
  if (snowcaps) canvas.path(snowcaps, mix("#f2f6fa", light.distance, haze), 'fill-opacity=".8"');
}

function drawLeafyTree({ canvas, random }: Scene, x: number, y: number, height: number, crown: string): void {
  canvas.stroke(
    [
      [x, y],
      [x, y - height * 0.5],
    ],
    "#57483a",
    Math.max(1.5, height * 0.05),
  );
  let leaves = "";
  for (let blob = 0; blob < 6; blob++) {
    const radius = height * random.between(0.14, 0.24);
    const px = x + height * random.between(-0.2, 0.2);
    const py = y - height * random.between(0.45, 0.9);
    leaves += `M${n(px - radius)} ${n(py)}a${n(radius)} ${n(radius)} 0 1 0 ${n(radius * 2)} 0a${n(radius)} ${n(radius)} 0 1 0 ${n(-radius * 2)} 0`;
  }
  canvas.path(
    leaves,
    canvas.linear([
      [0, shade(crown, 0.2)],
      [1, shade(crown, -0.25)],
    ]),
  );
}

function drawBareTree({ canvas, random }: Scene, x: number, y: number, height: number, colour: string): void {
  let branches = `M${n(x)} ${n(y)}V${n(y - height)}`;
  for (let branch = 0; branch < 9; branch++) {
    const from = y - height * random.between(0.3, 0.92);
    const side = random.chance(0.5) ? 1 : -1;
    branches += `M${n(x)} ${n(from)}l${n(side * height * random.between(0.08, 0.24))} ${n(-height * random.between(0.08, 0.2))}`;
  }
  canvas.stroke(branches, colour, Math.max(1.2, height * 0.025));
}

/** Open ground from the horizon to the lower edge, with grass or snow that gets coarser towards the viewer. */
export function drawGround(scene: Scene, horizon: number, colour = scene.light.ground): void {
  const { canvas, light } = scene;
  const { width, height } = canvas;
  const near = light.snow ? shade(colour, 0.3) : shade(colour, -0.25);
  const fill = canvas.linear([
    [0, mix(colour, light.distance, 0.35)],
    [0.35, colour],
    [1, near],
  ]);
  canvas.rect(0, horizon, width, height - horizon, fill);
  drawTufts(scene, horizon, 420);
}

/** Blades of grass, or wind shadows in the snow. */
export function drawTufts({ canvas, random, light }: Scene, horizon: number, count: number): void {
  const depth = canvas.height - horizon;
  const layers = light.snow
    ? ["#c3d0de", "#ffffff"]
    : [shade(light.grass, -0.35), light.grass, shade(light.grass, 0.2)];
  for (const colour of layers) {
    let blades = "";
    for (let index = 0; index < count / layers.length; index++) {
      const near = random.next() ** 1.6;
      const x = random.between(0, canvas.width);
      const y = horizon + 6 + near * depth;
      const size = 3 + near * 26;
      blades += light.snow
        ? `M${n(x)} ${n(y)}q${n(size)} ${n(-size * 0.14)} ${n(size * 2.4)} 0`
        : `M${n(x)} ${n(y)}q${n(random.between(-2, 2))} ${n(-size * 0.6)} ${n(random.between(-0.4, 0.4) * size)} ${n(-size)}`;
    }
    canvas.hatch(blades, colour, light.snow ? 2 : 1.8, 0.75);
  }
}

/** Small stones or grit over a quadrilateral or the whole width. */
export function drawSpecks(
  { canvas, random }: Scene,
  area: { x: number; y: number; width: number; height: number },
  colours: readonly string[],
  count: number,
  size = 3,
): void {
  for (const colour of colours) {
    let specks = "";
    for (let index = 0; index < count / colours.length; index++) {
      const x = area.x + random.next() * area.width;
      const y = area.y + random.next() * area.height;
      const speckWidth = random.between(0.3, 1.1) * size;
      specks += `M${n(x)} ${n(y)}l${n(speckWidth)} ${n(random.between(-0.3, 0.5) * size)}l${n(-speckWidth * 0.4)} ${n(size * 0.7)}z`;
    }
    // Filled, not stroked: five times as fast for thousands of them.
    canvas.path(specks, colour, 'fill-opacity=".6"');
  }
}

/** A soft shadow on the ground. */
export function drawShadow(
  { canvas, light }: Scene,
  x: number,
  y: number,
  radiusX: number,
  radiusY: number,
): void {
  const dark = light.snow ? "#5c7088" : "#14160f";
  canvas.ellipse(
    x,
    y,
    radiusX,
    radiusY,
    canvas.radialGradient([
      [0, dark, 0.6],
      [0.6, dark, 0.3],
      [1, dark, 0],
    ]),
  );
}

/** Covers a finished outdoor scene: the light's veil, and the cone of a flash at night. */
export function drawAtmosphere({ canvas, light }: Scene): void {
  const { width, height } = canvas;
  const { colour, strength } = light.veil;
  if (light.usesFlash) {
    const cone = canvas.radialGradient(
      [
        [0, colour, 0.05],
        [0.45, colour, strength * 0.55],
        [1, colour, 0.92],
      ],
      [0.5, 0.6],
      0.75,
    );
    canvas.rect(0, 0, width, height, cone);
  } else {
    canvas.rect(0, 0, width, height, colour, `fill-opacity="${strength}"`);
  }
}

/** Snowflakes in the air, near and far. */
export function drawSnowfall({ canvas, random }: Scene): void {
  for (const [count, size, opacity] of [
    [160, 2.5, 0.7],
    [50, 5, 0.6],
    [14, 11, 0.35],
  ] as const) {
    let flakes = "";
    for (let index = 0; index < count; index++) {
      flakes += `M${n(random.between(0, canvas.width))} ${n(random.between(0, canvas.height))}l.1 ${n(size * 0.4)}`;
    }
    canvas.stroke(flakes, "#ffffff", size, `stroke-opacity="${opacity}"`);
  }
}
