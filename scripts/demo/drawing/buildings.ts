import { type Canvas, n, type Point, shade } from "./canvas.ts";
import { drawAtmosphere, drawForest, drawSky, drawSpecks, drawTufts, type Scene } from "./landscape.ts";

/** A house wall with a window and the box where the fibre comes in. */
export function drawFacade(scene: Scene): void {
  const { canvas, random, light } = scene;
  const { width, height } = canvas;
  const plinth = height * random.between(0.78, 0.84);
  const wall = random.pick(["#8e2f26", "#8e2f26", "#d9b45a", "#7d9098", "#e2ddd0", "#5c7a5e"]);
  canvas.rect(
    0,
    0,
    width,
    plinth,
    canvas.linear([
      [0, shade(wall, 0.08)],
      [1, shade(wall, -0.16)],
    ]),
  );
  drawBoards(scene, wall, plinth);
  canvas.rect(
    0,
    plinth,
    width,
    height * 0.09,
    canvas.linear([
      [0, "#9b9a94"],
      [1, "#6d6c68"],
    ]),
  );
  drawSpecks(scene, { x: 0, y: plinth, width, height: height * 0.09 }, ["#c2c1bb", "#55544f"], 500, 4);
  const soil = plinth + height * 0.085;
  canvas.rect(
    0,
    soil,
    width,
    height - soil,
    canvas.linear([
      [0, shade(light.ground, -0.2)],
      [1, light.ground],
    ]),
  );
  drawTufts(scene, soil - 6, 220);

  const isMirrored = random.chance(0.5);
  const windowX = width * (isMirrored ? 0.6 : 0.08);
  drawHouseWindow(scene, windowX, height * random.between(0.12, 0.2), width * 0.3, height * 0.42);
  const x = width * (isMirrored ? 0.3 : 0.66) + width * random.between(-0.05, 0.05);
  const box = Math.min(width, height) * random.between(0.17, 0.22);
  const y = height * random.between(0.44, 0.52);
  // The conduit out of the ground, the box, and the thin cable into it.
  canvas.tube(
    [
      [x, soil + 14],
      [x, y + box],
    ],
    random.pick(["#e8861e", "#3f4448", "#3f4448"]),
    box * 0.15,
  );
  for (const clip of [0.3, 0.75]) {
    canvas.rect(
      x - box * 0.14,
      y + box + (soil - y - box) * clip,
      box * 0.28,
      box * 0.07,
      "#c9ced2",
      'rx="3"',
    );
  }
  canvas.stroke(
    `M${n(x + box * 0.2)} ${n(y)}C${n(x + box * 0.25)} ${n(y - box * 0.6)} ${n(x + box * 0.5)} ${n(y - box * 0.4)} ${n(x + box * 0.62)} ${n(y - box * 0.9)}`,
    "#f4f4f0",
    7,
  );
  canvas.circle(x + box * 0.62, y - box * 0.9, 13, "#2a2d30");
  canvas.rect(x - box * 0.46 + 9, y + 11, box * 0.95, box * 1.2, "#000000", 'rx="10" fill-opacity=".3"');
  canvas.rect(
    x - box * 0.48,
    y,
    box * 0.96,
    box * 1.2,
    canvas.linear([
      [0, "#f3f4f2"],
      [1, "#c3c8c9"],
    ]),
    'rx="10"',
  );
  canvas.rect(
    x - box * 0.4,
    y + box * 0.08,
    box * 0.8,
    box * 1.04,
    "none",
    'rx="7" stroke="#a8aeb1" stroke-width="3"',
  );
  canvas.centredText("FIBER", x, y + box * 0.42, box * 0.12, "#4b555c", 1.1);
  canvas.rect(
    x - box * 0.27,
    y + box * 0.6,
    box * 0.54,
    box * 0.26,
    "#f9fbfb",
    'stroke="#8b9499" stroke-width="2"',
  );
  canvas.centredText(
    `${random.pick(["NF", "SV", "OD"])}-${random.integer(1000, 9999)}`,
    x,
    y + box * 0.77,
    box * 0.085,
    "#23282c",
  );
  canvas.circle(x + box * 0.36, y + box * 1.06, 6, "#6a7175");
  if (random.chance(0.6)) drawShrub(scene, width * (isMirrored ? 0.9 : 0.1), soil + 26, height * 0.16);
  if (light.snow)
    canvas.path(
      `M0 ${height}V${n(soil + 22)}Q${n(width / 2)} ${n(soil - 8)} ${width} ${n(soil + 26)}V${height}z`,
      "#f3f7fb",
    );
  drawAtmosphere(scene);
}

function drawBoards({ canvas, random }: Scene, wall: string, bottom: number): void {
  const isBrick = random.chance(0.25);
  if (isBrick) {
    const mortar = shade(wall, 0.3);
    const tile = `<path d="M0 0H64M0 20H64M0 0V20M32 20V40M0 40H64" stroke="${mortar}" stroke-width="3" fill="none"/>`;
    canvas.rect(0, 0, canvas.width, bottom, canvas.pattern(64, 40, tile), 'fill-opacity=".6"');
    return;
  }
  for (let x = -random.between(0, 50); x < canvas.width; x += 58) {
    const tone = shade(wall, random.between(-0.08, 0.06));
    canvas.rect(x, 0, 56, bottom, tone, 'fill-opacity=".7"');
    canvas.rect(
      x - 9,
      0,
      18,
      bottom,
      canvas.linear(
        [
          [0, shade(wall, 0.22)],
          [0.5, wall],
          [1, shade(wall, -0.45)],
        ],
        [0, 0],
        [1, 0],
      ),
    );
  }
}

function drawHouseWindow(
  { canvas, random, light }: Scene,
  x: number,
  y: number,
  width: number,
  height: number,
): void {
  canvas.rect(
    x - 26,
    y - 26,
    width + 52,
    height + 52,
    canvas.linear([
      [0, "#fbfbf8"],
      [1, "#d5d7d4"],
    ]),
    'rx="3"',
  );
  const isLit = light.usesFlash || random.chance(0.15);
  const glass = isLit
    ? canvas.linear([
        [0, "#ffd98a"],
        [1, "#d99a45"],
      ])
    : canvas.linear(
        [
          [0, light.sky.top],
          [0.55, light.sky.bottom],
          [1, "#4c5a60"],
        ],
        [0, 0],
        [0.6, 1],
      );
  canvas.rect(x, y, width, height, glass);
  if (!isLit)
    canvas.polygon(
      [
        [x + width * 0.12, y + height],
        [x + width * 0.5, y],
        [x + width * 0.72, y],
        [x + width * 0.34, y + height],
      ],
      "#ffffff",
      'fill-opacity=".16"',
    );
  canvas.path(
    `M${n(x)} ${n(y)}h${n(width)}v20q${n(-width * 0.4)} ${n(height * 0.3)} ${n(-width * 0.42)} ${n(height * 0.9)}h${n(-width * 0.06)}q0 ${n(-height * 0.5)} ${n(-width * 0.52)} ${n(-height * 0.9)}z`,
    "#ffffff",
    'fill-opacity=".22"',
  );
  canvas.stroke(
    `M${n(x + width / 2)} ${n(y)}v${n(height)}M${n(x)} ${n(y + height * 0.45)}h${n(width)}`,
    "#f4f4f0",
    15,
  );
  canvas.rect(x - 36, y + height + 24, width + 72, 18, "#e9eae6");
}

function drawShrub({ canvas, random, light }: Scene, x: number, y: number, size: number): void {
  for (let blob = 0; blob < 16; blob++) {
    const colour =
      light.season === "winter" ? (light.snow ? "#dfe7ee" : "#6d6455") : random.pick(light.foliage);
    canvas.circle(
      x + random.between(-1, 1) * size,
      y - random.between(0, 0.9) * size,
      size * random.between(0.18, 0.34),
      shade(colour, random.between(-0.3, 0.15)),
    );
  }
}

/** A ladder up to a roof with an antenna and a chimney, or its mirror image. */
export function drawRooftopScene(scene: Scene): void {
  const { canvas, random } = scene;
  const mirror = random.chance(0.5) ? `translate(${canvas.width} 0) scale(-1 1)` : "";
  canvas.group(mirror, () => drawRooftop(scene));
}

function drawRooftop(scene: Scene): void {
  const { canvas, random, light } = scene;
  const { width, height } = canvas;
  drawSky(scene, height * 0.75);
  drawForest(scene, height * 0.66, height * 0.13, 36, 0.35);
  const tiles = random.pick(["#8f4432", "#43484c", "#7a3f30", "#565b52"]);
  const ridgeY = height * random.between(0.36, 0.42);
  const eaves = height * 0.8;
  const roof: Point[] = [
    [width * 0.1, ridgeY],
    [width * 0.92, ridgeY - 12],
    [width * 1.08, eaves],
    [width * -0.06, eaves],
  ];
  drawChimney(scene, width * random.between(0.68, 0.8), ridgeY + 40);
  canvas.polygon(
    roof,
    canvas.linear([
      [0, shade(tiles, 0.12)],
      [1, shade(tiles, -0.3)],
    ]),
  );
  for (let row = 1; row < 14; row++) {
    const share = (row / 14) ** 1.15;
    const y = ridgeY + (eaves - ridgeY) * share;
    let waves = `M${n(width * (0.1 - share * 0.16))} ${n(y)}`;
    for (let tile = 0; tile < 30; tile++)
      waves += `q${n(width * 0.0145)} 11 ${n(width * (0.027 + share * 0.009))} 0`;
    canvas.stroke(waves, shade(tiles, row % 2 ? -0.4 : -0.3), 3.2);
  }
  if (light.snow)
    canvas.path(
      `M${n(width * 0.1)} ${n(ridgeY - 8)}L${n(width * 0.92)} ${n(ridgeY - 20)}L${n(width * 0.97)} ${n(ridgeY + 70)}Q${n(width * 0.6)} ${n(ridgeY + 120)} ${n(width * 0.4)} ${n(ridgeY + 66)}T${n(width * 0.06)} ${n(ridgeY + 90)}z`,
      "#f5f8fb",
      'fill-opacity=".94"',
    );
  canvas.stroke(
    [
      [width * 0.1, ridgeY],
      [width * 0.92, ridgeY - 12],
    ],
    light.snow ? "#ffffff" : shade(tiles, -0.2),
    18,
  );
  const wall = random.pick(["#e3dccb", "#a03a2e", "#c9b07a"]);
  canvas.rect(
    0,
    eaves,
    width,
    height - eaves,
    canvas.linear([
      [0, shade(wall, -0.4)],
      [0.3, wall],
      [1, shade(wall, -0.1)],
    ]),
  );
  canvas.rect(
    -10,
    eaves - 6,
    width + 20,
    26,
    canvas.linear([
      [0, "#e5e7e7"],
      [1, "#8e9599"],
    ]),
    'rx="12"',
  );
  drawRoofAntenna(scene, width * random.between(0.34, 0.5), ridgeY);
  drawLadder(
    canvas,
    width * random.between(0.16, 0.24),
    height,
    width * random.between(0.27, 0.36),
    ridgeY + 26,
  );
  drawAtmosphere(scene);
}

function drawChimney({ canvas }: Scene, x: number, foot: number): void {
  const [chimneyWidth, chimneyHeight] = [canvas.width * 0.075, canvas.height * 0.2];
  const mortar =
    '<path d="M0 0H36M0 15H36M0 0V15M18 15V30M0 30H36" stroke="#c9b8a8" stroke-width="2.4" fill="none"/>';
  canvas.rect(
    x,
    foot - chimneyHeight,
    chimneyWidth,
    chimneyHeight,
    canvas.linear(
      [
        [0, "#a5543c"],
        [1, "#6e3324"],
      ],
      [0, 0],
      [1, 0],
    ),
  );
  canvas.rect(
    x,
    foot - chimneyHeight,
    chimneyWidth,
    chimneyHeight,
    canvas.pattern(36, 30, mortar),
    'fill-opacity=".55"',
  );
  canvas.rect(x - 9, foot - chimneyHeight - 15, chimneyWidth + 18, 18, "#4a4d50", 'rx="3"');
}

function drawRoofAntenna({ canvas, random }: Scene, x: number, ridgeY: number): void {
  const top = ridgeY - canvas.height * random.between(0.24, 0.3);
  canvas.tube(
    [
      [x, ridgeY + 24],
      [x, top],
    ],
    "#9aa3a8",
    13,
  );
  if (random.chance(0.5)) {
    // A Yagi: a boom with rods that get shorter towards the far transmitter.
    const side = random.pick([-1, 1]);
    canvas.stroke(
      [
        [x - side * 60, top + 26],
        [x + side * 250, top + 8],
      ],
      "#7c858a",
      8,
    );
    for (let rod = 0; rod < 11; rod++) {
      const rx = x + side * (-55 + rod * 29);
      const half = 62 - rod * 3.4;
      canvas.stroke(
        [
          [rx, top + 24 - rod * 1.6 - half],
          [rx, top + 24 - rod * 1.6 + half],
        ],
        "#8f989d",
        5,
      );
    }
  } else {
    const radius = canvas.height * 0.1;
    canvas.ellipse(x + 34, top + 40, radius * 0.86, radius, "#8b949a");
    canvas.ellipse(
      x + 30,
      top + 38,
      radius * 0.8,
      radius * 0.95,
      canvas.radialGradient(
        [
          [0, "#ffffff"],
          [0.7, "#e0e5e8"],
          [1, "#b0bac0"],
        ],
        [0.35, 0.35],
        0.8,
      ),
    );
    canvas.stroke(
      [
        [x + 30, top + 38 + radius * 0.8],
        [x - 50, top + 44],
        [x + 20, top + 20],
      ],
      "#6d767b",
      6,
    );
    canvas.rect(x - 66, top + 32, 30, 24, "#3b4247", 'rx="5"');
  }
  for (let panel = 0; panel < 2; panel++) {
    canvas.rect(
      x + (panel ? 14 : -36),
      top + 120,
      22,
      84,
      canvas.linear(
        [
          [0, "#fafafa"],
          [1, "#b9c1c6"],
        ],
        [0, 0],
        [1, 0],
      ),
      'rx="5"',
    );
  }
  canvas.stroke(`M${n(x + 6)} ${n(top + 90)}q26 60 8 130t14 ${n(canvas.height * 0.2)}`, "#15181a", 6);
}

function drawLadder(canvas: Canvas, x: number, foot: number, toX: number, toY: number): void {
  const halfWidthAt = (share: number) => 62 - share * 26;
  const point = (share: number, side: number): Point => [
    x + (toX - x) * share + side * halfWidthAt(share),
    foot + 20 + (toY - foot - 20) * share,
  ];
  for (let rung = 0; rung <= 15; rung++) {
    const share = rung / 15.5;
    canvas.stroke([point(share, -1), point(share, 1)], "#8d969b", 11 - share * 5);
    canvas.stroke([point(share, -1), point(share, 1)], "#dfe4e7", 4 - share * 2);
  }
  for (const side of [-1, 1]) {
    canvas.stroke([point(0, side), point(1.02, side)], "#7b848a", 17);
    canvas.stroke([point(0, side), point(1.02, side)], "#cfd5d9", 9);
  }
}
