/**
 * Libraries take about a millisecond and 100 KB for a slide or a photo with its caption. So they build one of
 * each shape, with holes where texts and lengths go, and the rest are cut out along it: the same XML, for the
 * price of joining strings.
 */

/** The values for the holes of a stencil: plain texts, and lengths in EMU. */
export interface TemplateValues {
  texts: string[];
  lengths: number[];
}

// Private-use characters pass through every library unharmed, and no text of the library's own has them.
const open = "\ue000";
const close = "\ue001";
const placeholder = /\ue000(\d+)\ue001|\b7700(\d{4})\b/;
/** 84 inches: a length that no page has, below the 100 from which pptxgenjs takes a number for EMU. */
const firstLength = 77_000_000;

export const emuPerInch = 914_400;
export const emuPerMillimetre = 36_000;

/** Texts and lengths that leave holes, as many as a filling has. */
export function placeholdersFor({ texts, lengths }: TemplateValues): TemplateValues {
  return {
    texts: texts.map((_, index) => `${open}${index}${close}`),
    lengths: lengths.map((_, index) => firstLength + index),
  };
}

export class XmlTemplate {
  /** XML between holes; one more than there are holes. */
  readonly #pieces: string[] = [];
  readonly #holes: { kind: "text" | "length"; index: number }[] = [];

  /** From XML that a library built around the holes of placeholdersFor. */
  constructor(xml: string) {
    let rest = xml;
    for (let hole = placeholder.exec(rest); hole; hole = placeholder.exec(rest)) {
      const [found, text, length] = hole;
      this.#pieces.push(rest.slice(0, hole.index));
      this.#holes.push(
        text === undefined
          ? { kind: "length", index: Number(length) }
          : { kind: "text", index: Number(text) },
      );
      rest = rest.slice(hole.index + found.length);
    }
    this.#pieces.push(rest);
  }

  /** `encode` makes text XML. Throws RangeError for a filling that lacks what a hole asks for. */
  fill({ texts, lengths }: TemplateValues, encode: (text: string) => string): string {
    let xml = this.#pieces[0]!;
    this.#holes.forEach(({ kind, index }, at) => {
      const value = kind === "text" ? texts[index] : lengths[index];
      if (value === undefined) throw new RangeError(`nothing for ${kind} hole ${index}`);
      xml += (typeof value === "string" ? encode(value) : String(Math.round(value))) + this.#pieces[at + 1]!;
    });
    return xml;
  }
}
