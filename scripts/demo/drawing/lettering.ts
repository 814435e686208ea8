/**
 * Capitals, digits and symbols as strokes on a grid of 5 x 7 points. A fresh machine has no fonts, and other fonts would give
 * other pixels, so pictures have their own letters. Each glyph is polylines of digit pairs, x then y.
 */
const glyphs: Readonly<Record<string, string>> = {
  A: "062046 1434",
  B: "003041423303 334445360600",
  C: "4130100105163645",
  D: "00304145360600",
  E: "40000646 0333",
  F: "400006 0333",
  G: "41301001051636454323",
  H: "0006 4046 0343",
  I: "1030 2026 1636",
  J: "4045361605",
  K: "0006 400346",
  L: "000646",
  M: "0600234046",
  N: "06004640",
  O: "103041453616050110",
  P: "06003041423303",
  Q: "103041453616050110 2446",
  R: "06003041423303 2346",
  S: "413010010213334445361605",
  T: "0040 2026",
  U: "000516364540",
  V: "002640",
  W: "0016233640",
  X: "0046 4006",
  Y: "002340 2326",
  Z: "00400646",
  "0": "103041453616050110",
  "1": "112026 1636",
  "2": "01103041420646",
  "3": "011030414233 13334445361605",
  "4": "36300444",
  "5": "400003334445361605",
  "6": "4130100105163645443303",
  "7": "004016",
  "8": "103041423313020110 1304051636454433",
  "9": "4313020110304145361605",
  ":": "2122 2526",
  ".": "2526",
  ",": "2517",
  "-": "1333",
  "+": "0343 2125",
  "/": "0640",
  "=": "0242 0444",
  "(": "30121436",
  ")": "10323416",
  _: "0646",
  "°": "1030321210",
  "!": "2024 2526",
};

/** Accents above a letter, in the same grid; y counts upwards from the letter's top. */
const accentedLetters: Readonly<Record<string, readonly [letter: string, mark: string]>> = {
  Å: ["A", "M1.4 -1.6h1.2v-1.1h-1.2z"],
  Ä: ["A", "M.9 -1.6v-.5M3.1 -1.6v-.5"],
  Ö: ["O", "M.9 -1.6v-.5M3.1 -1.6v-.5"],
  É: ["E", "M1.6 -1.4L2.8 -2.4"],
};

const advance = 5.6;

/** Width of a text whose capitals are `size` high. */
export function textWidth(text: string, size: number): number {
  return ((text.length * advance - (advance - 4)) * size) / 6;
}

/** The largest size up to `size` at which a text is no wider than `maxWidth`. */
export function fittingSize(text: string, size: number, maxWidth: number): number {
  return Math.min(size, (size * maxWidth) / textWidth(text, size));
}

/** A text as one path: `x` is its left edge, `y` its baseline, `size` the height of capitals. */
export function textPath(
  text: string,
  x: number,
  y: number,
  size: number,
  colour: string,
  weight = 0.9,
): string {
  let data = "";
  [...text.toUpperCase().normalize("NFC")].forEach((character, index) => {
    const [letter, mark] = accentedLetters[character] ?? [character, ""];
    const left = index * advance;
    for (const stroke of (glyphs[letter] ?? "").split(" ").filter(Boolean)) {
      for (let index = 0; index < stroke.length; index += 2) {
        data += `${index === 0 ? "M" : "L"}${left + Number(stroke[index])} ${stroke[index + 1]}`;
      }
    }
    data += mark
      .replace(/M([\d.]+)/g, (_all, offset: string) => `M${left + Number(offset)}`)
      .replace(/L([\d.]+)/g, (_all, offset: string) => `L${left + Number(offset)}`);
  });
  const scale = size / 6;
  return (
    `<path transform="translate(${x} ${y - size}) scale(${scale})" d="${data}" fill="none" stroke="${colour}" ` +
    `stroke-width="${weight}" stroke-linecap="round" stroke-linejoin="round"/>`
  );
}
