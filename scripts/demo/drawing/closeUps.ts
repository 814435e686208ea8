import { n, type Point, shade } from "./canvas.ts";
import { drawAtmosphere, drawSpecks, type Scene } from "./landscape.ts";
import { fittingSize, textWidth } from "./lettering.ts";

const fibreColours = [
  "#d8342c",
  "#2f9e44",
  "#2456b8",
  "#f2c41d",
  "#f4f4f0",
  "#7b8086",
  "#8a4fb0",
  "#ef7f1a",
  "#36b3c9",
  "#e77aa9",
] as const;

/** A manhole cover seen from above, closed or with the chamber open. */
export function drawManhole(scene: Scene): void {
  const { canvas, random, light } = scene;
  const { width, height } = canvas;
  const asphalt = light.snow ? "#8f9aa5" : random.pick(["#5a5d60", "#67655f", "#505458"]);
  canvas.rect(
    0,
    0,
    width,
    height,
    canvas.linear(
      [
        [0, shade(asphalt, 0.12)],
        [1, shade(asphalt, -0.15)],
      ],
      [0, 0],
      [1, 1],
    ),
  );
  if (random.chance(0.4)) drawPaving(scene, asphalt);
  drawSpecks(
    scene,
    { x: 0, y: 0, width, height },
    [shade(asphalt, 0.3), shade(asphalt, -0.35), shade(asphalt, 0.12)],
    2600,
    4,
  );
  const radius = Math.min(width, height) * random.between(0.29, 0.35);
  const x = width * random.between(0.4, 0.52);
  const y = height * random.between(0.54, 0.6);
  canvas.circle(x, y, radius * 1.16, shade(asphalt, -0.3));
  canvas.circle(
    x,
    y,
    radius * 1.12,
    canvas.linear(
      [
        [0, "#8b8780"],
        [1, "#55524d"],
      ],
      [0, 0],
      [1, 1],
    ),
  );
  if (random.chance(0.5)) {
    drawCover(scene, x, y, radius);
  } else {
    drawChamber(scene, x, y, radius);
    drawCover(
      scene,
      x + radius * random.pick([-1.5, 1.55]),
      y - radius * random.between(0.3, 0.8),
      radius * 0.96,
    );
  }
  const chalk = random.pick(["#ffd23c", "#ff7a3c", "#f4f4f0"]);
  const mark = `${random.pick(["B", "K", "TK"])}${random.integer(10, 99)}`;
  canvas.group(`rotate(${n(random.between(-9, 9))} ${n(x)} ${n(y)})`, () => {
    canvas.text(mark, x - radius * 0.4, y - radius * 1.22, radius * 0.2, chalk, 1.5);
    canvas.stroke(
      [
        [x - radius * 0.6, y - radius * 1.16],
        [x + radius * 0.5, y - radius * 1.16],
      ],
      chalk,
      9,
      'stroke-opacity=".85"',
    );
  });
  if (light.snow) {
    for (let heap = 0; heap < 5; heap++) {
      canvas.ellipse(
        random.between(0, width),
        random.pick([0, height]),
        random.between(140, 330),
        random.between(50, 120),
        "#f2f6fa",
        'fill-opacity=".93"',
      );
    }
  } else if (light.season === "autumn") {
    drawLeaves(scene);
  }
  drawAtmosphere(scene);
}

function drawPaving({ canvas }: Scene, colour: string): void {
  const joint = shade(colour, -0.4);
  const tile = `<rect width="120" height="80" fill="${shade(colour, 0.14)}"/><path d="M0 0H120M0 40H120M60 0V40M0 40V80M120 40V80" stroke="${joint}" stroke-width="5" fill="none"/>`;
  canvas.rect(0, 0, canvas.width, canvas.height, canvas.pattern(120, 80, tile, "rotate(8)"));
}

function drawCover({ canvas, random }: Scene, x: number, y: number, radius: number): void {
  const iron = random.pick(["#4a4642", "#57504a", "#3f4245"]);
  canvas.circle(x + 7, y + 9, radius, "#000000", 'fill-opacity=".35"');
  canvas.circle(
    x,
    y,
    radius,
    canvas.linear(
      [
        [0, shade(iron, 0.3)],
        [0.5, iron],
        [1, shade(iron, -0.4)],
      ],
      [0, 0],
      [1, 1],
    ),
  );
  const [light, dark] = [shade(iron, 0.35), shade(iron, -0.55)];
  for (const share of [0.93, 0.72])
    canvas.circle(x, y, radius * share, "none", `stroke="${dark}" stroke-width="7"`);
  // Raised studs: each lit from above left and dark below right.
  let studs = "";
  const step = radius * 0.125;
  for (let column = -5; column <= 5; column++) {
    for (let row = -5; row <= 5; row++) {
      const [dx, dy] = [column * step, row * step];
      if (Math.hypot(dx, dy) < radius * 0.64 && Math.abs(dy) > step * 0.9)
        studs += `M${n(x + dx - step * 0.26)} ${n(y + dy)}h${n(step * 0.52)}`;
    }
  }
  canvas.group("translate(3 4)", () => canvas.stroke(studs, dark, step * 0.5));
  canvas.stroke(studs, light, step * 0.44);
  for (let spoke = 0; spoke < 32; spoke++) {
    const angle = (spoke / 32) * Math.PI * 2;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    canvas.stroke(
      [
        [x + cos * radius * 0.77, y + sin * radius * 0.77],
        [x + cos * radius * 0.88, y + sin * radius * 0.88],
      ],
      light,
      9,
      'stroke-opacity=".75"',
    );
  }
  canvas.rect(
    x - radius * 0.44,
    y - radius * 0.11,
    radius * 0.88,
    radius * 0.22,
    shade(iron, -0.25),
    'rx="6"',
  );
  canvas.centredText(random.pick(["TELE", "OPTO", "FIBER"]), x, y + radius * 0.06, radius * 0.12, light, 1.3);
  for (const side of [-0.83, 0.83]) canvas.rect(x + side * radius - 20, y - 9, 40, 18, "#17140f", 'rx="8"');
}

function drawChamber({ canvas, random }: Scene, x: number, y: number, radius: number): void {
  canvas.circle(
    x,
    y,
    radius,
    canvas.radialGradient([
      [0, "#0c0d0e"],
      [0.75, "#1b1a18"],
      [0.93, "#4b463f"],
      [1, "#746d63"],
    ]),
  );
  for (let rung = 0; rung < 3; rung++) {
    const bottom = y - radius * (0.72 - rung * 0.17);
    const half = radius * (0.22 - rung * 0.03);
    canvas.stroke(
      [
        [x - half, bottom - 12],
        [x - half, bottom],
        [x + half, bottom],
        [x + half, bottom - 12],
      ],
      "#8f9397",
      9 - rung * 1.5,
    );
  }
  for (let cable = 0; cable < 5; cable++) {
    const from = random.between(2.6, 3.7);
    const to = random.between(-0.6, 0.5);
    const reach = radius * 0.84;
    const [ax, ay] = [x + Math.cos(from) * reach, y + Math.sin(from) * reach];
    const [bx, by] = [x + Math.cos(to) * reach, y + Math.sin(to) * reach];
    canvas.tube(
      `M${n(ax)} ${n(ay)}Q${n(x + random.between(-60, 60))} ${n(y + radius * random.between(0.2, 0.75))} ${n(bx)} ${n(by)}`,
      random.pick(["#e8801c", "#26292c", "#34393d", "#2f8f46"]),
      radius * 0.075,
    );
  }
  canvas.rect(
    x - radius * 0.34,
    y + radius * 0.12,
    radius * 0.68,
    radius * 0.25,
    canvas.linear([
      [0, "#4a5156"],
      [0.4, "#22272a"],
      [1, "#0c0e10"],
    ]),
    `rx="${n(radius * 0.12)}"`,
  );
  canvas.rect(x - radius * 0.1, y + radius * 0.18, radius * 0.22, radius * 0.12, "#f2f3ee", 'rx="3"');
}

function drawLeaves({ canvas, random, light }: Scene): void {
  for (let count = 0; count < 26; count++) {
    const [x, y] = [random.between(0, canvas.width), random.between(0, canvas.height)];
    const size = random.between(12, 26);
    canvas.add(
      `<path transform="translate(${n(x)} ${n(y)}) rotate(${n(random.between(0, 360))})" fill="${random.pick(light.foliage)}" d="M0 ${n(-size)}Q${n(size * 0.8)} ${n(-size * 0.2)} 0 ${n(size)}Q${n(-size * 0.8)} ${n(-size * 0.2)} 0 ${n(-size)}z"/>`,
    );
  }
}

/** A splice closure on a table: the open tray with coloured fibres, the dome, and tools. */
export function drawSplice({ canvas, random }: Scene): void {
  const { width, height } = canvas;
  const top = random.pick(["#b98e5c", "#8f6a42", "#5d7f78", "#6a7178", "#c9a878"]);
  canvas.rect(
    0,
    0,
    width,
    height,
    canvas.linear(
      [
        [0, shade(top, 0.16)],
        [1, shade(top, -0.22)],
      ],
      [0, 0],
      [0.4, 1],
    ),
  );
  let grain = "";
  for (let line = 0; line < 46; line++) {
    const y = random.between(0, height);
    grain += `M0 ${n(y)}q${n(width * 0.25)} ${n(random.between(-14, 14))} ${n(width * 0.5)} 0t${n(width * 0.5)} ${n(random.between(-10, 10))}`;
  }
  canvas.hatch(grain, shade(top, -0.3), 2.2, 0.4);

  const isPortrait = height > width;
  const tw = width * (isPortrait ? 0.84 : 0.6);
  const th = Math.min(height * 0.56, tw * 0.66);
  const x = width * (isPortrait ? 0.08 : random.between(0.18, 0.36));
  const y = height * (isPortrait ? 0.32 : random.between(0.16, 0.22));
  for (const [start, colour] of [
    [0.24, "#22272b"],
    [0.7, random.pick(["#e8801c", "#22272b"])],
  ] as const) {
    canvas.tube(
      `M-20 ${n(y + th * (start + random.between(-0.3, 0.3)))}C${n(x * 0.4)} ${n(y + th * start - 40)} ${n(x * 0.6)} ${n(y + th * start)} ${n(x + 20)} ${n(y + th * start)}`,
      colour,
      36,
    );
  }
  canvas.group(`rotate(${n(random.between(-12, 12))} ${n(width / 2)} ${n(height / 2)})`, () =>
    drawSpliceTray({ canvas, random }, x, y, tw, th),
  );
  drawDomeClosure(
    { canvas, random },
    width * (isPortrait ? 0.3 : 0.12),
    height * 0.87,
    Math.min(width, height) * 0.2,
  );
  drawRuler({ canvas, random }, width * 0.46, height * random.between(0.88, 0.92), width * 0.5);
  const [sx, sy] = isPortrait
    ? [width * random.between(0.3, 0.8), height * 0.15]
    : [width * random.between(0.88, 0.93), height * random.pick([0.22, 0.45, 0.62])];
  canvas.group(`rotate(${n(random.between(-70, 70))} ${n(sx)} ${n(sy)})`, () => {
    canvas.stroke(
      [
        [sx - 12, sy + 110],
        [sx + 16, sy - 40],
        [sx + 26, sy - 120],
      ],
      "#d23a2c",
      26,
    );
    canvas.stroke(
      [
        [sx + 42, sy + 110],
        [sx + 16, sy - 40],
        [sx + 6, sy - 120],
      ],
      "#b32d20",
      26,
    );
    canvas.stroke(
      [
        [sx + 16, sy - 40],
        [sx + 8, sy - 130],
      ],
      "#c2c8cb",
      13,
    );
    canvas.circle(sx + 16, sy - 40, 11, "#e5e8ea");
  });
  canvas.rect(
    0,
    0,
    width,
    height,
    canvas.radialGradient(
      [
        [0, "#fff6e0", 0.3],
        [0.6, "#fff6e0", 0.02],
        [1, "#120c04", 0.3],
      ],
      [0.5, 0.4],
      0.8,
    ),
  );
}

type Pen = Pick<Scene, "canvas" | "random">;

function drawSpliceTray({ canvas, random }: Pen, x: number, y: number, width: number, height: number): void {
  canvas.rect(x + 10, y + 14, width, height, "#000000", `rx="${n(height * 0.2)}" fill-opacity=".35"`);
  canvas.rect(
    x,
    y,
    width,
    height,
    canvas.linear([
      [0, "#e9ecec"],
      [1, "#b9c0c2"],
    ]),
    `rx="${n(height * 0.2)}"`,
  );
  canvas.rect(
    x + 16,
    y + 16,
    width - 32,
    height - 32,
    "#d3d8d9",
    `rx="${n(height * 0.17)}" stroke="#98a1a4" stroke-width="4"`,
  );
  const [cx, cy] = [x + width / 2, y + height / 2];
  const lanes = 10;
  // The fibres run round in ovals, as they are laid to keep their bending radius.
  for (let lane = 0; lane < lanes; lane++) {
    const colour = fibreColours[lane % fibreColours.length] ?? "#d8342c";
    const rx = width * (0.44 - lane * 0.011) + random.between(-4, 4);
    const ry = height * (0.42 - lane * 0.013) + random.between(-4, 4);
    canvas.ellipse(
      cx + random.between(-5, 5),
      cy + random.between(-5, 5),
      rx,
      ry,
      "none",
      `stroke="${shade(colour, -0.12)}" stroke-width="4.2"`,
    );
  }
  const [bw, bh] = [width * 0.36, height * 0.46];
  canvas.rect(cx - bw / 2, cy - bh / 2, bw, bh, "#f7f8f6", 'rx="8" stroke="#a9b1b3" stroke-width="3"');
  const sleeves = random.integer(8, 12);
  for (let sleeve = 0; sleeve < sleeves; sleeve++) {
    const sy = cy - bh / 2 + (bh / sleeves) * (sleeve + 0.5);
    const colour = fibreColours[sleeve % fibreColours.length] ?? "#2456b8";
    const outer = random.between(0.9, 1.1);
    canvas.stroke(
      `M${n(cx - width * 0.4)} ${n(cy + (sy - cy) * 1.3 * outer)}Q${n(cx - bw * 0.7)} ${n(sy)} ${n(cx - bw * 0.3)} ${n(sy)}M${n(cx + bw * 0.3)} ${n(sy)}Q${n(cx + bw * 0.7)} ${n(sy)} ${n(cx + width * 0.4)} ${n(cy + (sy - cy) * 1.3 * outer)}`,
      colour,
      4,
    );
    canvas.rect(
      cx - bw * 0.36,
      sy - (bh / sleeves) * 0.3,
      bw * 0.72,
      (bh / sleeves) * 0.6,
      "#fdfdfb",
      `rx="${n((bh / sleeves) * 0.3)}" stroke="#8e989b" stroke-width="2"`,
    );
    canvas.stroke(
      [
        [cx - bw * 0.3, sy],
        [cx + bw * 0.3, sy],
      ],
      colour,
      3,
    );
  }
}

function drawDomeClosure({ canvas }: Pen, x: number, y: number, size: number): void {
  canvas.ellipse(x, y + size * 0.1, size * 1.3, size * 0.44, "#000000", 'fill-opacity=".3"');
  canvas.path(
    `M${n(x - size * 1.1)} ${n(y + size * 0.34)}V${n(y - size * 0.16)}q0 ${n(-size * 0.36)} ${n(size * 0.4)} ${n(-size * 0.36)}h${n(size * 1.3)}q${n(size * 0.5)} 0 ${n(size * 0.5)} ${n(size * 0.44)}t${n(-size * 0.5)} ${n(size * 0.44)}z`,
    canvas.linear([
      [0, "#555d63"],
      [0.3, "#2a3034"],
      [1, "#0e1113"],
    ]),
  );
  for (const offset of [-0.6, -0.4, 0.9])
    canvas.rect(x + offset * size, y - size * 0.5, size * 0.07, size * 0.82, "#4b5358", 'rx="4"');
  canvas.rect(x - size * 0.2, y - size * 0.28, size * 0.7, size * 0.26, "#f3f4ee", 'rx="4"');
}

function drawRuler({ canvas }: Pen, x: number, y: number, width: number): void {
  canvas.rect(
    x,
    y,
    width,
    52,
    canvas.linear([
      [0, "#eef1f2"],
      [1, "#aeb6ba"],
    ]),
    'rx="3"',
  );
  let ticks = "";
  for (let mark = 0; mark <= 40; mark++)
    ticks += `M${n(x + 12 + ((width - 24) / 40) * mark)} ${n(y)}v${mark % 5 === 0 ? 22 : 12}`;
  canvas.stroke(ticks, "#22272b", 2);
  for (let mark = 0; mark <= 8; mark++)
    canvas.centredText(String(mark * 5), x + 12 + ((width - 24) / 8) * mark, y + 42, 11, "#22272b", 1);
}

/** A hand-held instrument with its reading: optical power, or the trace of a fibre. */
export function drawMeter(scene: Scene): void {
  const { canvas, random } = scene;
  const { width, height } = canvas;
  const bench = random.pick(["#4d5860", "#6b5a48", "#39454c", "#7a7468"]);
  canvas.rect(
    0,
    0,
    width,
    height,
    canvas.linear([
      [0, shade(bench, 0.2)],
      [0.62, shade(bench, -0.1)],
      [0.64, shade(bench, -0.4)],
      [1, shade(bench, 0.05)],
    ]),
  );
  drawSpecks(scene, { x: 0, y: 0, width, height }, [shade(bench, 0.3), shade(bench, -0.4)], 700, 3);
  const body = random.pick(["#f0b41c", "#d9482b", "#2f6fb5", "#4d5a4e"]);
  const isPortrait = height > width;
  const bw = isPortrait ? width * 0.7 : width * 0.44;
  const bh = isPortrait ? height * 0.76 : height * 0.86;
  const x = (width - bw) / 2 + width * random.between(-0.05, 0.05);
  const y = (height - bh) / 2;
  canvas.group(`rotate(${n(random.between(-11, 11))} ${n(width / 2)} ${n(height / 2)})`, () => {
    for (const [offset, colour] of [
      [-0.14, "#f3c62a"],
      [0.14, random.pick(["#36b3c9", "#f3c62a"])],
    ] as const) {
      const px = x + bw * (0.5 + offset);
      canvas.tube(
        `M${n(px)} ${n(y + 10)}C${n(px)} ${n(y - 120)} ${n(px + offset * width * 3)} ${n(y - 60)} ${n(px + offset * width * 2.4)} -80`,
        colour,
        15,
      );
      canvas.rect(px - 17, y - 34, 34, 52, random.pick(["#2456b8", "#2f9e44"]), 'rx="5"');
    }
    canvas.rect(x + 14, y + 18, bw, bh, "#000000", 'rx="54" fill-opacity=".4"');
    canvas.rect(
      x,
      y,
      bw,
      bh,
      canvas.linear(
        [
          [0, shade(body, 0.18)],
          [0.5, body],
          [1, shade(body, -0.4)],
        ],
        [0, 0],
        [1, 0.3],
      ),
      'rx="54"',
    );
    canvas.rect(
      x + bw * 0.07,
      y + bh * 0.05,
      bw * 0.86,
      bh * 0.9,
      canvas.linear([
        [0, "#33393d"],
        [1, "#1a1e21"],
      ]),
      'rx="34"',
    );
    const screen = { x: x + bw * 0.13, y: y + bh * 0.1, width: bw * 0.74, height: bh * 0.42 };
    if (random.chance(0.4)) drawTraceScreen({ canvas, random }, screen);
    else drawPowerScreen({ canvas, random }, screen);
    drawKeys({ canvas, random }, x + bw * 0.13, y + bh * 0.6, bw * 0.74, bh * 0.3);
  });
  const glare = canvas.linear(
    [
      [0, "#ffffff", 0],
      [0.45, "#ffffff", 0.13],
      [0.55, "#ffffff", 0],
    ],
    [0, 0],
    [1, 0.5],
  );
  canvas.rect(0, 0, width, height, glare);
}

interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

function drawPowerScreen({ canvas, random }: Pen, { x, y, width, height }: Area): void {
  const ink = "#16241a";
  canvas.rect(
    x,
    y,
    width,
    height,
    canvas.linear([
      [0, "#c3d6b0"],
      [1, "#9db58a"],
    ]),
    'rx="12" stroke="#0c0f10" stroke-width="7"',
  );
  const wavelength = random.pick(["1310", "1490", "1550", "1625"]);
  canvas.text(`${wavelength} NM`, x + width * 0.07, y + height * 0.2, height * 0.1, ink, 1);
  canvas.text("CW", x + width * 0.93 - textWidth("CW", height * 0.1), y + height * 0.2, height * 0.1, ink, 1);
  const reading = `-${random.integer(8, 24)}.${random.integer(10, 99)}`;
  const size = fittingSize(reading, height * 0.36, width * 0.86);
  canvas.centredText(reading, x + width * 0.5, y + height * 0.66, size, ink, 1.15);
  canvas.text(
    "DBM",
    x + width * 0.93 - textWidth("DBM", height * 0.12),
    y + height * 0.87,
    height * 0.12,
    ink,
    1,
  );
  const filledBars = random.integer(4, 9);
  for (let bar = 0; bar < 12; bar++)
    canvas.rect(
      x + width * (0.07 + bar * 0.05),
      y + height * 0.78,
      width * 0.035,
      height * 0.1,
      ink,
      bar < filledBars ? "" : 'fill-opacity=".15"',
    );
}

function drawTraceScreen({ canvas, random }: Pen, { x, y, width, height }: Area): void {
  canvas.rect(x, y, width, height, "#0c1722", 'rx="12" stroke="#0a0d0f" stroke-width="7"');
  let grid = "";
  for (let line = 1; line < 8; line++) grid += `M${n(x + (width / 8) * line)} ${n(y + 8)}v${n(height - 16)}`;
  for (let line = 1; line < 6; line++) grid += `M${n(x + 8)} ${n(y + (height / 6) * line)}h${n(width - 16)}`;
  canvas.stroke(grid, "#2b4458", 1.6);
  const points: Point[] = [
    [x + 12, y + height * 0.12],
    [x + width * 0.03, y + height * 0.1],
    [x + width * 0.05, y + height * 0.3],
  ];
  let level = 0.3;
  for (let index = 0.06; index < 0.84; index += 0.012) {
    level += 0.0032 + (random.chance(0.06) ? random.between(0.01, 0.04) : 0);
    points.push([x + width * index, y + height * (level + random.between(-0.006, 0.006))]);
  }
  points.push([x + width * 0.845, y + height * 0.24], [x + width * 0.86, y + height * 0.86]);
  for (let index = 0.87; index < 0.98; index += 0.01)
    points.push([x + width * index, y + height * random.between(0.84, 0.94)]);
  canvas.stroke(points, "#58e08a", 3.6);
  const cursor = x + width * random.between(0.3, 0.7);
  canvas.stroke(
    [
      [cursor, y + 8],
      [cursor, y + height - 8],
    ],
    "#ff6a4a",
    2.4,
    'stroke-dasharray="9 7"',
  );
  canvas.text(
    `${random.integer(1, 19)}.${random.integer(100, 999)} KM`,
    x + width * 0.5,
    y + height * 0.14,
    height * 0.075,
    "#e8f2f8",
    1,
  );
}

function drawKeys({ canvas, random }: Pen, x: number, y: number, width: number, height: number): void {
  const labels = ["REF", "DB", "SAVE", "F1", "OK", "F2", "ON", "", "ESC"];
  labels.forEach((label, index) => {
    const kx = x + (index % 3) * (width / 3) + width * 0.025;
    const ky = y + Math.floor(index / 3) * (height / 3) + 5;
    const [kw, kh] = [width / 3 - width * 0.05, height / 3 - 14];
    const colour = label === "ON" ? "#c23a2a" : label === "OK" ? "#2f9e44" : "#59636a";
    canvas.rect(
      kx,
      ky,
      kw,
      kh,
      canvas.linear([
        [0, shade(colour, 0.25)],
        [1, shade(colour, -0.3)],
      ]),
      'rx="13"',
    );
    if (label !== "") canvas.centredText(label, kx + kw / 2, ky + kh * 0.62, kh * 0.26, "#f4f6f7", 1.1);
    else canvas.circle(kx + kw / 2, ky + kh / 2, kh * 0.2, random.chance(0.5) ? "#ffe08a" : "#f4f6f7");
  });
}
