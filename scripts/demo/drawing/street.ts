import { mix, n, type Point, shade } from "./canvas.ts";
import {
  drawAtmosphere,
  drawBackdrop,
  drawGround,
  drawShadow,
  drawSky,
  drawSpecks,
  drawTufts,
  type Scene,
} from "./landscape.ts";

const fibreColours = [
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

/** A street cabinet with its doors open: splice trays, patch panel, bundles of fibre. */
export function drawCabinet(scene: Scene): void {
  const { canvas, random, light } = scene;
  const { width, height } = canvas;
  const horizon = height * random.between(0.46, 0.54);
  drawSky(scene, horizon);
  drawBackdrop(scene, horizon);
  drawGround(scene, horizon);
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
  drawSpecks(
    scene,
    { x: 0, y: pavement, width, height: height - pavement },
    [shade(stone, 0.25), shade(stone, -0.3)],
    500,
    4,
  );

  const colour = random.pick(["#5d7a62", "#8d989c", "#6e8a90", "#7a8a78", "#b8b4a6"]);
  const size = Math.min(width * 0.5, height * 0.62);
  const x = width / 2 - size / 2 + width * random.between(-0.05, 0.05);
  const cabinetHeight = height * random.between(0.64, 0.7);
  const y = pavement + 16 - cabinetHeight;
  drawShadow(scene, x + size / 2, pavement + 20, size * 0.9, 36);
  canvas.rect(x - 14, pavement - 14, size + 28, 42, "#75766f");
  canvas.rect(x - 12, y - 26, size + 24, 34, light.snow ? "#f6f9fc" : shade(colour, 0.2), 'rx="6"');
  canvas.rect(x, y, size, cabinetHeight, "#20262a");
  for (const side of [-1, 1]) {
    const hinge = side < 0 ? x : x + size;
    const outerX = hinge + side * size * random.between(0.3, 0.4);
    const door: Point[] = [
      [hinge, y],
      [outerX, y + 34],
      [outerX, y + cabinetHeight + 26],
      [hinge, y + cabinetHeight],
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
    const pointAt = (across: number, down: number): Point => [
      hinge + (outerX - hinge) * across,
      y + 34 * across + cabinetHeight * down,
    ];
    canvas.polygon([pointAt(0.2, 0.1), pointAt(0.8, 0.1), pointAt(0.8, 0.34), pointAt(0.2, 0.34)], "#eff2f2");
    for (let line = 0; line < 5; line++)
      canvas.stroke([pointAt(0.28, 0.14 + line * 0.038), pointAt(0.7, 0.14 + line * 0.038)], "#7d878c", 3);
  }
  drawCabinetInterior(scene, x + 18, y + 18, size - 36, cabinetHeight - 34);
  drawTufts(scene, pavement - 30, 50);
  drawAtmosphere(scene);
}

function drawCabinetInterior(scene: Scene, x: number, y: number, width: number, height: number): void {
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
  const traysTop = y + 30 + panels * height * 0.115;
  const space = y + height * 0.82 - traysTop;
  const count = random.integer(5, 7);
  for (let tray = 0; tray < count; tray++) {
    const ty = traysTop + (space / count) * tray;
    const th = space / count - 7;
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
        random.pick(fibreColours),
        3.4,
      );
    }
  }
  for (const side of [0.07, 0.93]) {
    for (let fibre = 0; fibre < 6; fibre++) {
      const fx = x + width * side + (fibre - 2.5) * 6;
      const to = traysTop + random.between(0.05, 0.95) * space;
      const inward = side < 0.5 ? 1 : -1;
      canvas.stroke(
        `M${n(fx)} ${n(y + height)}V${n(to + 50)}Q${n(fx)} ${n(to)} ${n(fx + inward * width * 0.12)} ${n(to)}`,
        random.chance(0.7) ? "#f3c62a" : random.pick(fibreColours),
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
export function drawTrench(scene: Scene): void {
  const { canvas, random, light } = scene;
  const { width, height } = canvas;
  const horizon = height * random.between(0.22, 0.3);
  drawSky(scene, horizon);
  drawBackdrop(scene, horizon);
  drawGround(scene, horizon);
  const soil = random.pick(["#6b4a2e", "#7a5636", "#5c4330"]);
  const start = horizon + 12;
  const vanishingX = width * random.between(0.4, 0.6);
  const lean = width * random.between(-0.07, 0.07);
  /** A line from the vanishing point to `share` of the lower edge, uneven like dug ground. */
  const edge = (share: number, waver: number): Point[] =>
    Array.from({ length: 17 }, (_, step) => {
      const depth = (step / 16) ** 1.7;
      const x = vanishingX + (width * share + lean - vanishingX) * depth;
      return [x + random.between(-waver, waver) * depth, start + (height + 10 - start) * depth] as const;
    });
  const [outerLeft, innerLeft, innerRight, outerRight] = [
    edge(0.13, 16),
    edge(0.31, 8),
    edge(0.69, 8),
    edge(0.87, 16),
  ];

  drawSpoilHeap(scene, outerLeft, soil);
  canvas.polygon([...outerLeft, ...outerRight.toReversed()], shade(soil, -0.2));
  const drawWall = (outer: readonly Point[], inner: readonly Point[], from: number, to: number) =>
    canvas.polygon(
      [...outer, ...inner.toReversed()],
      canvas.linear(
        [
          [0, shade(soil, from)],
          [0.5, shade(soil, (from + to) / 2)],
          [1, shade(soil, to)],
        ],
        [0, 0],
        [1, 0.25],
      ),
    );
  drawWall(outerLeft, innerLeft, 0.12, -0.5);
  drawWall(outerRight, innerRight, -0.6, 0);
  canvas.polygon(
    [...innerLeft, ...innerRight.toReversed()],
    canvas.linear([
      [0, "#8f7a56"],
      [1, "#c6ab7a"],
    ]),
  );
  drawSpecks(
    scene,
    { x: width * 0.3, y: height * 0.62, width: width * 0.4, height: height * 0.38 },
    ["#e0cca0", "#8a7450"],
    420,
    5,
  );
  for (const [line, side] of [
    [outerLeft, 1],
    [outerRight, -1],
  ] as const)
    drawStones(scene, line, side, soil);

  drawConduits(scene, vanishingX, start, lean);
  drawFringe(scene, outerLeft);
  drawFringe(scene, outerRight);
  drawWarningTape(scene, width * 0.66 + lean, height * random.between(0.6, 0.76));
  drawMeasuringRod(
    scene,
    width * random.between(0.29, 0.34) + lean,
    height * random.between(0.92, 0.98),
    height * random.between(0.48, 0.56),
  );
  if (light.snow) canvas.stroke(outerRight, "#f4f8fb", 16, 'stroke-opacity=".9"');
  drawAtmosphere(scene);
}

function drawConduits({ canvas, random }: Scene, vanishingX: number, start: number, lean: number): void {
  const { width, height } = canvas;
  const count = random.integer(2, 4);
  for (let pipe = 0; pipe < count; pipe++) {
    const x = width * (0.36 + (0.3 * (pipe + 0.5)) / count) + lean;
    const colour = random.pick(["#e8801c", "#e8801c", "#2f9e44", "#26292c", "#d9b51f"]);
    const pipeWidth = width * random.between(0.022, 0.032);
    const bend = (vanishingX + x) / 2 + random.between(-30, 30);
    const middle = (start + height) / 2;
    canvas.path(
      `M${n(vanishingX)} ${n(start + 8)}Q${n(bend - pipeWidth * 0.5)} ${n(middle)} ${n(x - pipeWidth)} ${height}H${n(x + pipeWidth)}Q${n(bend + pipeWidth * 0.5)} ${n(middle)} ${n(vanishingX + 3)} ${n(start + 8)}z`,
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
    if (random.chance(0.5)) {
      const y = height * random.between(0.8, 0.92);
      canvas.rect(x - pipeWidth * 1.15, y, pipeWidth * 2.1, pipeWidth * 1.1, shade(colour, -0.3), 'rx="7"');
    }
  }
}

/** The dug-out soil beside the trench: a long mound that follows its edge. */
function drawSpoilHeap(scene: Scene, edge: readonly Point[], soil: string): void {
  const { canvas, random, light } = scene;
  const crest: Point[] = [];
  const foot: Point[] = [];
  for (const [x, y] of edge) {
    const size = (y - (edge[0]?.[1] ?? 0)) * 0.9 + 6;
    foot.push([x - size * 0.06, y + size * 0.02]);
    crest.push([x - size * random.between(0.34, 0.4), y - size * random.between(0.24, 0.36)]);
    crest.push([x - size * random.between(0.5, 0.6), y - size * random.between(0.12, 0.26)]);
  }
  const outer = edge.map(([x, y]) => [x - ((y - (edge[0]?.[1] ?? 0)) * 0.9 + 6) * 0.92, y] as const);
  canvas.polygon([...crest, ...outer.toReversed()], shade(soil, -0.32));
  canvas.polygon(
    [...crest, ...foot.toReversed()],
    canvas.linear(
      [
        [0, shade(soil, 0.24)],
        [1, shade(soil, -0.1)],
      ],
      [0, 0],
      [0.7, 1],
    ),
  );
  for (const colour of [shade(soil, 0.34), shade(soil, -0.42), mix(soil, "#a59d90", 0.6)]) {
    let clods = "";
    for (let count = 0; count < 110; count++) {
      const [x, y] = edge[random.integer(2, edge.length - 1)] ?? [0, 0];
      const size = (y - (edge[0]?.[1] ?? 0)) * 0.9 + 6;
      const clod = size * random.between(0.008, 0.03);
      clods += `M${n(x - size * random.between(0.08, 0.62))} ${n(y - size * random.between(-0.02, 0.22))}l${n(clod)} ${n(-clod * 0.7)}l${n(clod)} ${n(clod * 0.6)}l${n(-clod * 0.8)} ${n(clod * 0.7)}z`;
    }
    canvas.path(clods, colour, 'fill-opacity=".75"');
  }
  if (light.snow) canvas.stroke(crest, "#ffffff", 9, 'stroke-opacity=".75"');
}

function drawStones({ canvas, random }: Scene, line: readonly Point[], side: number, soil: string): void {
  for (const colour of [shade(soil, 0.4), "#8f897e", shade(soil, -0.5)]) {
    let stones = "";
    for (let count = 0; count < 60; count++) {
      const [x, y] = line[random.integer(3, line.length - 1)] ?? [0, 0];
      const size = (y - (line[0]?.[1] ?? 0)) * random.between(0.008, 0.022) + 1;
      stones += `M${n(x + side * size * random.between(1, 11))} ${n(y + random.between(-30, 30))}l${n(size)} ${n(-size * 0.6)}l${n(size)} ${n(size * 0.5)}l${n(-size * 0.9)} ${n(size * 0.8)}z`;
    }
    canvas.path(stones, colour, 'fill-opacity=".8"');
  }
}

/** Turf hanging over a dug edge. */
function drawFringe({ canvas, random, light }: Scene, line: readonly Point[]): void {
  if (light.snow) return;
  let blades = "";
  line.slice(2).forEach(([x, y], index) => {
    for (let blade = 0; blade < 9; blade++) {
      const size = 4 + index * 1.5;
      blades += `M${n(x + random.between(-size, size))} ${n(y + random.between(-24, 24))}l${n(random.between(-0.5, 0.5) * size)} ${n(-size * random.between(0.6, 1.4))}`;
    }
  });
  canvas.hatch(blades, light.grass, 2.4, 0.9);
}

function drawWarningTape({ canvas, random }: Scene, x: number, y: number): void {
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
function drawMeasuringRod({ canvas, random }: Scene, x: number, foot: number, rodHeight: number): void {
  canvas.group(`rotate(${n(random.between(-3, 4))} ${n(x)} ${n(foot)})`, () => {
    const rodWidth = 52;
    canvas.rect(x + 10, foot - rodHeight + 6, rodWidth, rodHeight, "#000000", 'fill-opacity=".35"');
    canvas.rect(
      x,
      foot - rodHeight,
      rodWidth,
      rodHeight,
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
      const y = foot - (rodHeight / 30) * mark;
      ticks += `M${n(x)} ${n(y)}h${mark % 5 === 0 ? 26 : 13}`;
      if (mark % 5 === 0) canvas.text(String(mark * 3), x + 22, y + 7, 15, "#15171a", 1);
    }
    canvas.stroke(ticks, "#15171a", 2.6);
  });
}
