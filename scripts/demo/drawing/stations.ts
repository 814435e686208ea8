import { type Canvas, linePath, n, type Point, shade } from "./canvas.ts";
import {
  drawAtmosphere,
  drawBackdrop,
  drawGround,
  drawShadow,
  drawSky,
  drawTufts,
  type Scene,
} from "./landscape.ts";
import { fittingSize } from "./lettering.ts";

/** A lattice telecom mast with sector antennas and dishes, its hut and its fence. */
export function drawMast(scene: Scene): void {
  const { canvas, random, light } = scene;
  const { width, height } = canvas;
  const horizon = height * random.between(0.78, 0.84);
  drawSky(scene, horizon);
  drawBackdrop(scene, horizon);
  drawGround(scene, horizon);

  const x = width * random.between(0.38, 0.62);
  const foot = horizon + height * 0.06;
  const top = height * random.between(0.09, 0.15);
  const base = width * random.between(0.075, 0.095);
  const tip = base * 0.24;
  const steel = light.usesFlash ? "#4a5260" : random.pick(["#6a7480", "#7d868e", "#5d6670"]);
  const isBanded = random.chance(0.4);
  const halfWidthAt = (y: number) => tip + ((y - top) / (foot - top)) * (base - tip);

  drawEquipmentHut(scene, x + base * random.pick([-2.1, 1.5]), foot, base * 1.25);
  drawShadow(scene, x, foot, base * 1.8, 14);
  const levels: number[] = [];
  for (let y = foot, step = (foot - top) * 0.13; y > top; y -= step, step *= 0.92) levels.push(y);
  levels.push(top);
  for (let index = 0; index + 1 < levels.length; index++) {
    const [low = 0, high = 0] = [levels[index], levels[index + 1]];
    const colour = isBanded ? (index % 2 === 0 ? "#c23a2e" : "#e9e6e0") : steel;
    const [l, h] = [halfWidthAt(low), halfWidthAt(high)];
    canvas.stroke(
      `M${n(x - l)} ${n(low)}L${n(x + h)} ${n(high)}M${n(x + l)} ${n(low)}L${n(x - h)} ${n(high)}M${n(x - h)} ${n(high)}H${n(x + h)}`,
      shade(colour, -0.2),
      2.6,
    );
    canvas.stroke(
      [
        [x - l, low],
        [x - h, high],
      ],
      colour,
      6.5,
    );
    canvas.stroke(
      [
        [x + l, low],
        [x + h, high],
      ],
      shade(colour, -0.3),
      6.5,
    );
  }
  canvas.stroke(
    [
      [x, foot],
      [x, top],
    ],
    "#20262c",
    5,
  );
  canvas.stroke(
    [
      [x, top],
      [x, top - height * 0.06],
    ],
    steel,
    4,
  );
  canvas.circle(x, top - height * 0.06, 6, "#e23c2c");
  canvas.circle(
    x,
    top - height * 0.06,
    20,
    canvas.radialGradient([
      [0, "#ff6a50", 0.8],
      [1, "#ff6a50", 0],
    ]),
  );
  drawAntennas(scene, x, top, tip);
  for (let count = random.integer(1, 3); count > 0; count--) {
    const y = top + (foot - top) * random.between(0.2, 0.42);
    drawDish(canvas, x + random.pick([-1, 1]) * (halfWidthAt(y) + 14), y, base * random.between(0.22, 0.36));
  }
  drawMeshFence(scene, x - base * 2.4, x + base * 2.6, foot + 26, base * 0.75);
  drawTufts(scene, foot + 20, 160);
  drawAtmosphere(scene);
}

function drawAntennas({ canvas, random }: Scene, x: number, top: number, tip: number): void {
  const length = canvas.height * random.between(0.085, 0.115);
  const panelWidth = length * 0.2;
  for (const ring of random.chance(0.5) ? [0, length * 1.35] : [0]) {
    const y = top + 10 + ring;
    canvas.stroke(
      [
        [x - tip * 2.6, y + length * 0.3],
        [x + tip * 2.6, y + length * 0.3],
      ],
      "#454d55",
      5,
    );
    canvas.stroke(
      [
        [x - tip * 2.6, y + length * 0.75],
        [x + tip * 2.6, y + length * 0.75],
      ],
      "#454d55",
      5,
    );
    for (const offset of [-2.5, -1.3, 1.3, 2.5]) {
      const face = canvas.linear(
        [
          [0, "#fafafa"],
          [0.6, "#dfe3e6"],
          [1, "#9aa3ab"],
        ],
        [0, 0],
        [1, 0],
      );
      canvas.rect(x + offset * tip - panelWidth / 2, y, panelWidth, length, face, 'rx="5"');
    }
  }
}

function drawDish(canvas: Canvas, x: number, y: number, radius: number): void {
  canvas.circle(x, y, radius, "#8b949c");
  canvas.circle(
    x,
    y,
    radius * 0.93,
    canvas.radialGradient(
      [
        [0, "#ffffff"],
        [0.7, "#e2e7ea"],
        [1, "#aab4bb"],
      ],
      [0.38, 0.35],
      0.75,
    ),
  );
}

function drawEquipmentHut({ canvas, random, light }: Scene, x: number, foot: number, width: number): void {
  const hutHeight = width * 0.78;
  const colour = random.pick(["#8a9a86", "#a8a294", "#7c8a94", "#b2b6b4"]);
  canvas.rect(
    x - width / 2,
    foot - hutHeight,
    width,
    hutHeight + 8,
    canvas.linear([
      [0, shade(colour, 0.1)],
      [1, shade(colour, -0.25)],
    ]),
  );
  canvas.rect(
    x - width * 0.54,
    foot - hutHeight - 9,
    width * 1.08,
    11,
    light.snow ? "#f4f7fa" : shade(colour, -0.5),
  );
  canvas.rect(x - width * 0.16, foot - hutHeight * 0.78, width * 0.34, hutHeight * 0.8, shade(colour, -0.4));
  canvas.circle(x + width * 0.13, foot - hutHeight * 0.36, 3, "#e8e8e8");
  canvas.rect(x + width * 0.24, foot - hutHeight * 0.7, width * 0.18, hutHeight * 0.22, "#39424a");
  canvas.rect(x - width * 0.42, foot - hutHeight * 0.6, width * 0.16, width * 0.16, "#f2c322");
}

/** Wire mesh between posts, from `left` to `right`, with its base at `foot`. */
function drawMeshFence(
  { canvas }: Scene,
  left: number,
  right: number,
  foot: number,
  fenceHeight: number,
  cell = 13,
): void {
  const mesh = canvas.pattern(
    cell,
    cell,
    `<path d="M0 0L${cell} ${cell}M${cell} 0L0 ${cell}" stroke="#8e979c" stroke-width="1.4" fill="none"/>`,
  );
  canvas.rect(left, foot - fenceHeight, right - left, fenceHeight, mesh);
  const posts = Math.max(3, Math.round((right - left) / (fenceHeight * 1.5)));
  for (let index = 0; index <= posts; index++) {
    const x = left + ((right - left) / posts) * index;
    canvas.stroke(
      [
        [x, foot + 6],
        [x, foot - fenceHeight - 8],
      ],
      "#6d767c",
      fenceHeight * 0.055,
    );
  }
  canvas.stroke(
    [
      [left, foot - fenceHeight],
      [right, foot - fenceHeight],
    ],
    "#7f888e",
    fenceHeight * 0.035,
  );
}

/** A fence with a warning sign. */
export function drawSign(scene: Scene): void {
  const { canvas, random, light } = scene;
  const { width, height } = canvas;
  const horizon = height * random.between(0.56, 0.64);
  drawSky(scene, horizon);
  drawBackdrop(scene, horizon);
  drawGround(scene, horizon);
  drawEquipmentHut(scene, width * random.pick([0.16, 0.84]), horizon + height * 0.12, width * 0.2);
  drawMeshFence(scene, -40, width + 40, height * 0.93, height * 0.62, 30);
  let coils = "";
  for (let x = -20; x < width + 40; x += 34) coils += `M${x} ${n(height * 0.295)}a26 30 0 1 0 34 0`;
  canvas.stroke(coils, "#7b8489", 2.5, 'stroke-opacity=".9"');

  const x = width * random.between(0.4, 0.58);
  const y = height * 0.34;
  const signWidth = Math.min(width, height) * 0.4;
  const tilt = random.between(-3, 3);
  const [headline, lines] = random.pick([
    ["VARNING", ["OBEHÖRIGA ÄGA", "EJ TILLTRÄDE"]],
    ["OPTOKABEL", ["GRÄV INTE HÄR", "RING 0771-24 24 24"]],
    ["TELESTATION", ["TILLTRÄDE", "FÖRBJUDET"]],
  ] as const);
  canvas.group(`rotate(${n(tilt)} ${n(x)} ${n(y)})`, () => {
    canvas.rect(
      x - signWidth / 2 + 8,
      y + 10,
      signWidth,
      signWidth * 1.12,
      "#101418",
      'rx="10" fill-opacity=".35"',
    );
    canvas.rect(
      x - signWidth / 2,
      y,
      signWidth,
      signWidth * 1.12,
      canvas.linear([
        [0, "#fdd835"],
        [1, "#e9b50f"],
      ]),
      'rx="10"',
    );
    canvas.rect(
      x - signWidth / 2 + 9,
      y + 9,
      signWidth - 18,
      signWidth * 1.12 - 18,
      "none",
      'rx="6" stroke="#15171a" stroke-width="6"',
    );
    const [tx, ty, side] = [x, y + signWidth * 0.08, signWidth * 0.29];
    canvas.stroke(
      `${linePath([
        [tx, ty],
        [tx + side, ty + side * 1.7],
        [tx - side, ty + side * 1.7],
      ])}z`,
      "#15171a",
      15,
    );
    const bolt: Point[] = [
      [0.1, 0.45],
      [-0.32, 1.08],
      [-0.04, 1.08],
      [-0.16, 1.55],
      [0.3, 0.92],
      [0.03, 0.92],
      [0.26, 0.45],
    ];
    canvas.polygon(
      bolt.map(([bx, by]) => [tx + bx * side, ty + by * side] as const),
      "#15171a",
    );
    canvas.centredText(
      headline,
      x,
      y + signWidth * 0.76,
      fittingSize(headline, signWidth * 0.1, signWidth * 0.82),
      "#15171a",
      1.3,
    );
    lines.forEach((line, index) => {
      canvas.centredText(
        line,
        x,
        y + signWidth * (0.88 + index * 0.12),
        fittingSize(line, signWidth * 0.062, signWidth * 0.84),
        "#15171a",
        1,
      );
    });
    for (const [bx, by] of [
      [-0.44, 0.06],
      [0.44, 0.06],
      [-0.44, 1.06],
      [0.44, 1.06],
    ] as const) {
      canvas.circle(x + bx * signWidth, y + by * signWidth, 7, "#8b8f92");
    }
  });
  if (light.snow)
    canvas.path(
      `M${n(x - signWidth / 2)} ${n(y + 2)}q${n(signWidth / 4)} -26 ${n(signWidth / 2)} -12t${n(signWidth / 2)} 12z`,
      "#fafcfe",
    );
  drawTufts(scene, height * 0.9, 160);
  drawAtmosphere(scene);
}
