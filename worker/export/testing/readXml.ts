/** Checks that elements, references and characters of XML are well-formed. Returns the first error, or null. */
export function xmlFault(xml: string): string | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds control characters
  const illegal = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.exec(xml);
  if (illegal || !xml.isWellFormed()) return "a character that XML does not allow";
  if (/&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[0-9a-fA-F]+);)/.test(xml)) return "a bare ampersand";
  const open: string[] = [];
  const body = xml.replace(/<\?.*?\?>|<!--.*?-->/gs, "");
  for (const [tag, closing, name, attributes, empty] of body.matchAll(
    /<(\/?)([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/g,
  )) {
    const names = [...attributes!.matchAll(/([\w:.-]+)\s*=/g)].map(([, attribute]) => attribute);
    if (new Set(names).size !== names.length && !attributes!.includes("=&quot;"))
      return `a duplicate attribute: ${tag}`;
    if (closing && open.pop() !== name) return `${tag} closes an element that is not open`;
    if (!closing && !empty) open.push(name!);
  }
  if (body.replace(/<[^<>]*>/g, "").includes("<")) return "a bare <";
  return open.length === 0 ? null : `${open.at(-1)} is never closed`;
}

export interface XmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: (XmlElement | string)[];
}

/** The root element of well-formed XML, read independently of the code that writes it. */
export function xmlTree(xml: string): XmlElement {
  const fault = xmlFault(xml);
  if (fault) throw new Error(fault);
  const root: XmlElement = { name: "", attributes: {}, children: [] };
  const open = [root];
  const body = xml.replace(/<\?.*?\?>|<!--.*?-->/gs, "");
  for (const [match, closing, name, attributes, empty] of body.matchAll(
    /<(\/?)([\w:.-]+)([^<>]*?)(\/?)>|[^<>]+/g,
  )) {
    if (closing) open.pop();
    else if (name) {
      const element: XmlElement = { name, attributes: attributesOf(attributes!), children: [] };
      open.at(-1)!.children.push(element);
      if (!empty) open.push(element);
    } else open.at(-1)!.children.push(unescapeXml(match));
  }
  return root.children.find((child) => typeof child !== "string")!;
}

/** All descendants with a name, in document order. A path such as "w:tbl/w:tr" then takes direct children. */
export function elementsOf(element: XmlElement, path: string): XmlElement[] {
  const [name, ...rest] = path.split("/");
  const elements = element.children.flatMap((child): XmlElement[] =>
    typeof child === "string" ? [] : [...(child.name === name ? [child] : []), ...elementsOf(child, name!)],
  );
  return rest.reduce(
    (parents, step) =>
      parents.flatMap((parent) => childElements(parent).filter((child) => child.name === step)),
    elements,
  );
}

export const childElements = (element: XmlElement): XmlElement[] =>
  element.children.filter((child) => typeof child !== "string");

export const xmlText = (element: XmlElement): string =>
  element.children.map((child) => (typeof child === "string" ? child : xmlText(child))).join("");

const attributesOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(([, name, double, single]) => [
      name,
      unescapeXml(double ?? single ?? ""),
    ]),
  );

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const unescapeXml = (text: string): string =>
  text.replace(/&(?:#x([0-9a-fA-F]+)|#(\d+)|(\w+));/g, (_, hex, decimal, name) =>
    name ? entities[name]! : String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal)),
  );
