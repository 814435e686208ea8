import { mix, n, shade } from "./canvas.ts";
import {
  drawAtmosphere,
  drawBackdrop,
  drawForest,
  drawGround,
  drawShadow,
  drawSky,
  drawSpecks,
  drawTufts,
  type Scene,
} from "./landscape.ts";

/** A wooden pole with a crossarm, insulators, a closure and lines that sag out of the picture. */
export function drawPole(scene: Scene): void {
  const { canvas, random, light } = scene;
  const { width, height } = canvas;
  const horizon = height * random.between(0.68, 0.76);
  drawSky(scene, horizon);
  drawBackdrop(scene, horizon);
  drawGround(scene, horizon);
  drawForest(scene, horizon + 22, height * 0.2, 13, 0.12);

  const x = width * random.between(0.4, 0.62);
  const top = height * random.between(0.07, 0.12);
  const foot = height * random.between(0.9, 0.96);
  const thickness = width * 0.03;
  const wood = canvas.linear(
    [
      [0, "#a8855e"],
      [0.4, "#86653f"],
      [1, "#4a351f"],
    ],
    [0, 0],
    [1, 0],
  );
  for (const [distanceShare, size] of [
    [0.2, 0.32],
    [0.33, 0.18],
  ] as const) {
    const px = x + width * distanceShare * (x < width / 2 ? 1 : -1);
    const footY = horizon + height * size * 0.25;
    canvas.stroke(
      [
        [px, footY],
        [px, footY - height * size * 1.6],
      ],
      "#5b4630",
      thickness * size * 1.4,
    );
    canvas.stroke(
      [
        [px - 30 * size * 3, footY - height * size * 1.45],
        [px + 30 * size * 3, footY - height * size * 1.45],
      ],
      "#5b4630",
      4,
    );
  }
  const arm = width * 0.13;
  const armY = top + height * 0.055;
  const sag = height * random.between(0.03, 0.09);
  for (const [dx, dy] of [
    [-arm, 0],
    [-arm * 0.45, 0],
    [arm * 0.45, 0],
    [arm, 0],
    [0, height * 0.13],
  ] as const) {
    const [ax, ay] = [x + dx, armY - 16 + dy];
    const wire = `M${n(ax)} ${n(ay)}Q${n(ax / 2)} ${n(ay + sag)} -10 ${n(ay - height * 0.03)}M${n(ax)} ${n(ay)}Q${n((ax + width) / 2)} ${n(ay + sag)} ${width + 10} ${n(ay - height * 0.01)}`;
    canvas.stroke(wire, dy > 0 ? "#101418" : "#2d3338", dy > 0 ? 7 : 3);
  }
  drawShadow(scene, x, foot, thickness * 3, 16);
  canvas.polygon(
    [
      [x - thickness * 0.42, top],
      [x + thickness * 0.42, top],
      [x + thickness * 0.6, foot],
      [x - thickness * 0.6, foot],
    ],
    wood,
  );
  let grain = "";
  for (let count = 0; count < 26; count++) {
    const y = random.between(top, foot - 60);
    grain += `M${n(x + random.between(-0.35, 0.35) * thickness)} ${n(y)}v${n(random.between(20, 70))}`;
  }
  canvas.hatch(grain, "#3a2917", 1.4, 0.6);
  canvas.rect(
    x - arm * 1.12,
    armY,
    arm * 2.24,
    thickness * 0.55,
    canvas.linear([
      [0, "#94734d"],
      [1, "#52391f"],
    ]),
    'rx="3"',
  );
  for (const offset of [-1, -0.45, 0.45, 1]) {
    canvas.rect(x + offset * arm - 6, armY - 24, 12, 26, random.pick(["#8d4a2c", "#d8dcdc"]), 'rx="6"');
  }
  // The closure hangs under the crossarm, with a coil of spare cable beside it.
  const boxY = top + height * random.between(0.22, 0.3);
  canvas.stroke(
    `M${n(x + thickness)} ${n(armY + height * 0.1)}C${n(x + thickness * 2.6)} ${n(boxY - 30)} ${n(x + thickness * 2.2)} ${n(boxY)} ${n(x + thickness)} ${n(boxY + 20)}`,
    "#14181b",
    8,
  );
  canvas.rect(
    x - thickness * 0.9,
    boxY,
    thickness * 1.8,
    thickness * 3.3,
    canvas.linear(
      [
        [0, "#3c4348"],
        [0.3, "#23282c"],
        [1, "#0f1214"],
      ],
      [0, 0],
      [1, 0],
    ),
    'rx="16"',
  );
  canvas.rect(x - thickness * 0.9, boxY + thickness * 2.3, thickness * 1.8, 7, "#6b747a");
  const coilY = boxY + thickness * 5.6;
  for (const radius of [1.75, 1.6, 1.45]) {
    canvas.circle(
      x,
      coilY,
      thickness * radius,
      "none",
      `stroke="#171b1e" stroke-width="${n(thickness * 0.13)}"`,
    );
  }
  const plate = foot - height * 0.26;
  canvas.rect(x - thickness * 0.62, plate, thickness * 1.24, thickness * 1.5, "#f3c31f", 'rx="3"');
  canvas.centredText(
    String(random.integer(100, 999)),
    x,
    plate + thickness * 0.95,
    thickness * 0.4,
    "#1a1a1a",
    1.1,
  );
  if (light.snow) canvas.rect(x - arm * 1.12, armY - 7, arm * 2.24, 8, "#f7fafc", 'rx="4"');
  drawTufts(scene, foot - 30, 120);
  drawAtmosphere(scene);
}

/** A wind turbine above the land, with smaller ones far away. */
export function drawTurbines(scene: Scene): void {
  const { canvas, random, light } = scene;
  const { width, height } = canvas;
  const horizon = height * random.between(0.72, 0.8);
  drawSky(scene, horizon);
  drawBackdrop(scene, horizon);
  const mainX = width * random.between(0.36, 0.64);
  for (let count = random.integer(2, 4); count > 0; count--) {
    const x = width * random.between(0.05, 0.95);
    if (Math.abs(x - mainX) > width * 0.12)
      drawTurbine(scene, x, horizon + 4, height * random.between(0.16, 0.26), 0.45);
  }
  drawGround(scene, horizon);
  drawGravelRoad(scene, mainX + width * 0.03, horizon + height * 0.05, width * 0.3);
  drawTurbine(scene, mainX, horizon + height * 0.07, height * random.between(0.5, 0.56), 0);
  const kioskX = mainX + width * 0.06;
  canvas.rect(
    kioskX,
    horizon + height * 0.03,
    width * 0.04,
    height * 0.045,
    light.snow ? "#8e9aa2" : "#55684f",
  );
  drawTufts(scene, horizon + height * 0.12, 220);
  drawAtmosphere(scene);
}

function drawTurbine(
  { canvas, random, light }: Scene,
  x: number,
  foot: number,
  tower: number,
  haze: number,
): void {
  const white = mix(light.usesFlash ? "#8c95a5" : "#f3f5f6", light.sky.bottom, haze);
  const dark = mix(light.usesFlash ? "#474f60" : "#a9b4bc", light.sky.bottom, haze);
  const hub = foot - tower;
  const baseWidth = tower * 0.03;
  const body = canvas.linear(
    [
      [0, white],
      [0.5, white],
      [1, dark],
    ],
    [0, 0],
    [1, 0],
  );
  canvas.polygon(
    [
      [x - baseWidth * 0.55, hub],
      [x + baseWidth * 0.55, hub],
      [x + baseWidth, foot],
      [x - baseWidth, foot],
    ],
    body,
  );
  canvas.rect(
    x - baseWidth * 1.2,
    hub - baseWidth * 0.9,
    baseWidth * 3.2,
    baseWidth * 1.6,
    body,
    `rx="${n(baseWidth * 0.6)}"`,
  );
  const angle = random.between(0, 120);
  const length = tower * random.between(0.6, 0.68);
  for (let blade = 0; blade < 3; blade++) {
    canvas.add(
      `<path transform="translate(${n(x)} ${n(hub)}) rotate(${n(angle + blade * 120)})" fill="${blade === 1 ? dark : white}" ` +
        `d="M${n(-baseWidth * 0.3)} 0C${n(-baseWidth * 1.1)} ${n(-length * 0.2)} ${n(-baseWidth * 0.7)} ${n(-length * 0.6)} 0 ${n(-length)}C${n(baseWidth * 0.25)} ${n(-length * 0.6)} ${n(baseWidth * 0.5)} ${n(-length * 0.25)} ${n(baseWidth * 0.35)} 0z"/>`,
    );
  }
  canvas.circle(x, hub, baseWidth * 0.75, dark);
  if (haze === 0 && random.chance(0.6))
    canvas.circle(x + baseWidth * 1.4, hub - baseWidth * 1.2, 5, "#e5402f");
}

/** A road that widens towards the viewer, with wheel tracks. */
function drawGravelRoad(scene: Scene, x: number, from: number, halfWidth: number): void {
  const { canvas, random, light } = scene;
  const { width, height } = canvas;
  const colour = light.snow ? "#cfd8e0" : "#a2937c";
  const vanishingX = width * random.between(0.3, 0.7);
  const [left, right] = [vanishingX - halfWidth, vanishingX + halfWidth];
  const bend = (x + vanishingX) / 2 + width * random.between(-0.12, 0.12);
  const middle = (from + height) / 2;
  const edge = (offset: number) => `Q${n(bend + offset * halfWidth * 0.35)} ${n(middle)} `;
  canvas.path(
    `M${n(x - 5)} ${n(from)}${edge(-1)}${n(left)} ${height}L${n(right)} ${height}${edge(1)}${n(x + 5)} ${n(from)}z`,
    canvas.linear([
      [0, mix(colour, light.distance, 0.3)],
      [1, shade(colour, -0.12)],
    ]),
  );
  for (const side of [-0.45, 0.45]) {
    canvas.stroke(
      `M${n(x + side * 6)} ${n(from)}${edge(side)}${n(vanishingX + side * halfWidth)} ${height}`,
      shade(colour, -0.28),
      12,
      'stroke-opacity=".5"',
    );
  }
  drawSpecks(
    scene,
    { x: vanishingX - halfWidth * 0.7, y: height * 0.88, width: halfWidth * 1.4, height: height * 0.12 },
    [shade(colour, 0.25), shade(colour, -0.35)],
    260,
    5,
  );
}

/** A forest road with orange marker posts along the cable's route. */
export function drawForestRoad(scene: Scene): void {
  const { canvas, random, light } = scene;
  const { width, height } = canvas;
  const horizon = height * random.between(0.5, 0.58);
  drawSky(scene, horizon);
  drawBackdrop(scene, horizon);
  drawGround(scene, horizon);
  const vanishingX = width * random.between(0.42, 0.58);
  const road = light.snow ? "#d9e1e8" : random.pick(["#9d8c72", "#8d8579", "#a89a80"]);
  const [left, right] = [width * -0.02, width * random.between(0.8, 0.95)];
  const fill = canvas.linear([
    [0, mix(road, light.distance, 0.4)],
    [1, shade(road, -0.15)],
  ]);
  canvas.polygon(
    [
      [vanishingX - 6, horizon + 8],
      [vanishingX + 8, horizon + 8],
      [right, height],
      [left, height],
    ],
    fill,
  );
  for (const share of [0.24, 0.72]) {
    const x = left + (right - left) * share;
    canvas.polygon(
      [
        [vanishingX - 1, horizon + 8],
        [vanishingX + 2, horizon + 8],
        [x + 60, height],
        [x - 50, height],
      ],
      shade(road, light.snow ? -0.14 : -0.25),
      'fill-opacity=".55"',
    );
  }
  if (!light.snow) {
    canvas.stroke(
      [
        [vanishingX + 1, horizon + 10],
        [left + (right - left) * 0.48, height],
      ],
      light.grass,
      16,
      'stroke-opacity=".45" stroke-dasharray="30 26"',
    );
    drawSpecks(
      scene,
      { x: width * 0.1, y: height * 0.82, width: width * 0.7, height: height * 0.18 },
      [shade(road, 0.3), shade(road, -0.4)],
      420,
      5,
    );
  }
  for (const side of [-1, 1]) drawRoadsideTrees(scene, vanishingX, horizon, side);
  // Nearest last, so that near posts cover far ones.
  for (const depth of [0.05, 0.1, 0.2, 0.38, 0.72]) {
    const y = horizon + 10 + (height - horizon) * depth;
    const x = vanishingX + 10 + (right - vanishingX) * depth * 1.02 + 20 * depth;
    drawMarkerPost(scene, x, y, height * (0.05 + depth * 0.42));
  }
  drawTufts(scene, height * 0.86, 120);
  drawAtmosphere(scene);
}

function drawRoadsideTrees(scene: Scene, vanishingX: number, horizon: number, side: number): void {
  const { canvas, random, light } = scene;
  const { width, height } = canvas;
  for (let index = 0; index < 11; index++) {
    const depth = 0.03 + (index / 11) ** 1.8;
    const x =
      vanishingX +
      side * (26 + (width * (side < 0 ? 0.52 : 0.62) + 40) * depth) +
      side * random.between(0, 60) * depth;
    const foot = horizon + 6 + (height - horizon) * depth * 0.62;
    const treeHeight = height * (0.12 + depth * 0.95) * random.between(0.8, 1.15);
    const green = mix(light.season === "winter" ? "#33483d" : "#2f5033", light.distance, 0.4 * (1 - depth));
    canvas.stroke(
      [
        [x, foot],
        [x, foot - treeHeight * 0.3],
      ],
      mix("#4c3b2b", light.distance, 0.3 * (1 - depth)),
      treeHeight * 0.035,
    );
    let branches = "";
    let snow = "";
    const half = treeHeight * 0.19;
    for (let tier = 0; tier < 7; tier++) {
      const top = foot - treeHeight + treeHeight * 0.125 * tier;
      const spread = half * (0.25 + tier * 0.125);
      const low = top + treeHeight * 0.2;
      branches += `M${n(x)} ${n(top)}Q${n(x + spread * 0.4)} ${n(low - 8)} ${n(x + spread)} ${n(low)}Q${n(x)} ${n(low - treeHeight * 0.03)} ${n(x - spread)} ${n(low)}Q${n(x - spread * 0.4)} ${n(low - 8)} ${n(x)} ${n(top)}z`;
      if (light.snow)
        snow += `M${n(x - spread * 0.7)} ${n(low - treeHeight * 0.03)}Q${n(x)} ${n(low - treeHeight * 0.07)} ${n(x + spread * 0.7)} ${n(low - treeHeight * 0.03)}`;
    }
    canvas.path(
      branches,
      canvas.linear([
        [0, shade(green, 0.18)],
        [1, shade(green, -0.35)],
      ]),
    );
    if (snow) canvas.stroke(snow, "#eef3f8", treeHeight * 0.022, 'stroke-opacity=".85"');
  }
}

function drawMarkerPost({ canvas, light }: Scene, x: number, foot: number, postHeight: number): void {
  const postWidth = postHeight * 0.085;
  canvas.ellipse(
    x,
    foot,
    postWidth * 1.6,
    postWidth * 0.5,
    light.snow ? "#b4c2d2" : "#2a2a1c",
    'fill-opacity=".6"',
  );
  canvas.rect(
    x - postWidth / 2,
    foot - postHeight,
    postWidth,
    postHeight,
    canvas.linear(
      [
        [0, "#ff9a3c"],
        [0.5, "#f0741e"],
        [1, "#b24d0c"],
      ],
      [0, 0],
      [1, 0],
    ),
    `rx="${n(postWidth * 0.35)}"`,
  );
  canvas.rect(x - postWidth / 2, foot - postHeight * 0.9, postWidth, postHeight * 0.1, "#f8f8f4");
  canvas.rect(x - postWidth / 2, foot - postHeight * 0.72, postWidth, postHeight * 0.05, "#f8f8f4");
  if (postHeight > 200) {
    canvas.group(`rotate(90 ${n(x)} ${n(foot - postHeight * 0.6)})`, () =>
      canvas.text("OPTO", x, foot - postHeight * 0.6 + postWidth * 0.2, postWidth * 0.42, "#201408", 1),
    );
  }
}
