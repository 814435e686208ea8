/** East Asian letters and pictographs, which take about a whole em. */
export const wideCharacter =
  /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\p{Extended_Pictographic}]/u;

/** First letter with a direction of its own is Hebrew, Arabic or another script that runs right to left. */
const rightToLeft = /^\P{L}*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/u;

export function isRightToLeft(text: string): boolean {
  return rightToLeft.test(text);
}

/**
 * Estimates how many lines a text takes in a column. The true widths are unknown here, so the estimate errs towards more lines and
 * boxes sized by it do not overflow. Widths in inches, `points` the type size.
 */
export function estimateLines(text: string, points: number, width: number): number {
  const em = points / 72;
  const room = Math.max(width / em, 1);
  let lines = 0;
  for (const paragraph of text.split("\n")) {
    let used = 0;
    lines++;
    for (const word of paragraph.split(/(?<=\s)/u)) {
      let length = 0;
      for (const letter of word)
        length += wideCharacter.test(letter) ? 1.1 : /[A-ZÅÄÖMW@%]/.test(letter) ? 0.72 : 0.54;
      if (used > 0 && used + length > room) {
        lines++;
        used = 0;
      }
      // A word longer than the line is broken wherever the line ends.
      lines += Math.floor(length / room);
      used += length % room;
    }
  }
  return lines;
}

/** Height in inches of that many lines of a type size. */
export function linesHeight(lines: number, points: number): number {
  return (lines * points * 1.2) / 72;
}

/** The first of some type sizes at which a text takes at most so many lines, else the last. */
export function largestFitting(text: string, sizes: readonly number[], width: number, lines: number): number {
  return sizes.find((points) => estimateLines(text, points, width) <= lines) ?? sizes.at(-1)!;
}
