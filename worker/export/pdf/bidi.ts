/**
 * Reorders right-to-left text by the Unicode Bidirectional Algorithm (UAX #9), without explicit formatting characters and paired
 * brackets: enough for names and sentences.
 */

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const letterPattern = /\p{L}/u;

const leftClass = 0;
const rightClass = 1;
const numberClass = 2;
const neutralClass = 3;

const isRightToLeft = (unit: number): boolean =>
  (unit >= 0x590 && unit <= 0x8ff) ||
  (unit >= 0xfb1d && unit <= 0xfdff) ||
  (unit >= 0xfe70 && unit <= 0xfefc);

function classOf(unit: number): number {
  if (isRightToLeft(unit)) return rightClass;
  if (unit >= 0x30 && unit <= 0x39) return numberClass;
  if (
    unit < 0x80
      ? (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a)
      : letterPattern.test(String.fromCharCode(unit))
  )
    return leftClass;
  return neutralClass;
}

/** The embedding level of each UTF-16 code unit; odd levels run from right to left. Null if the whole text runs left to right. */
export function findLevels(text: string): Uint8Array | null {
  if (!rightToLeft.test(text)) return null;
  const levels = new Uint8Array(text.length);
  for (let start = 0; start <= text.length; ) {
    const newlineIndex = text.indexOf("\n", start);
    const end = newlineIndex < 0 ? text.length : newlineIndex;
    setParagraphLevels(text, start, end, levels);
    start = end + 1;
  }
  return levels;
}

function setParagraphLevels(text: string, start: number, end: number, levels: Uint8Array): void {
  const classes = new Uint8Array(end - start);
  let baseClass = leftClass;
  let hasBaseDirection = false;
  for (let index = start; index < end; index++) {
    const bidiClass = classOf(text.charCodeAt(index));
    classes[index - start] = bidiClass;
    if (!hasBaseDirection && (bidiClass === leftClass || bidiClass === rightClass)) {
      baseClass = bidiClass;
      hasBaseDirection = true;
    }
  }
  // A number after left-to-right text counts as left-to-right. A run of neutrals takes the direction of its neighbours if they agree,
  // otherwise the paragraph's.
  let lastStrongClass = baseClass;
  for (let index = 0; index < classes.length; index++) {
    const bidiClass = classes[index]!;
    if (bidiClass === leftClass || bidiClass === rightClass) lastStrongClass = bidiClass;
    else if (bidiClass === numberClass && lastStrongClass === leftClass) classes[index] = leftClass;
  }
  const sideOf = (bidiClass: number) => (bidiClass === numberClass ? rightClass : bidiClass);
  for (let index = 0; index < classes.length; ) {
    if (classes[index] !== neutralClass) {
      index++;
      continue;
    }
    let runEnd = index;
    while (runEnd < classes.length && classes[runEnd] === neutralClass) runEnd++;
    const left = index === 0 ? baseClass : sideOf(classes[index - 1]!);
    const right = runEnd === classes.length ? baseClass : sideOf(classes[runEnd]!);
    const joinsNumber =
      runEnd === index + 1 &&
      classes[index - 1] === numberClass &&
      classes[runEnd] === numberClass &&
      ".,:/-".includes(text[start + index]!);
    classes.fill(joinsNumber ? numberClass : left === right ? left : baseClass, index, runEnd);
    index = runEnd;
  }
  for (let index = 0; index < classes.length; index++) {
    const bidiClass = classes[index]!;
    levels[start + index] =
      baseClass === rightClass
        ? bidiClass === rightClass
          ? 1
          : 2
        : bidiClass === leftClass
          ? 0
          : bidiClass === rightClass
            ? 1
            : 2;
  }
}

export interface Run {
  start: number;
  end: number;
  isReversed: boolean;
}

/** The runs of units [start, end) in visual order, from left to right. */
export function findRuns(levels: Uint8Array, start: number, end: number): Run[] {
  const runs: (Run & { level: number })[] = [];
  for (let index = start; index < end; ) {
    const level = levels[index]!;
    let runEnd = index + 1;
    while (runEnd < end && levels[runEnd] === level) runEnd++;
    runs.push({ start: index, end: runEnd, level, isReversed: level % 2 === 1 });
    index = runEnd;
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

const mirroredBrackets: Readonly<Record<string, string>> = {
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
export function reverseRun(run: string): string {
  return [
    ...run.matchAll(
      /[^\u0591-\u05c7\u0610-\u061a\u064b-\u065f]?[\u0591-\u05c7\u0610-\u061a\u064b-\u065f]*/gu,
    ),
  ]
    .map(([character]) => mirroredBrackets[character] ?? character)
    .reverse()
    .join("");
}
