import { escapeXml } from "#worker/export/documents/xml.ts";

/**
 * Reads and writes the XML of uploaded Office files. Office files have no document type, custom entities or processing instructions, so
 * these are errors. The depth and number of elements are limited.
 */

export interface XmlElement {
  /** With its prefix, as written. */
  name: string;
  /** Values as written, escaped. */
  attributes: Map<string, string>;
  children: XmlNode[];
}

/** An element, or a text as written, escaped. */
export type XmlNode = XmlElement | string;

/** XML that cannot be read or is not allowed. */
export class XmlError extends Error {
  override name = "XmlError";
}

const maxDepth = 100;

/** How many elements may still be read; shared by the parts of a file. */
export interface ElementBudget {
  remainingCount: number;
}

const namePattern = /[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?/y;
const attributePattern = /\s+([A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const illegalReference = /&(?!(?:amp|lt|gt|quot|apos|#[0-9]{1,7}|#x[0-9a-fA-F]{1,6});)/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds control characters
const illegalCharacter = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

/** The root element of a document. @throws XmlError */
export function parseXml(xml: string, budget: ElementBudget): XmlElement {
  if (illegalReference.test(xml)) throw new XmlError("a custom entity");
  if (illegalCharacter.test(xml)) throw new XmlError("a character that XML does not allow");
  const root: XmlElement = { name: "", attributes: new Map(), children: [] };
  const openElements = [root];
  let offset = xml.startsWith("\ufeff") ? 1 : 0;
  if (xml.startsWith("<?xml", offset)) offset = endOffset(xml, "?>", offset);
  while (offset < xml.length) {
    const parent = openElements.at(-1)!;
    const tagOffset = xml.indexOf("<", offset);
    const textEnd = tagOffset < 0 ? xml.length : tagOffset;
    if (textEnd > offset) parent.children.push(xml.slice(offset, textEnd));
    if (tagOffset < 0) break;
    if (xml.startsWith("<!--", tagOffset)) offset = endOffset(xml, "-->", tagOffset);
    else if (xml.startsWith("<![CDATA[", tagOffset)) {
      offset = endOffset(xml, "]]>", tagOffset);
      parent.children.push(escapeXml(xml.slice(tagOffset + 9, offset - 3)));
    } else if (xml[tagOffset + 1] === "/") {
      offset = endOffset(xml, ">", tagOffset);
      if (openElements.length === 1 || xml.slice(tagOffset + 2, offset - 1).trimEnd() !== parent.name)
        throw new XmlError("an element that is closed but not open");
      openElements.pop();
    } else {
      budget.remainingCount--;
      if (budget.remainingCount < 0 || openElements.length > maxDepth)
        throw new XmlError("too many elements");
      const { element, end, isEmpty } = parseStartTag(xml, tagOffset);
      parent.children.push(element);
      if (!isEmpty) openElements.push(element);
      offset = end;
    }
  }
  const elements = root.children.filter((child) => typeof child !== "string");
  const [element] = elements;
  if (openElements.length > 1 || elements.length !== 1 || !element)
    throw new XmlError("an element that is not closed");
  if (root.children.some((child) => typeof child === "string" && child.trim() !== ""))
    throw new XmlError("text outside the root element");
  return element;
}

function endOffset(xml: string, delimiter: string, startOffset: number): number {
  const index = xml.indexOf(delimiter, startOffset);
  if (index < 0) throw new XmlError(`no ${delimiter}`);
  return index + delimiter.length;
}

/** A document type or processing instruction has no name after its `<`, so it is an error. */
function parseStartTag(xml: string, offset: number): { element: XmlElement; end: number; isEmpty: boolean } {
  namePattern.lastIndex = offset + 1;
  const [name] = namePattern.exec(xml) ?? [];
  if (name === undefined) throw new XmlError("a document type, an instruction or a bare <");
  const attributes = new Map<string, string>();
  let end = offset + 1 + name.length;
  attributePattern.lastIndex = end;
  for (let match = attributePattern.exec(xml); match; match = attributePattern.exec(xml)) {
    const [, attribute = "", doubleQuoted, singleQuoted] = match;
    if (attributes.has(attribute)) throw new XmlError("an attribute twice");
    attributes.set(attribute, doubleQuoted ?? singleQuoted?.replaceAll('"', "&quot;") ?? "");
    end = attributePattern.lastIndex;
  }
  while (/\s/.test(xml[end] ?? "")) end++;
  const isEmpty = xml[end] === "/";
  if (isEmpty) end++;
  if (xml[end] !== ">") throw new XmlError("a damaged tag");
  return { element: { name, attributes, children: [] }, end: end + 1, isEmpty };
}

export const startTag = ({ name, attributes }: XmlElement): string =>
  `<${name}${[...attributes].map(([attribute, value]) => ` ${attribute}="${value}"`).join("")}`;

export function writeXml(node: XmlNode): string {
  if (typeof node === "string") return node;
  if (node.children.length === 0) return `${startTag(node)}/>`;
  return `${startTag(node)}>${node.children.map(writeXml).join("")}</${node.name}>`;
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** The text or attribute value with its entities resolved. */
export const unescapeXml = (text: string): string =>
  text.includes("&")
    ? text.replace(/&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|([a-z]+));/g, (_, hex, decimal, name) => {
        if (name) return entities[name] ?? "";
        const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
        return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
      })
    : text;

export const attributeOf = (element: XmlElement, name: string): string | undefined => {
  const value = element.attributes.get(name);
  return value === undefined ? undefined : unescapeXml(value);
};

export const createElement = (
  name: string,
  attributes: Readonly<Record<string, string>> = {},
  children: XmlNode[] = [],
): XmlElement => ({
  name,
  attributes: new Map(Object.entries(attributes).map(([key, value]) => [key, escapeXml(value)])),
  children,
});

export const isElement = (node: XmlNode): node is XmlElement => typeof node !== "string";

export const childElements = ({ children }: XmlElement): XmlElement[] => children.filter(isElement);

export const findChild = (element: XmlElement, name: string): XmlElement | undefined =>
  childElements(element).find((child) => child.name === name);

/** All descendants, the element included, in document order. */
export function* descendantsOf(element: XmlElement): Generator<XmlElement> {
  yield element;
  for (const child of element.children) if (isElement(child)) yield* descendantsOf(child);
}

/** The text in an element, unescaped. */
export const textOf = (element: XmlElement): string =>
  element.children.map((child) => (isElement(child) ? textOf(child) : unescapeXml(child))).join("");
