import type { LayoutNode } from "#domain/layout/node.ts";
import { attributeOf, childElements, findChild, type XmlElement } from "./officeXml.ts";

/** The look of a text, as far as the preview shows it. */
export interface WordStyle {
  /** Points. */
  size?: number;
  bold?: boolean;
  italic?: boolean;
  /** "#RRGGBB". */
  color?: string;
  alignment?: "LEFT" | "CENTER" | "RIGHT";
}

const isOn = (element: XmlElement | undefined): boolean | undefined =>
  element && !["0", "false", "none", "off"].includes(attributeOf(element, "w:val") ?? "");

function readProperties(run: XmlElement | undefined, paragraph: XmlElement | undefined): WordStyle {
  const readValue = (parent: XmlElement | undefined, name: string) => {
    const element = parent && findChild(parent, name);
    return element && attributeOf(element, "w:val");
  };
  const halfPoints = Number(readValue(run, "w:sz"));
  const color = readValue(run, "w:color");
  const justification = readValue(paragraph, "w:jc");
  const bold = isOn(run && findChild(run, "w:b"));
  const italic = isOn(run && findChild(run, "w:i"));
  return {
    ...(halfPoints > 0 && { size: Math.min(halfPoints / 2, 400) }),
    ...(bold !== undefined && { bold }),
    ...(italic !== undefined && { italic }),
    ...(color && /^[0-9a-f]{6}$/i.test(color) && { color: `#${color}` }),
    ...(justification && {
      alignment:
        justification === "center" ? "CENTER" : ["right", "end"].includes(justification) ? "RIGHT" : "LEFT",
    }),
  };
}

/** Maximum length of a chain of styles; it may be circular in a hostile file. */
const maxStyleDepth = 20;

/** The styles of a Word file by id. */
export class WordStyles {
  readonly #elements = new Map<string, XmlElement>();
  readonly #defaults: WordStyle;
  #defaultParagraph = "";

  constructor(styles: XmlElement | undefined) {
    for (const style of styles ? childElements(styles) : []) {
      const id = attributeOf(style, "w:styleId");
      if (id === undefined) continue;
      this.#elements.set(id, style);
      if (attributeOf(style, "w:default") === "1" && attributeOf(style, "w:type") === "paragraph")
        this.#defaultParagraph = id;
    }
    const defaults = styles && findChild(styles, "w:docDefaults");
    const run = defaults && findChild(defaults, "w:rPrDefault");
    this.#defaults = readProperties(run && findChild(run, "w:rPr"), undefined);
  }

  /** The style of a run in a paragraph. */
  styleOf(paragraph: XmlElement, run: XmlElement | undefined): WordStyle {
    const paragraphProperties = findChild(paragraph, "w:pPr");
    const runProperties = run && findChild(run, "w:rPr");
    const styleId = (properties: XmlElement | undefined, name: string) => {
      const element = properties && findChild(properties, name);
      return element && attributeOf(element, "w:val");
    };
    return {
      ...this.#defaults,
      ...this.#resolveStyle(styleId(paragraphProperties, "w:pStyle") ?? this.#defaultParagraph),
      ...this.#resolveStyle(styleId(runProperties, "w:rStyle") ?? ""),
      ...readProperties(runProperties, paragraphProperties),
    };
  }

  /** The id of the style of headings of a level, which programs translate; its name stays English. Null without one. */
  headingIdOf(level: number): string | null {
    for (const [id, style] of this.#elements) {
      const name = findChild(style, "w:name");
      if (name && attributeOf(name, "w:val")?.toLowerCase() === `heading ${level}`) return id;
    }
    return null;
  }

  #resolveStyle(id: string, depth = 0): WordStyle {
    const style = this.#elements.get(id);
    if (!style || depth > maxStyleDepth) return {};
    const parent = findChild(style, "w:basedOn");
    return {
      ...(parent && this.#resolveStyle(attributeOf(parent, "w:val") ?? "", depth + 1)),
      ...readProperties(findChild(style, "w:rPr"), findChild(style, "w:pPr")),
    };
  }
}

/** The params of a TEXT that looks like this. */
export const textParamsOf = (
  text: string,
  { size, bold, italic, color, alignment }: WordStyle,
): LayoutNode["params"] => ({
  TEXT: text,
  SIZE: String(size ?? 10),
  COLOR: color ?? "#000000",
  STYLE: bold ? (italic ? "BOLD_ITALIC" : "BOLD") : italic ? "ITALIC" : "NORMAL",
  ALIGNMENT: alignment ?? "LEFT",
});
