import { type Canvas, mix, n, type Point, shade } from "./canvas.ts";
import {
  atmosphere,
  backdrop,
  forest,
  ground,
  type Scene,
  shadow,
  sky,
  speckle,
  tufts,
} from "./landscape.ts";

const FIBRES = [
  "#d8342c",
  "#2f9e44",
  "#2456b8",
  "#f2c41d",
  "#e8e8e4",
  "#7b8086",
  "#8a4fb0",
  "#ef7f1a",
  "#36b3c9",
  "#e77aa9",
] as const;

/** A house wall with a window and the box where the fibre comes in. */
export function facade(scene: Scene): void {
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
  boards(scene, wall, plinth);
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
  speckle(scene, { x: 0, y: plinth, width, height: height * 0.09 }, ["#c2c1bb", "#55544f"], 500, 4);
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
  tufts(scene, soil - 6, 220);

  const mirrored = random.chance(0.5);
  const windowAt = width * (mirrored ? 0.6 : 0.08);
  houseWindow(scene, windowAt, height * random.between(0.12, 0.2), width * 0.3, height * 0.42);
  const x = width * (mirrored ? 0.3 : 0.66) + width * random.between(-0.05, 0.05);
  const box = Math.min(width, height) * random.between(0.17, 0.22);
  const y = height * random.between(0.44, 0.52);
  // The conduit out of the ground, the box, and the thin cable that goes in.
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
  canvas.centred("FIBER", x, y + box * 0.42, box * 0.12, "#4b555c", 1.1);
  canvas.rect(
    x - box * 0.27,
    y + box * 0.6,
    box * 0.54,
    box * 0.26,
    "#f9fbfb",
    'stroke="#8b9499" stroke-width="2"',
  );
  canvas.centred(
    `${random.pick(["NF", "SV", "OD"])}-${random.integer(1000, 9999)}`,
    x,
    y + box * 0.77,
    box * 0.085,
    "#23282c",
  );
  canvas.circle(x + box * 0.36, y + box * 1.06, 6, "#6a7175");
  if (random.chance(0.6)) shrub(scene, width * (mirrored ? 0.9 : 0.1), soil + 26, height * 0.16);
  if (light.snow)
    canvas.path(
      `M0 ${height}V${n(soil + 22)}Q${n(width / 2)} ${n(soil - 8)} ${width} ${n(soil + 26)}V${height}z`,
      "#f3f7fb",
    );
  atmosphere(scene);
}

function boards({ canvas, random }: Scene, wall: string, bottom: number): void {
  const brick = random.chance(0.25);
  if (brick) {
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

function houseWindow(
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
  const lit = light.flash || random.chance(0.15);
  const glass = lit
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
  if (!lit)
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

function shrub({ canvas, random, light }: Scene, x: number, y: number, size: number): void {
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

/** A ladder up to a roof with an antenna and a chimney. */
export function rooftop(scene: Scene): void {
  const { canvas, random, light } = scene;
  const { width, height } = canvas;
  sky(scene, height * 0.75);
  forest(scene, height * 0.66, height * 0.13, 36, 0.35);
  const tiles = random.pick(["#8f4432", "#43484c", "#7a3f30", "#565b52"]);
  const ridgeAt = height * random.between(0.36, 0.42);
  const eaves = height * 0.8;
  const roof: Point[] = [
    [width * 0.1, ridgeAt],
    [width * 0.92, ridgeAt - 12],
    [width * 1.08, eaves],
    [width * -0.06, eaves],
  ];
  chimney(scene, width * random.between(0.68, 0.8), ridgeAt + 40);
  canvas.polygon(
    roof,
    canvas.linear([
      [0, shade(tiles, 0.12)],
      [1, shade(tiles, -0.3)],
    ]),
  );
  for (let row = 1; row < 14; row++) {
    const share = (row / 14) ** 1.15;
    const y = ridgeAt + (eaves - ridgeAt) * share;
    let waves = `M${n(width * (0.1 - share * 0.16))} ${n(y)}`;
    for (let tile = 0; tile < 30; tile++)
      waves += `q${n(width * 0.0145)} 11 ${n(width * (0.027 + share * 0.009))} 0`;
    canvas.stroke(waves, shade(tiles, row % 2 ? -0.4 : -0.3), 3.2);
  }
  if (light.snow)
    canvas.path(
      `M${n(width * 0.1)} ${n(ridgeAt - 8)}L${n(width * 0.92)} ${n(ridgeAt - 20)}L${n(width * 0.97)} ${n(ridgeAt + 70)}Q${n(width * 0.6)} ${n(ridgeAt + 120)} ${n(width * 0.4)} ${n(ridgeAt + 66)}T${n(width * 0.06)} ${n(ridgeAt + 90)}z`,
      "#f5f8fb",
      'fill-opacity=".94"',
    );
  canvas.stroke(
    [
      [width * 0.1, ridgeAt],
      [width * 0.92, ridgeAt - 12],
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
  roofAntenna(scene, width * random.between(0.34, 0.5), ridgeAt);
  ladder(
    canvas,
    width * random.between(0.16, 0.24),
    height,
    width * random.between(0.27, 0.36),
    ridgeAt + 26,
  );
  atmosphere(scene);
}

function chimney({ canvas }: Scene, x: number, foot: number): void {
  const [wide, tall] = [canvas.width * 0.075, canvas.height * 0.2];
  const mortar =
    '<path d="M0 0H36M0 15H36M0 0V15M18 15V30M0 30H36" stroke="#c9b8a8" stroke-width="2.4" fill="none"/>';
  canvas.rect(
    x,
    foot - tall,
    wide,
    tall,
    canvas.linear(
      [
        [0, "#a5543c"],
        [1, "#6e3324"],
      ],
      [0, 0],
      [1, 0],
    ),
  );
  canvas.rect(x, foot - tall, wide, tall, canvas.pattern(36, 30, mortar), 'fill-opacity=".55"');
  canvas.rect(x - 9, foot - tall - 15, wide + 18, 18, "#4a4d50", 'rx="3"');
}

function roofAntenna({ canvas, random }: Scene, x: number, ridgeAt: number): void {
  const top = ridgeAt - canvas.height * random.between(0.24, 0.3);
  canvas.tube(
    [
      [x, ridgeAt + 24],
      [x, top],
    ],
    "#9aa3a8",
    13,
  );
  if (random.chance(0.5)) {
    // A Yagi: a boom with rods that grow shorter towards the far transmitter.
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
      canvas.radial(
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

function ladder(canvas: Canvas, x: number, foot: number, toX: number, toY: number): void {
  const wide = (share: number) => 62 - share * 26;
  const point = (share: number, side: number): Point => [
    x + (toX - x) * share + side * wide(share),
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

/** A street cabinet with its doors open: splice trays, patch panel, bundles of fibre. */
export function cabinet(scene: Scene): void {
  const { canvas, random, light } = scene;
  const { width, height } = canvas;
  const horizon = height * random.between(0.46, 0.54);
  sky(scene, horizon);
  backdrop(scene, horizon);
  ground(scene, horizon);
  const pavement = height * 0.86;
  const stone = light.snow ? "#d4dde5" : "#a3a39d";
  canvas.polygon(
    [
      [0, pavement],
      [width, pavement - 16],
      [width, height],
      [0, height],
    ],
    canvas.linear([
      [0, shade(stone, 0.08)],
      [1, shade(stone, -0.2)],
    ]),
  );
  speckle(
    scene,
    { x: 0, y: pavement, width, height: height - pavement },
    [shade(stone, 0.25), shade(stone, -0.3)],
    500,
    4,
  );

  const colour = random.pick(["#5d7a62", "#8d989c", "#6e8a90", "#7a8a78", "#b8b4a6"]);
  const size = Math.min(width * 0.5, height * 0.62);
  const x = width / 2 - size / 2 + width * random.between(-0.05, 0.05);
  const tall = height * random.between(0.64, 0.7);
  const y = pavement + 16 - tall;
  shadow(scene, x + size / 2, pavement + 20, size * 0.9, 36);
  canvas.rect(x - 14, pavement - 14, size + 28, 42, "#75766f");
  canvas.rect(x - 12, y - 26, size + 24, 34, light.snow ? "#f6f9fc" : shade(colour, 0.2), 'rx="6"');
  canvas.rect(x, y, size, tall, "#20262a");
  for (const side of [-1, 1]) {
    const hinge = side < 0 ? x : x + size;
    const out = hinge + side * size * random.between(0.3, 0.4);
    const door: Point[] = [
      [hinge, y],
      [out, y + 34],
      [out, y + tall + 26],
      [hinge, y + tall],
    ];
    canvas.polygon(
      door,
      canvas.linear(
        [
          [0, shade(colour, -0.1)],
          [1, shade(colour, side < 0 ? 0.12 : -0.3)],
        ],
        [0, 0],
        [1, 0],
      ),
      `stroke="${shade(colour, -0.5)}" stroke-width="3"`,
    );
    const at = (across: number, down: number): Point => [
      hinge + (out - hinge) * across,
      y + 34 * across + tall * down,
    ];
    canvas.polygon([at(0.2, 0.1), at(0.8, 0.1), at(0.8, 0.34), at(0.2, 0.34)], "#eff2f2");
    for (let line = 0; line < 5; line++)
      canvas.stroke([at(0.28, 0.14 + line * 0.038), at(0.7, 0.14 + line * 0.038)], "#7d878c", 3);
  }
  cabinetInside(scene, x + 18, y + 18, size - 36, tall - 34);
  tufts(scene, pavement - 30, 50);
  atmosphere(scene);
}

function cabinetInside(scene: Scene, x: number, y: number, width: number, height: number): void {
  const { canvas, random } = scene;
  canvas.rect(
    x,
    y,
    width,
    height,
    canvas.linear([
      [0, "#4b5459"],
      [1, "#2a3034"],
    ]),
  );
  const panels = random.integer(2, 3);
  for (let panel = 0; panel < panels; panel++) {
    const py = y + 14 + panel * height * 0.115;
    canvas.rect(
      x + 14,
      py,
      width - 28,
      height * 0.085,
      canvas.linear([
        [0, "#e3e6e7"],
        [1, "#a5adb1"],
      ]),
      'rx="4"',
    );
    for (let port = 0; port < 12; port++) {
      const px = x + 26 + (port * (width - 60)) / 12;
      canvas.rect(
        px,
        py + height * 0.022,
        (width - 60) / 17,
        height * 0.04,
        random.chance(0.8) ? random.pick(["#2f9e44", "#2f9e44", "#2456b8"]) : "#22272a",
        'rx="3"',
      );
    }
  }
  const trays = y + 30 + panels * height * 0.115;
  const room = y + height * 0.82 - trays;
  const count = random.integer(5, 7);
  for (let tray = 0; tray < count; tray++) {
    const ty = trays + (room / count) * tray;
    const th = room / count - 7;
    canvas.rect(
      x + width * 0.16,
      ty,
      width * 0.68,
      th,
      canvas.linear([
        [0, "#30363a"],
        [0.2, "#15191c"],
        [1, "#0d1012"],
      ]),
      'rx="7"',
    );
    canvas.rect(x + width * 0.2, ty + 6, width * 0.1, th - 12, "#f3d64a", 'rx="3"');
    canvas.text(String(tray + 1), x + width * 0.225, ty + th * 0.72, th * 0.4, "#22262a");
    for (let fibre = 0; fibre < 4; fibre++) {
      const fy = ty + th * (0.22 + fibre * 0.17);
      canvas.stroke(
        `M${n(x + width * 0.34)} ${n(fy)}q${n(width * 0.08)} ${n(-th * 0.2)} ${n(width * 0.2)} 0t${n(width * 0.26)} 0`,
        random.pick(FIBRES),
        3.4,
      );
    }
  }
  for (const side of [0.07, 0.93]) {
    for (let fibre = 0; fibre < 6; fibre++) {
      const fx = x + width * side + (fibre - 2.5) * 6;
      const to = trays + random.between(0.05, 0.95) * room;
      const inward = side < 0.5 ? 1 : -1;
      canvas.stroke(
        `M${n(fx)} ${n(y + height)}V${n(to + 50)}Q${n(fx)} ${n(to)} ${n(fx + inward * width * 0.12)} ${n(to)}`,
        random.chance(0.7) ? "#f3c62a" : random.pick(FIBRES),
        5,
      );
    }
  }
  for (let cable = 0; cable < 5; cable++) {
    const cx = x + width * (0.22 + cable * 0.14);
    canvas.tube(
      [
        [cx, y + height],
        [cx + random.between(-12, 12), y + height * 0.84],
      ],
      cable % 2 ? "#e8861e" : "#24292d",
      24,
    );
  }
}

/** An open trench with conduits and a measuring rod that shows its depth. */
export function trench(scene: Scene): void {
  const { canvas, random, light } = scene;
  const { width, height } = canvas;
  const horizon = height * random.between(0.24, 0.32);
  sky(scene, horizon);
  backdrop(scene, horizon);
  ground(scene, horizon);
  const vanish = width * random.between(0.44, 0.6);
  const soil = random.pick(["#6b4a2e", "#7a5636", "#5c4330"]);
  const [left, right] = [width * 0.14, width * 0.86];
  const start = horizon + 16;
  spoilHeap(scene, vanish, start, soil);
  const inner = { left: width * 0.33, right: width * 0.67 };
  canvas.polygon(
    [
      [vanish - 10, start],
      [vanish + 12, start],
      [right, height],
      [left, height],
    ],
    shade(soil, -0.1),
  );
  canvas.polygon(
    [
      [vanish - 10, start],
      [vanish, start + 8],
      [inner.left, height],
      [left, height],
    ],
    canvas.linear(
      [
        [0, shade(soil, 0.05)],
        [0.5, shade(soil, 0.16)],
        [1, shade(soil, -0.6)],
      ],
      [0, 0],
      [1, 0.2],
    ),
  );
  canvas.polygon(
    [
      [vanish + 12, start],
      [vanish, start + 8],
      [inner.right, height],
      [right, height],
    ],
    canvas.linear(
      [
        [0, shade(soil, -0.65)],
        [0.6, shade(soil, -0.1)],
        [1, shade(soil, 0.1)],
      ],
      [0, 0],
      [1, -0.1],
    ),
  );
  canvas.polygon(
    [
      [vanish - 2, start + 8],
      [vanish + 3, start + 8],
      [inner.right, height],
      [inner.left, height],
    ],
    canvas.linear([
      [0, "#8f7a56"],
      [1, "#c6ab7a"],
    ]),
  );
  speckle(
    scene,
    { x: left + 60, y: height * 0.6, width: right - left - 120, height: height * 0.4 },
    [shade(soil, 0.4), shade(soil, -0.5), "#9b9488"],
    900,
    6,
  );
  const pipes = random.integer(2, 4);
  for (let pipe = 0; pipe < pipes; pipe++) {
    const share = (pipe + 0.8) / (pipes + 0.6);
    const x = inner.left + (inner.right - inner.left) * share;
    const colour = random.pick(["#e8801c", "#e8801c", "#2f9e44", "#26292c", "#d9b51f"]);
    const wide = width * 0.03;
    const bend = (vanish + x) / 2 + random.between(-16, 16);
    const side = (offset: number) =>
      `${n(bend + offset * 0.5)} ${n((start + height) / 2)} ${n(x + offset)} ${height}`;
    canvas.path(
      `M${n(vanish)} ${n(start + 10)}Q${side(-wide)}L${n(x + wide)} ${height}Q${n(bend + wide * 0.5)} ${n((start + height) / 2)} ${n(vanish + 2)} ${n(start + 10)}z`,
      canvas.linear(
        [
          [0, shade(colour, -0.35)],
          [0.4, shade(colour, 0.25)],
          [1, shade(colour, -0.5)],
        ],
        [0.1, 0],
        [0.9, 0.12],
      ),
    );
  }
  warningTape(scene, inner.right - 20, height * 0.74);
  measuringRod(scene, width * random.between(0.27, 0.33), height * random.between(0.9, 0.95), height * 0.52);
  tufts(scene, height * 0.8, 60);
  if (light.snow)
    canvas.path(
      `M0 ${n(height * 0.7)}Q${n(width * 0.12)} ${n(height * 0.74)} ${n(left - 30)} ${height}H0z`,
      "#f6f9fc",
    );
  atmosphere(scene);
}

function spoilHeap(scene: Scene, vanish: number, start: number, soil: string): void {
  const { canvas, random, light } = scene;
  const { height, width } = canvas;
  let heap = `M${n(vanish - 30)} ${n(start + 4)}`;
  for (let step = 1; step <= 9; step++) {
    const share = step / 9;
    const x = vanish - 30 - (vanish + 10) * share * 0.9;
    heap += `Q${n(x + 50)} ${n(start - 30 - share * height * 0.07 - random.between(0, 26))} ${n(x)} ${n(start + share * height * 0.17)}`;
  }
  canvas.path(
    `${heap}L0 ${n(height * 0.8)}L${n(width * 0.15)} ${n(height * 0.93)}z`,
    canvas.linear([
      [0, shade(soil, 0.22)],
      [1, shade(soil, -0.35)],
    ]),
  );
  speckle(
    scene,
    { x: 0, y: start + height * 0.07, width: vanish * 0.7, height: height * 0.36 },
    [shade(soil, 0.35), shade(soil, -0.4), mix(soil, "#a59d90", 0.6)],
    420,
    8,
  );
  if (light.snow)
    speckle(scene, { x: 0, y: start, width: vanish * 0.7, height: height * 0.25 }, ["#ffffff"], 130, 16);
}

function warningTape({ canvas, random }: Scene, x: number, y: number): void {
  canvas.group(`rotate(${n(random.between(48, 56))} ${n(x)} ${n(y)})`, () => {
    canvas.rect(
      x - 170,
      y,
      420,
      42,
      canvas.linear([
        [0, "#ffe14a"],
        [1, "#d9ad12"],
      ]),
      'rx="4"',
    );
    canvas.text("VARNING OPTOKABEL", x - 150, y + 30, 19, "#1b1b1b", 1);
  });
}

/** A yellow rod with centimetres, standing on the bottom of the trench. */
function measuringRod({ canvas, random }: Scene, x: number, foot: number, tall: number): void {
  canvas.group(`rotate(${n(random.between(-3, 4))} ${n(x)} ${n(foot)})`, () => {
    const wide = 52;
    canvas.rect(x + 10, foot - tall + 6, wide, tall, "#000000", 'fill-opacity=".35"');
    canvas.rect(
      x,
      foot - tall,
      wide,
      tall,
      canvas.linear(
        [
          [0, "#fff07a"],
          [0.5, "#f7d51d"],
          [1, "#c79f0c"],
        ],
        [0, 0],
        [1, 0],
      ),
      'rx="3"',
    );
    let ticks = "";
    for (let mark = 1; mark < 30; mark++) {
      const y = foot - (tall / 30) * mark;
      ticks += `M${n(x)} ${n(y)}h${mark % 5 === 0 ? 26 : 13}`;
      if (mark % 5 === 0) canvas.text(String(mark * 3), x + 22, y + 7, 15, "#15171a", 1);
    }
    canvas.stroke(ticks, "#15171a", 2.6);
  });
}
