/** East Asian characters and pictographs, which are about one em wide. */
export const wideCharacterPattern =
  /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\p{Extended_Pictographic}]/u;

/** Matches if the first letter is Hebrew, Arabic or of another right-to-left script. */
const rightToLeftStart = /^\P{L}*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/u;

export function isRightToLeft(text: string): boolean {
  return rightToLeftStart.test(text);
}

/**
 * Estimates the number of lines of a text in a column. The true widths are unknown here, so the estimate errs upwards and boxes
 * sized by it do not overflow. Widths are in inches, the font size in points.
 */
export const estimateLines = (text: string, fontSize: number, width: number): number =>
  findLineStarts(text, fontSize, width).length;

/** The offsets at which the lines of a text begin, by the same estimate. */
function findLineStarts(text: string, fontSize: number, width: number): number[] {
  const lineEms = Math.max(width / (fontSize / 72), 1);
  const starts: number[] = [];
  let offset = 0;
  for (const paragraph of text.split("\n")) {
    starts.push(offset);
    let usedEms = 0;
    for (const word of paragraph.split(/(?<=\s)/u)) {
      const characters = [...word];
      const wordEms = characters.reduce((sum, letter) => sum + estimateEms(letter), 0);
      if (usedEms > 0 && usedEms + wordEms > lineEms) {
        starts.push(offset);
        usedEms = 0;
      }
      // A word longer than the line is broken at the end of the line.
      for (const letter of characters) {
        if (usedEms > 0 && usedEms + estimateEms(letter) > lineEms) {
          starts.push(offset);
          usedEms = 0;
        }
        usedEms += estimateEms(letter);
        offset += letter.length;
      }
    }
    offset += 1;
  }
  return starts;
}

const estimateEms = (letter: string): number =>
  wideCharacterPattern.test(letter) ? 1.1 : /[A-ZÅÄÖMW@%]/.test(letter) ? 0.72 : 0.54;

/** Splits a text into at least one part, each of at most `maxLines` lines, without the blanks between the parts. */
export function splitByLines(text: string, fontSize: number, width: number, maxLines: number): string[] {
  const starts = findLineStarts(text, fontSize, width);
  const count = Math.ceil(starts.length / maxLines);
  return Array.from({ length: count }, (_, index) =>
    text.slice(starts[index * maxLines], starts[(index + 1) * maxLines]).trimEnd(),
  );
}

/** Height in inches of a number of lines. */
export function computeLinesHeight(lines: number, fontSize: number): number {
  return (lines * fontSize * 1.2) / 72;
}
