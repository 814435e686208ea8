/**
 * Libraries take about a millisecond and 100 KB for a slide or a photo with its caption. So a library renders one of each shape, with
 * placeholders for texts and lengths, and all others are made by replacing the placeholders in that XML.
 */

/** The values for the placeholders of a template: plain texts, and lengths in EMU. */
export interface TemplateValues {
  texts: string[];
  lengths: number[];
}

// Libraries leave private-use characters unchanged, and never write them themselves.
const placeholderStart = "\ue000";
const placeholderEnd = "\ue001";
const placeholderPattern = /\ue000(\d+)\ue001|\b7700(\d{4})\b/;
/** 84 inches: longer than any page, but below 100, because pptxgenjs reads larger numbers as EMU. */
const firstLengthPlaceholder = 77_000_000;

/** Placeholders for all texts and lengths of the given values. */
export function createPlaceholders({ texts, lengths }: TemplateValues): TemplateValues {
  return {
    texts: texts.map((_, index) => `${placeholderStart}${index}${placeholderEnd}`),
    lengths: lengths.map((_, index) => firstLengthPlaceholder + index),
  };
}

export class XmlTemplate {
  /** XML between placeholders; one more than there are placeholders. */
  readonly #fragments: string[] = [];
  readonly #placeholders: { kind: "text" | "length"; index: number }[] = [];

  /** @param xml built by a library around the values of createPlaceholders */
  constructor(xml: string) {
    let remaining = xml;
    for (let match = placeholderPattern.exec(remaining); match; match = placeholderPattern.exec(remaining)) {
      const [placeholder, text, length] = match;
      this.#fragments.push(remaining.slice(0, match.index));
      this.#placeholders.push(
        text === undefined
          ? { kind: "length", index: Number(length) }
          : { kind: "text", index: Number(text) },
      );
      remaining = remaining.slice(match.index + placeholder.length);
    }
    this.#fragments.push(remaining);
  }

  /** Fills in the values. `encode` converts text to XML. @throws RangeError for a missing value */
  fill({ texts, lengths }: TemplateValues, encode: (text: string) => string): string {
    let xml = this.#fragments[0]!;
    this.#placeholders.forEach(({ kind, index }, position) => {
      const value = kind === "text" ? texts[index] : lengths[index];
      if (value === undefined) throw new RangeError(`no value for ${kind} placeholder ${index}`);
      xml +=
        (typeof value === "string" ? encode(value) : String(Math.round(value))) +
        this.#fragments[position + 1]!;
    });
    return xml;
  }
}
