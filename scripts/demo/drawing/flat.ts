import { Canvas, mix, n, type Point } from "./canvas.ts";
import { fittingSize, textWidth } from "./lettering.ts";
import { Random } from "./noise.ts";

/** A plan of a fibre route on white paper. */
export function drawPlan(random: Random, title: string, number: number): Canvas {
  const canvas = new Canvas(1200, 800);
  const { width, height } = canvas;
  canvas.rect(0, 0, width, height, "#fcfcfa");
  canvas.rect(
    0,
    0,
    width,
    height,
    canvas.pattern(40, 40, '<path d="M40 0H0V40" stroke="#e4e8ea" fill="none"/>'),
  );

  const middleY = height * random.between(0.42, 0.56);
  const slope = random.between(-70, 70);
  const streetY = (x: number) => middleY + (slope * (x - width / 2)) / width;
  const crossings = [random.between(0.2, 0.34), random.between(0.58, 0.74)].map((share) => share * width);
  const drawStreet = (line: readonly Point[], houseWidth: number) => {
    canvas.stroke(line, "#9aa4aa", houseWidth);
    canvas.stroke(line, "#eceff0", houseWidth - 5);
  };
  for (const x of crossings)
    drawStreet(
      [
        [x - 30, 60],
        [x + 40, height - 60],
      ],
      40,
    );
  drawStreet(
    [
      [40, streetY(40)],
      [width - 40, streetY(width - 40)],
    ],
    54,
  );
  canvas.stroke(
    [
      [40, streetY(40)],
      [width - 40, streetY(width - 40)],
    ],
    "#b6bec3",
    2,
    'stroke-dasharray="16 14"',
  );

  const [start = 300, end = 800] = crossings;
  const main: Point[] = [
    [80, streetY(80) - 34],
    [start, streetY(start) - 36],
    [end, streetY(end) - 36],
    [width - 110, streetY(width - 110) - 34],
  ];
  let houseNumber = 1;
  for (const side of [-1, 1]) {
    for (let x = 100; x < width - 150; x += random.between(105, 135)) {
      if (crossings.some((crossing) => Math.abs(crossing - x - 30) < 75)) continue;
      const y = streetY(x) + side * random.between(95, 130) - 30;
      const [wide, houseHeight] = [random.between(52, 76), random.between(44, 62)];
      canvas.stroke(
        [
          [x + wide / 2, streetY(x) - 36],
          [x + wide / 2, y + houseHeight / 2],
        ],
        "#e8801c",
        2.4,
        'stroke-dasharray="7 4"',
      );
      canvas.rect(x, y, wide, houseHeight, "#dfe5e2", 'stroke="#56626a" stroke-width="2.5"');
      canvas.stroke(
        [
          [x, y + houseHeight / 2],
          [x + wide, y + houseHeight / 2],
        ],
        "#9aa5a8",
        1.5,
      );
      canvas.centredText(String(houseNumber), x + wide / 2, y + houseHeight / 2 - 7, 11, "#39444b", 1);
      houseNumber += random.integer(1, 3);
    }
  }
  canvas.stroke(main, "#d8342c", 5);
  canvas.stroke(
    main.map(([x, y]) => [x, y - 9] as const),
    "#2456b8",
    3,
  );
  main.forEach(([x, y], index) => {
    const name = index === 0 ? "NOD" : `B${index}`;
    if (index === 0) canvas.rect(x - 20, y - 24, 40, 40, "#1f2a33");
    else canvas.circle(x, y - 4, 14, "#ffffff", 'stroke="#d8342c" stroke-width="5"');
    canvas.centredText(name, x, y - 36, 13, "#1f2a33", 1.1);
    const next = main[index + 1];
    if (next) {
      const length = Math.round(Math.hypot(next[0] - x, next[1] - y) * 0.42);
      canvas.centredText(`${length} M`, (x + next[0]) / 2, (y + next[1]) / 2 + 58, 12, "#b0251d", 1);
    }
  });

  canvas.rect(20, 20, width - 40, height - 40, "none", 'stroke="#1f2a33" stroke-width="3"');
  canvas.rect(width - 330, height - 150, 310, 130, "#ffffff", 'stroke="#1f2a33" stroke-width="3"');
  canvas.text(title, width - 314, height - 116, fittingSize(title, 20, 280), "#1f2a33", 1.2);
  canvas.text(`RITNING ${String(number).padStart(4, "0")}`, width - 314, height - 88, 12, "#56626a");
  (
    [
      ["KABEL", "#d8342c"],
      ["KANALISATION", "#2456b8"],
      ["SERVIS", "#e8801c"],
    ] as const
  ).forEach(([label, colour], index) => {
    const y = height - 68 + index * 18;
    canvas.stroke(
      [
        [width - 314, y],
        [width - 274, y],
      ],
      colour,
      4,
    );
    canvas.text(label, width - 262, y + 5, 10, "#39444b");
  });
  canvas.polygon(
    [
      [70, 48],
      [84, 92],
      [70, 82],
      [56, 92],
    ],
    "#1f2a33",
  );
  canvas.centredText("N", 70, 116, 16, "#1f2a33", 1.2);
  canvas.stroke(`M52 ${height - 46}h160m0 -6v12m-160 -12v12m80 -9v6`, "#1f2a33", 3);
  canvas.text("0      50 M", 48, height - 60, 11, "#1f2a33");
  return canvas;
}

const colours = ["#0b6e99", "#1a7f4b", "#b4471f", "#6b3fa0", "#0f4c81", "#a8323e", "#2f6f6f"] as const;

/** A symbol derived from the name, then the name. */
export function createLogo(name: string): Canvas {
  const random = new Random(
    [...name].reduce((sum, character) => Math.imul(sum, 31) + (character.codePointAt(0) ?? 0), 7),
  );
  const size = 34;
  const canvas = new Canvas(Math.ceil(112 + textWidth(name, size) + 20), 96);
  const colour = random.pick(colours);
  const fill = canvas.linear([
    [0, mix(colour, "#ffffff", 0.25)],
    [1, colour],
  ]);
  const [x, y, radius] = [52, 48, 36];
  const symbol = random.integer(0, 3);
  if (symbol === 0) {
    canvas.circle(x, y, radius, fill);
    for (const arc of [10, 19, 28])
      canvas.stroke(`M${n(x - arc)} ${y + 14}a${arc} ${arc} 0 0 1 ${arc * 2} 0`, "#ffffff", 5);
  } else if (symbol === 1) {
    canvas.rect(x - radius, y - radius, radius * 2, radius * 2, fill, 'rx="16"');
    canvas.stroke(`M${x - 20} ${y + 18}V${y - 18}L${x + 20} ${y + 18}V${y - 18}`, "#ffffff", 8);
  } else if (symbol === 2) {
    canvas.polygon(
      [
        [x, y - radius],
        [x + radius, y + radius * 0.8],
        [x - radius, y + radius * 0.8],
      ],
      fill,
    );
    canvas.stroke(
      [
        [x, y - 6],
        [x, y + 26],
      ],
      "#ffffff",
      6,
    );
    canvas.circle(x, y - 4, 7, "#ffffff");
  } else {
    canvas.circle(x, y, radius, fill);
    for (const angle of [0, 120, 240]) {
      canvas.add(
        `<path transform="translate(${x} ${y}) rotate(${angle})" d="M-3 0Q-9 -14 0 -30Q4 -14 3 0z" fill="#ffffff"/>`,
      );
    }
  }
  canvas.text(name, 106, y + size / 2, size, colour, 1.25);
  return canvas;
}
