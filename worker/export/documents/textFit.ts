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
export function estimateLines(text: string, points: number, width: number): number {
  const em = points / 72;
  const lineEms = Math.max(width / em, 1);
  let lines = 0;
  for (const paragraph of text.split("\n")) {
    let used = 0;
    lines++;
    for (const word of paragraph.split(/(?<=\s)/u)) {
      let length = 0;
      for (const character of word)
        length += wideCharacter.test(character) ? 1.1 : /[A-ZÅÄÖMW@%]/.test(character) ? 0.72 : 0.54;
      if (used > 0 && used + length > lineEms) {
        lines++;
        used = 0;
      }
      // A word longer than the line is broken at the end of the line.
      lines += Math.floor(length / lineEms);
      used += length % lineEms;
    }
  }
  return lines;
}

/** Height in inches of a number of lines. */
export function linesHeight(lines: number, points: number): number {
  return (lines * points * 1.2) / 72;
}

/** The first type size at which a text takes at most this many lines, else the last one. */
export function largestFitting(text: string, sizes: readonly number[], width: number, lines: number): number {
  return sizes.find((points) => estimateLines(text, points, width) <= lines) ?? sizes.at(-1)!;
}
