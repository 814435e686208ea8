import { trimChars, truncate } from "#domain/core/text/trim.ts";
import { removeIllegalCharacters } from "./documents/xml.ts";

/*
 * Excel's limits for workbooks. Excel repairs a file that exceeds them, which loses content, or shows other values than were
 * written. Characters are UTF-16 units, as Excel counts them.
 */

/** Excel's limit of rows per sheet. */
export const maxSheetRows = 1_048_576;
/** The height of a row, in points. */
export const maxRowPoints = 409;
/** The characters of a cell. */
export const maxCellLength = 32_767;
const maxSheetNameLength = 31;
const maxFooterLength = 255;

/** The serial number of 1 March 1900, before which Excel counts a day too many, and of the day after its last one. */
const [firstSerial, endSerial] = [61, 2_958_466];

/** Excel's date serial number of a wall clock, given as milliseconds in UTC; null for dates that Excel does not have. */
export function toDateSerial(milliseconds: number): number | null {
  const serial = milliseconds / 86_400_000 + 25_569;
  return serial >= firstSerial && serial < endSerial ? serial : null;
}

/** Excel reads "_x0041_" as "A" in cells, sheet names and footers, so an underscore that begins such a code is escaped. */
export const escapeCodes = (text: string): string => text.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_");

/** Text for a cell. Text that is too long is cut and ends with the number of omitted characters. */
export function cellText(text: string): string {
  const legalText = removeIllegalCharacters(text);
  if (legalText.length <= maxCellLength) return escapeCodes(legalText);
  // The note takes at most 16 characters, however many are left out.
  const beginning = truncate(legalText, maxCellLength - 16);
  return escapeCodes(`${beginning}… [+${legalText.length - beginning.length}]`);
}

/** Text that a header or footer shows literally. @param size type size in points */
export function footerText(text: string, size: number, reservedLength = 0): string {
  // The font separates the size from a text that begins with a digit: "&81204" is a size of 81204 points.
  const codes = `&${size}&"-,Regular"`;
  const maxLength = maxFooterLength - reservedLength - codes.length;
  const escapeAmpersands = (shownText: string) => shownText.replaceAll("&", "&&");
  const plainText = removeIllegalCharacters(text).replace(/\s+/g, " ").trim();
  if (escapeAmpersands(plainText).length <= maxLength)
    return codes + escapeCodes(escapeAmpersands(plainText));
  let shortenedText = "";
  for (const { segment } of new Intl.Segmenter().segment(plainText)) {
    if (escapeAmpersands(shortenedText + segment).length >= maxLength) break;
    shortenedText += segment;
  }
  return codes + escapeCodes(`${escapeAmpersands(shortenedText.trimEnd())}…`);
}

/** Makes sheet names that Excel accepts: at most 31 characters, none of them forbidden, unique ignoring case. */
export class SheetNames {
  readonly #takenKeys = new Set<string>();
  /** The number to try next, by requested name. */
  readonly #next = new Map<string, number>();

  claim(requestedName: string, missing: string): string {
    const plainName =
      trimChars(
        removeIllegalCharacters(requestedName)
          .replace(/[\\/?*:[\]]/g, "_")
          .replace(/\s/g, " "),
        "'",
      ) || missing;
    const baseKey = truncate(plainName, maxSheetNameLength).toLowerCase();
    for (let copy = this.#next.get(baseKey) ?? 1; ; copy++) {
      const suffix = copy === 1 ? "" : ` (${copy})`;
      const name = `${trimChars(truncate(plainName, maxSheetNameLength - suffix.length), "'")}${suffix}`;
      const identity = name.toLowerCase();
      // Excel reserves this name.
      if (identity === "history" || this.#takenKeys.has(identity)) continue;
      this.#takenKeys.add(identity);
      this.#next.set(baseKey, copy + 1);
      return name;
    }
  }
}
