import { type Canvas, mix, n, type Point, shade, through } from "./canvas.ts";
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
import { fittingSize } from "./lettering.ts";

/** A lattice telecom mast with sector antennas and dishes, its hut and its fence. */
export function mast(scene: Scene): void {
  const { canvas, random, light } = scene;
  const { width, height } = canvas;
  const horizon = height * random.between(0.78, 0.84);
  sky(scene, horizon);
  backdrop(scene, horizon);
  ground(scene, horizon);

  const x = width * random.between(0.38, 0.62);
  const foot = horizon + height * 0.06;
  const top = height * random.between(0.09, 0.15);
  const base = width * random.between(0.075, 0.095);
  const tip = base * 0.24;
  const steel = light.flash ? "#4a5260" : random.pick(["#6a7480", "#7d868e", "#5d6670"]);
  const banded = random.chance(0.4);
  const half = (y: number) => tip + ((y - top) / (foot - top)) * (base - tip);

  equipmentHut(scene, x + base * random.pick([-2.1, 1.5]), foot, base * 1.25);
  shadow(scene, x, foot, base * 1.8, 14);
  const levels: number[] = [];
  for (let y = foot, step = (foot - top) * 0.13; y > top; y -= step, step *= 0.92) levels.push(y);
  levels.push(top);
  for (let index = 0; index + 1 < levels.length; index++) {
    const [low = 0, high = 0] = [levels[index], levels[index + 1]];
    const colour = banded ? (index % 2 === 0 ? "#c23a2e" : "#e9e6e0") : steel;
    const [l, h] = [half(low), half(high)];
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
    canvas.radial([
      [0, "#ff6a50", 0.8],
      [1, "#ff6a50", 0],
    ]),
  );
  antennas(scene, x, top, tip);
  for (let count = random.integer(1, 3); count > 0; count--) {
    const y = top + (foot - top) * random.between(0.2, 0.42);
    dish(canvas, x + random.pick([-1, 1]) * (half(y) + 14), y, base * random.between(0.22, 0.36));
  }
  meshFence(scene, x - base * 2.4, x + base * 2.6, foot + 26, base * 0.75);
  tufts(scene, foot + 20, 160);
  atmosphere(scene);
}

function antennas({ canvas, random }: Scene, x: number, top: number, tip: number): void {
  const length = canvas.height * random.between(0.085, 0.115);
  const wide = length * 0.2;
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
      canvas.rect(x + offset * tip - wide / 2, y, wide, length, face, 'rx="5"');
    }
  }
}

function dish(canvas: Canvas, x: number, y: number, radius: number): void {
  canvas.circle(x, y, radius, "#8b949c");
  canvas.circle(
    x,
    y,
    radius * 0.93,
    canvas.radial(
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

function equipmentHut({ canvas, random, light }: Scene, x: number, foot: number, width: number): void {
  const tall = width * 0.78;
  const colour = random.pick(["#8a9a86", "#a8a294", "#7c8a94", "#b2b6b4"]);
  canvas.rect(
    x - width / 2,
    foot - tall,
    width,
    tall + 8,
    canvas.linear([
      [0, shade(colour, 0.1)],
      [1, shade(colour, -0.25)],
    ]),
  );
  canvas.rect(
    x - width * 0.54,
    foot - tall - 9,
    width * 1.08,
    11,
    light.snow ? "#f4f7fa" : shade(colour, -0.5),
  );
  canvas.rect(x - width * 0.16, foot - tall * 0.78, width * 0.34, tall * 0.8, shade(colour, -0.4));
  canvas.circle(x + width * 0.13, foot - tall * 0.36, 3, "#e8e8e8");
  canvas.rect(x + width * 0.24, foot - tall * 0.7, width * 0.18, tall * 0.22, "#39424a");
  canvas.rect(x - width * 0.42, foot - tall * 0.6, width * 0.16, width * 0.16, "#f2c322");
}

/** Wire mesh between posts, from `left` to `right`, standing on `foot`. */
function meshFence(
  { canvas }: Scene,
  left: number,
  right: number,
  foot: number,
  tall: number,
  cell = 13,
): void {
  const mesh = canvas.pattern(
    cell,
    cell,
    `<path d="M0 0L${cell} ${cell}M${cell} 0L0 ${cell}" stroke="#8e979c" stroke-width="1.4" fill="none"/>`,
  );
  canvas.rect(left, foot - tall, right - left, tall, mesh);
  const posts = Math.max(3, Math.round((right - left) / (tall * 1.5)));
  for (let index = 0; index <= posts; index++) {
    const x = left + ((right - left) / posts) * index;
    canvas.stroke(
      [
        [x, foot + 6],
        [x, foot - tall - 8],
      ],
      "#6d767c",
      tall * 0.055,
    );
  }
  canvas.stroke(
    [
      [left, foot - tall],
      [right, foot - tall],
    ],
    "#7f888e",
    tall * 0.035,
  );
}

/** A wooden pole with a crossarm, insulators, a closure and lines that sag out of the picture. */
export function pole(scene: Scene): void {
  const { canvas, random, light } = scene;
  const { width, height } = canvas;
  const horizon = height * random.between(0.68, 0.76);
  sky(scene, horizon);
  backdrop(scene, horizon);
  ground(scene, horizon);
  forest(scene, horizon + 22, height * 0.2, 13, 0.12);

  const x = width * random.between(0.4, 0.62);
  const top = height * random.between(0.07, 0.12);
  const foot = height * random.between(0.9, 0.96);
  const thick = width * 0.03;
  const wood = canvas.linear(
    [
      [0, "#a8855e"],
      [0.4, "#86653f"],
      [1, "#4a351f"],
    ],
    [0, 0],
    [1, 0],
  );
  for (const [far, size] of [
    [0.2, 0.32],
    [0.33, 0.18],
  ] as const) {
    const px = x + width * far * (x < width / 2 ? 1 : -1);
    const low = horizon + height * size * 0.25;
    canvas.stroke(
      [
        [px, low],
        [px, low - height * size * 1.6],
      ],
      "#5b4630",
      thick * size * 1.4,
    );
    canvas.stroke(
      [
        [px - 30 * size * 3, low - height * size * 1.45],
        [px + 30 * size * 3, low - height * size * 1.45],
      ],
      "#5b4630",
      4,
    );
  }
  const arm = width * 0.13;
  const armAt = top + height * 0.055;
  const sag = height * random.between(0.03, 0.09);
  for (const [dx, dy] of [
    [-arm, 0],
    [-arm * 0.45, 0],
    [arm * 0.45, 0],
    [arm, 0],
    [0, height * 0.13],
  ] as const) {
    const [ax, ay] = [x + dx, armAt - 16 + dy];
    const wire = `M${n(ax)} ${n(ay)}Q${n(ax / 2)} ${n(ay + sag)} -10 ${n(ay - height * 0.03)}M${n(ax)} ${n(ay)}Q${n((ax + width) / 2)} ${n(ay + sag)} ${width + 10} ${n(ay - height * 0.01)}`;
    canvas.stroke(wire, dy > 0 ? "#101418" : "#2d3338", dy > 0 ? 7 : 3);
  }
  shadow(scene, x, foot, thick * 3, 16);
  canvas.polygon(
    [
      [x - thick * 0.42, top],
      [x + thick * 0.42, top],
      [x + thick * 0.6, foot],
      [x - thick * 0.6, foot],
    ],
    wood,
  );
  let grain = "";
  for (let count = 0; count < 26; count++) {
    const y = random.between(top, foot - 60);
    grain += `M${n(x + random.between(-0.35, 0.35) * thick)} ${n(y)}v${n(random.between(20, 70))}`;
  }
  canvas.hatch(grain, "#3a2917", 1.4, 0.6);
  canvas.rect(
    x - arm * 1.12,
    armAt,
    arm * 2.24,
    thick * 0.55,
    canvas.linear([
      [0, "#94734d"],
      [1, "#52391f"],
    ]),
    'rx="3"',
  );
  for (const offset of [-1, -0.45, 0.45, 1]) {
    canvas.rect(x + offset * arm - 6, armAt - 24, 12, 26, random.pick(["#8d4a2c", "#d8dcdc"]), 'rx="6"');
  }
  // The closure hangs under the crossarm, with a coil of spare cable beside it.
  const boxAt = top + height * random.between(0.22, 0.3);
  canvas.stroke(
    `M${n(x + thick)} ${n(armAt + height * 0.1)}C${n(x + thick * 2.6)} ${n(boxAt - 30)} ${n(x + thick * 2.2)} ${n(boxAt)} ${n(x + thick)} ${n(boxAt + 20)}`,
    "#14181b",
    8,
  );
  canvas.rect(
    x - thick * 0.9,
    boxAt,
    thick * 1.8,
    thick * 3.3,
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
  canvas.rect(x - thick * 0.9, boxAt + thick * 2.3, thick * 1.8, 7, "#6b747a");
  const coilAt = boxAt + thick * 5.6;
  for (const radius of [1.75, 1.6, 1.45]) {
    canvas.circle(x, coilAt, thick * radius, "none", `stroke="#171b1e" stroke-width="${n(thick * 0.13)}"`);
  }
  const plate = foot - height * 0.26;
  canvas.rect(x - thick * 0.62, plate, thick * 1.24, thick * 1.5, "#f3c31f", 'rx="3"');
  canvas.centred(String(random.integer(100, 999)), x, plate + thick * 0.95, thick * 0.4, "#1a1a1a", 1.1);
  if (light.snow) canvas.rect(x - arm * 1.12, armAt - 7, arm * 2.24, 8, "#f7fafc", 'rx="4"');
  tufts(scene, foot - 30, 120);
  atmosphere(scene);
}

/** A wind turbine above the land, with smaller ones far away. */
export function turbine(scene: Scene): void {
  const { canvas, random, light } = scene;
  const { width, height } = canvas;
  const horizon = height * random.between(0.72, 0.8);
  sky(scene, horizon);
  backdrop(scene, horizon);
  const place = width * random.between(0.36, 0.64);
  for (let count = random.integer(2, 4); count > 0; count--) {
    const x = width * random.between(0.05, 0.95);
    if (Math.abs(x - place) > width * 0.12)
      oneTurbine(scene, x, horizon + 4, height * random.between(0.16, 0.26), 0.45);
  }
  ground(scene, horizon);
  gravelRoad(scene, place + width * 0.03, horizon + height * 0.05, width * 0.3);
  oneTurbine(scene, place, horizon + height * 0.07, height * random.between(0.5, 0.56), 0);
  const kiosk = place + width * 0.06;
  canvas.rect(
    kiosk,
    horizon + height * 0.03,
    width * 0.04,
    height * 0.045,
    light.snow ? "#8e9aa2" : "#55684f",
  );
  tufts(scene, horizon + height * 0.12, 220);
  atmosphere(scene);
}

function oneTurbine(
  { canvas, random, light }: Scene,
  x: number,
  foot: number,
  tower: number,
  haze: number,
): void {
  const white = mix(light.flash ? "#8c95a5" : "#f3f5f6", light.sky.bottom, haze);
  const dark = mix(light.flash ? "#474f60" : "#a9b4bc", light.sky.bottom, haze);
  const hub = foot - tower;
  const wide = tower * 0.03;
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
      [x - wide * 0.55, hub],
      [x + wide * 0.55, hub],
      [x + wide, foot],
      [x - wide, foot],
    ],
    body,
  );
  canvas.rect(x - wide * 1.2, hub - wide * 0.9, wide * 3.2, wide * 1.6, body, `rx="${n(wide * 0.6)}"`);
  const turn = random.between(0, 120);
  const length = tower * random.between(0.6, 0.68);
  for (let blade = 0; blade < 3; blade++) {
    canvas.add(
      `<path transform="translate(${n(x)} ${n(hub)}) rotate(${n(turn + blade * 120)})" fill="${blade === 1 ? dark : white}" ` +
        `d="M${n(-wide * 0.3)} 0C${n(-wide * 1.1)} ${n(-length * 0.2)} ${n(-wide * 0.7)} ${n(-length * 0.6)} 0 ${n(-length)}C${n(wide * 0.25)} ${n(-length * 0.6)} ${n(wide * 0.5)} ${n(-length * 0.25)} ${n(wide * 0.35)} 0z"/>`,
    );
  }
  canvas.circle(x, hub, wide * 0.75, dark);
  if (haze === 0 && random.chance(0.6)) canvas.circle(x + wide * 1.4, hub - wide * 1.2, 5, "#e5402f");
}

/** A road that widens towards the viewer, with the tracks of wheels. */
function gravelRoad(scene: Scene, x: number, from: number, wide: number): void {
  const { canvas, random, light } = scene;
  const { width, height } = canvas;
  const colour = light.snow ? "#cfd8e0" : "#a2937c";
  const end = width * random.between(0.3, 0.7);
  const [left, right] = [end - wide, end + wide];
  const bend = (x + end) / 2 + width * random.between(-0.12, 0.12);
  const middle = (from + height) / 2;
  const edge = (offset: number) => `Q${n(bend + offset * wide * 0.35)} ${n(middle)} `;
  canvas.path(
    `M${n(x - 5)} ${n(from)}${edge(-1)}${n(left)} ${height}L${n(right)} ${height}${edge(1)}${n(x + 5)} ${n(from)}z`,
    canvas.linear([
      [0, mix(colour, light.distance, 0.3)],
      [1, shade(colour, -0.12)],
    ]),
  );
  for (const side of [-0.45, 0.45]) {
    canvas.stroke(
      `M${n(x + side * 6)} ${n(from)}${edge(side)}${n(end + side * wide)} ${height}`,
      shade(colour, -0.28),
      12,
      'stroke-opacity=".5"',
    );
  }
  speckle(
    scene,
    { x: end - wide * 0.7, y: height * 0.88, width: wide * 1.4, height: height * 0.12 },
    [shade(colour, 0.25), shade(colour, -0.35)],
    260,
    5,
  );
}

/** A forest road with orange marker posts along the cable's route. */
export function forestRoad(scene: Scene): void {
  const { canvas, random, light } = scene;
  const { width, height } = canvas;
  const horizon = height * random.between(0.5, 0.58);
  sky(scene, horizon);
  backdrop(scene, horizon);
  ground(scene, horizon);
  const vanish = width * random.between(0.42, 0.58);
  const road = light.snow ? "#d9e1e8" : random.pick(["#9d8c72", "#8d8579", "#a89a80"]);
  const [left, right] = [width * -0.02, width * random.between(0.8, 0.95)];
  const fill = canvas.linear([
    [0, mix(road, light.distance, 0.4)],
    [1, shade(road, -0.15)],
  ]);
  canvas.polygon(
    [
      [vanish - 6, horizon + 8],
      [vanish + 8, horizon + 8],
      [right, height],
      [left, height],
    ],
    fill,
  );
  for (const at of [0.24, 0.72]) {
    const x = left + (right - left) * at;
    canvas.polygon(
      [
        [vanish - 1, horizon + 8],
        [vanish + 2, horizon + 8],
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
        [vanish + 1, horizon + 10],
        [left + (right - left) * 0.48, height],
      ],
      light.grass,
      16,
      'stroke-opacity=".45" stroke-dasharray="30 26"',
    );
    speckle(
      scene,
      { x: width * 0.1, y: height * 0.82, width: width * 0.7, height: height * 0.18 },
      [shade(road, 0.3), shade(road, -0.4)],
      420,
      5,
    );
  }
  for (const side of [-1, 1]) roadsideTrees(scene, vanish, horizon, side);
  // Nearest last, so that near posts cover far ones.
  for (const depth of [0.05, 0.1, 0.2, 0.38, 0.72]) {
    const y = horizon + 10 + (height - horizon) * depth;
    const x = vanish + 10 + (right - vanish) * depth * 1.02 + 20 * depth;
    markerPost(scene, x, y, height * (0.05 + depth * 0.42));
  }
  tufts(scene, height * 0.86, 120);
  atmosphere(scene);
}

function roadsideTrees(scene: Scene, vanish: number, horizon: number, side: number): void {
  const { canvas, random, light } = scene;
  const { width, height } = canvas;
  for (let index = 0; index < 11; index++) {
    const depth = 0.03 + (index / 11) ** 1.8;
    const x =
      vanish +
      side * (26 + (width * (side < 0 ? 0.52 : 0.62) + 40) * depth) +
      side * random.between(0, 60) * depth;
    const foot = horizon + 6 + (height - horizon) * depth * 0.62;
    const tall = height * (0.12 + depth * 0.95) * random.between(0.8, 1.15);
    const green = mix(light.season === "winter" ? "#33483d" : "#2f5033", light.distance, 0.4 * (1 - depth));
    canvas.stroke(
      [
        [x, foot],
        [x, foot - tall * 0.3],
      ],
      mix("#4c3b2b", light.distance, 0.3 * (1 - depth)),
      tall * 0.035,
    );
    let branches = "";
    let snow = "";
    const half = tall * 0.19;
    for (let tier = 0; tier < 7; tier++) {
      const top = foot - tall + tall * 0.125 * tier;
      const spread = half * (0.25 + tier * 0.125);
      const low = top + tall * 0.2;
      branches += `M${n(x)} ${n(top)}Q${n(x + spread * 0.4)} ${n(low - 8)} ${n(x + spread)} ${n(low)}Q${n(x)} ${n(low - tall * 0.03)} ${n(x - spread)} ${n(low)}Q${n(x - spread * 0.4)} ${n(low - 8)} ${n(x)} ${n(top)}z`;
      if (light.snow)
        snow += `M${n(x - spread * 0.7)} ${n(low - tall * 0.03)}Q${n(x)} ${n(low - tall * 0.07)} ${n(x + spread * 0.7)} ${n(low - tall * 0.03)}`;
    }
    canvas.path(
      branches,
      canvas.linear([
        [0, shade(green, 0.18)],
        [1, shade(green, -0.35)],
      ]),
    );
    if (snow) canvas.stroke(snow, "#eef3f8", tall * 0.022, 'stroke-opacity=".85"');
  }
}

function markerPost({ canvas, light }: Scene, x: number, foot: number, tall: number): void {
  const wide = tall * 0.085;
  canvas.ellipse(x, foot, wide * 1.6, wide * 0.5, light.snow ? "#b4c2d2" : "#2a2a1c", 'fill-opacity=".6"');
  canvas.rect(
    x - wide / 2,
    foot - tall,
    wide,
    tall,
    canvas.linear(
      [
        [0, "#ff9a3c"],
        [0.5, "#f0741e"],
        [1, "#b24d0c"],
      ],
      [0, 0],
      [1, 0],
    ),
    `rx="${n(wide * 0.35)}"`,
  );
  canvas.rect(x - wide / 2, foot - tall * 0.9, wide, tall * 0.1, "#f8f8f4");
  canvas.rect(x - wide / 2, foot - tall * 0.72, wide, tall * 0.05, "#f8f8f4");
  if (tall > 200) {
    canvas.group(`rotate(90 ${n(x)} ${n(foot - tall * 0.6)})`, () =>
      canvas.text("OPTO", x, foot - tall * 0.6 + wide * 0.2, wide * 0.42, "#201408", 1),
    );
  }
}

/** A fence with a warning sign. */
export function sign(scene: Scene): void {
  const { canvas, random, light } = scene;
  const { width, height } = canvas;
  const horizon = height * random.between(0.56, 0.64);
  sky(scene, horizon);
  backdrop(scene, horizon);
  ground(scene, horizon);
  equipmentHut(scene, width * random.pick([0.16, 0.84]), horizon + height * 0.12, width * 0.2);
  meshFence(scene, -40, width + 40, height * 0.93, height * 0.62, 30);
  let coils = "";
  for (let x = -20; x < width + 40; x += 34) coils += `M${x} ${n(height * 0.295)}a26 30 0 1 0 34 0`;
  canvas.stroke(coils, "#7b8489", 2.5, 'stroke-opacity=".9"');

  const x = width * random.between(0.4, 0.58);
  const y = height * 0.34;
  const wide = Math.min(width, height) * 0.4;
  const tilt = random.between(-3, 3);
  const [headline, words] = random.pick([
    ["VARNING", ["OBEHÖRIGA ÄGA", "EJ TILLTRÄDE"]],
    ["OPTOKABEL", ["GRÄV INTE HÄR", "RING 0771-24 24 24"]],
    ["TELESTATION", ["TILLTRÄDE", "FÖRBJUDET"]],
  ] as const);
  canvas.group(`rotate(${n(tilt)} ${n(x)} ${n(y)})`, () => {
    canvas.rect(x - wide / 2 + 8, y + 10, wide, wide * 1.12, "#101418", 'rx="10" fill-opacity=".35"');
    canvas.rect(
      x - wide / 2,
      y,
      wide,
      wide * 1.12,
      canvas.linear([
        [0, "#fdd835"],
        [1, "#e9b50f"],
      ]),
      'rx="10"',
    );
    canvas.rect(
      x - wide / 2 + 9,
      y + 9,
      wide - 18,
      wide * 1.12 - 18,
      "none",
      'rx="6" stroke="#15171a" stroke-width="6"',
    );
    const [tx, ty, side] = [x, y + wide * 0.08, wide * 0.29];
    canvas.stroke(
      `${through([
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
    canvas.centred(
      headline,
      x,
      y + wide * 0.76,
      fittingSize(headline, wide * 0.1, wide * 0.82),
      "#15171a",
      1.3,
    );
    words.forEach((line, index) => {
      canvas.centred(
        line,
        x,
        y + wide * (0.88 + index * 0.12),
        fittingSize(line, wide * 0.062, wide * 0.84),
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
      canvas.circle(x + bx * wide, y + by * wide, 7, "#8b8f92");
    }
  });
  if (light.snow)
    canvas.path(
      `M${n(x - wide / 2)} ${n(y + 2)}q${n(wide / 4)} -26 ${n(wide / 2)} -12t${n(wide / 2)} 12z`,
      "#fafcfe",
    );
  tufts(scene, height * 0.9, 160);
  atmosphere(scene);
}
