/**
 * Reorders right-to-left text by the Unicode Bidirectional Algorithm without explicit marks and paired brackets: enough for names and
 * sentences.
 */

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const letterPattern = /\p{L}/u;

const leftClass = 0;
const rightClass = 1;
const numberClass = 2;
const neutralClass = 3;

const isRight = (unit: number): boolean =>
  (unit >= 0x590 && unit <= 0x8ff) ||
  (unit >= 0xfb1d && unit <= 0xfdff) ||
  (unit >= 0xfe70 && unit <= 0xfefc);

function kindOf(unit: number): number {
  if (isRight(unit)) return rightClass;
  if (unit >= 0x30 && unit <= 0x39) return numberClass;
  if (
    unit < 0x80
      ? (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a)
      : letterPattern.test(String.fromCharCode(unit))
  )
    return leftClass;
  return neutralClass;
}

/** The level of each unit, odd for right to left. Null if the whole text runs left to right. */
export function levelsOf(text: string): Uint8Array | null {
  if (!rightToLeft.test(text)) return null;
  const levels = new Uint8Array(text.length);
  for (let start = 0; start <= text.length; ) {
    const found = text.indexOf("\n", start);
    const end = found < 0 ? text.length : found;
    levelParagraph(text, start, end, levels);
    start = end + 1;
  }
  return levels;
}

function levelParagraph(text: string, start: number, end: number, levels: Uint8Array): void {
  const kinds = new Uint8Array(end - start);
  let base = leftClass;
  let isDecided = false;
  for (let index = start; index < end; index++) {
    const kind = kindOf(text.charCodeAt(index));
    kinds[index - start] = kind;
    if (!isDecided && (kind === leftClass || kind === rightClass)) {
      base = kind;
      isDecided = true;
    }
  }
  // Numbers take the direction before them; neutrals that of both sides if equal, else the paragraph's.
  let strong = base;
  for (let index = 0; index < kinds.length; index++) {
    const kind = kinds[index]!;
    if (kind === leftClass || kind === rightClass) strong = kind;
    else if (kind === numberClass && strong === leftClass) kinds[index] = leftClass;
  }
  const sideOf = (kind: number) => (kind === numberClass ? rightClass : kind);
  for (let index = 0; index < kinds.length; ) {
    if (kinds[index] !== neutralClass) {
      index++;
      continue;
    }
    let after = index;
    while (after < kinds.length && kinds[after] === neutralClass) after++;
    const left = index === 0 ? base : sideOf(kinds[index - 1]!);
    const right = after === kinds.length ? base : sideOf(kinds[after]!);
    const joinsNumber =
      after === index + 1 &&
      kinds[index - 1] === numberClass &&
      kinds[after] === numberClass &&
      ".,:/-".includes(text[start + index]!);
    kinds.fill(joinsNumber ? numberClass : left === right ? left : base, index, after);
    index = after;
  }
  for (let index = 0; index < kinds.length; index++) {
    const kind = kinds[index]!;
    levels[start + index] =
      base === rightClass
        ? kind === rightClass
          ? 1
          : 2
        : kind === leftClass
          ? 0
          : kind === rightClass
            ? 1
            : 2;
  }
}

export interface Run {
  start: number;
  end: number;
  backwards: boolean;
}

/** The runs of units [start, end) in visual order, from left to right. */
export function runsOf(levels: Uint8Array, start: number, end: number): Run[] {
  const runs: (Run & { level: number })[] = [];
  for (let index = start; index < end; ) {
    const level = levels[index]!;
    let after = index + 1;
    while (after < end && levels[after] === level) after++;
    runs.push({ start: index, end: after, level, backwards: level % 2 === 1 });
    index = after;
  }
  for (let level = 2; level >= 1; level--) {
    for (let first = 0; first < runs.length; ) {
      if (runs[first]!.level < level) {
        first++;
        continue;
      }
      let last = first;
      while (last + 1 < runs.length && runs[last + 1]!.level >= level) last++;
      runs.splice(first, last - first + 1, ...runs.slice(first, last + 1).reverse());
      first = last + 1;
    }
  }
  return runs;
}

const mirrors: Readonly<Record<string, string>> = {
  "(": ")",
  ")": "(",
  "[": "]",
  "]": "[",
  "{": "}",
  "}": "{",
  "<": ">",
  ">": "<",
  "«": "»",
  "»": "«",
};

/** A right-to-left run in drawing order, with brackets mirrored and marks after their letters. */
export function reversed(run: string): string {
  return [
    ...run.matchAll(
      /[^\u0591-\u05c7\u0610-\u061a\u064b-\u065f]?[\u0591-\u05c7\u0610-\u061a\u064b-\u065f]*/gu,
    ),
  ]
    .map(([character]) => mirrors[character] ?? character)
    .reverse()
    .join("");
}
