/** East Asian characters and pictographs, which are about one em wide. */
export const wideCharacter =
  /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\p{Extended_Pictographic}]/u;

/** Matches if the first letter is Hebrew, Arabic or of another right-to-left script. */
const rightToLeft = /^\P{L}*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/u;

export function isRightToLeft(text: string): boolean {
  return rightToLeft.test(text);
}

/**
 * Estimates the number of lines of a text in a column. The true widths are unknown here, so the estimate errs upwards and boxes
 * sized by it do not overflow. Widths in inches, `points` is the type size.
 */
export const estimateLines = (text: string, points: number, width: number): number =>
  lineStarts(text, points, width).length;

/** The offsets at which the lines of a text begin, by the same estimate. */
function lineStarts(text: string, points: number, width: number): number[] {
  const lineEms = Math.max(width / (points / 72), 1);
  const starts: number[] = [];
  let offset = 0;
  for (const paragraph of text.split("\n")) {
    starts.push(offset);
    let used = 0;
    for (const word of paragraph.split(/(?<=\s)/u)) {
      const letters = [...word];
      const wordEms = letters.reduce((sum, letter) => sum + emsOf(letter), 0);
      if (used > 0 && used + wordEms > lineEms) {
        starts.push(offset);
        used = 0;
      }
      // A word longer than the line is broken at the end of the line.
      for (const letter of letters) {
        if (used > 0 && used + emsOf(letter) > lineEms) {
          starts.push(offset);
          used = 0;
        }
        used += emsOf(letter);
        offset += letter.length;
      }
    }
    offset += 1;
  }
  return starts;
}

const emsOf = (letter: string): number =>
  wideCharacter.test(letter) ? 1.1 : /[A-ZÅÄÖMW@%]/.test(letter) ? 0.72 : 0.54;

/** A text in pieces of at most `maxLines` lines each, without the blanks between them; at least one piece. */
export function linePieces(text: string, points: number, width: number, maxLines: number): string[] {
  const starts = lineStarts(text, points, width);
  const count = Math.ceil(starts.length / maxLines);
  return Array.from({ length: count }, (_, index) =>
    text.slice(starts[index * maxLines], starts[(index + 1) * maxLines]).trimEnd(),
  );
}

/** Height in inches of a number of lines. */
export function linesHeight(lines: number, points: number): number {
  return (lines * points * 1.2) / 72;
}

/** The first type size at which a text fits a box, else the last one. Inches. */
export function largestForBox(
  text: string,
  sizes: readonly number[],
  { width, height }: { width: number; height: number },
): number {
  return (
    sizes.find((points) => linesHeight(estimateLines(text, points, width), points) <= height) ?? sizes.at(-1)!
  );
}

/** The first type size at which a text takes at most this many lines, else the last one. */
export function largestFitting(text: string, sizes: readonly number[], width: number, lines: number): number {
  return sizes.find((points) => estimateLines(text, points, width) <= lines) ?? sizes.at(-1)!;
}
