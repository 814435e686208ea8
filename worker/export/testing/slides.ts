import { createHash } from "node:crypto";
import { emuPerPoint } from "#worker/export/ooxml.ts";
import { elementsOf, type XmlElement, xmlText, xmlTree } from "./readXml.ts";

/** A shape on a slide, found by an independent reader. Lengths are in points. */
export interface SlideShape {
  kind: "text" | "photo" | "panel" | "table" | "title";
  name: string;
  x: number;
  y: number;
  width: number;
  height: number;
  /** Quarter turns of a picture, and whether it is mirrored. */
  quarters: number;
  flipH: boolean;
  altText: string;
  /** SHA-256 of a picture's bytes. */
  sha256: string;
  /** Paragraphs separated by "\n". */
  text: string;
  /** Sizes of its runs, in points. */
  sizes: number[];
  /** Texts of the cells of a table, row by row. */
  rows: string[][];
  element: XmlElement;
}

export interface Slide {
  background: string;
  title: string;
  shapes: SlideShape[];
}

/** The slides of a presentation in the order in which they are shown. */
export function readSlides(
  files: Readonly<Record<string, Uint8Array>>,
  text: (name: string) => string,
): Slide[] {
  const relations = relationsOf(text("ppt/_rels/presentation.xml.rels"));
  return elementsOf(xmlTree(text("ppt/presentation.xml")), "p:sldId").map(({ attributes }) => {
    const name = `ppt/${relations.get(attributes["r:id"]!)}`;
    const slideRelations = relationsOf(text(name.replace("slides/", "slides/_rels/").concat(".rels")));
    const tree = xmlTree(text(name));
    const shapes = elementsOf(tree, "p:spTree")[0]!
      .children.filter((child) => typeof child !== "string")
      .filter((child) => ["p:sp", "p:pic", "p:graphicFrame"].includes(child.name))
      .map((element) => readShape(element, slideRelations, files));
    return {
      background: elementsOf(tree, "p:bg/p:bgPr/a:solidFill/a:srgbClr")[0]?.attributes.val ?? "",
      title: shapes.find(({ kind }) => kind === "title")?.text ?? "",
      shapes,
    };
  });
}

const relationsOf = (xml: string) =>
  new Map(
    elementsOf(xmlTree(xml), "Relationship").map(({ attributes }) => [attributes.Id!, attributes.Target!]),
  );

function readShape(
  element: XmlElement,
  relations: ReadonlyMap<string, string>,
  files: Readonly<Record<string, Uint8Array>>,
): SlideShape {
  const frame = elementsOf(element, "a:xfrm")[0] ?? elementsOf(element, "p:xfrm")[0];
  const length = (name: string, attribute: string) =>
    Number((frame && elementsOf(frame, name)[0]?.attributes[attribute]) ?? 0) / emuPerPoint;
  const { name = "", descr = "" } = elementsOf(element, "p:cNvPr")[0]!.attributes;
  const relationId = elementsOf(element, "a:blip")[0]?.attributes["r:embed"];
  const bytes = relationId && files[relations.get(relationId)!.replace("../", "ppt/")];
  const textOf = (element: XmlElement) => elementsOf(element, "a:p").map(xmlText).join("\n");
  const kind = () => {
    if (element.name === "p:pic") return "photo";
    if (element.name === "p:graphicFrame") return "table";
    if (elementsOf(element, "p:ph").length > 0) return "title";
    return elementsOf(element, "p:txBody").length > 0 ? "text" : "panel";
  };
  return {
    kind: kind(),
    name,
    x: length("a:off", "x"),
    y: length("a:off", "y"),
    width: length("a:ext", "cx"),
    height: length("a:ext", "cy"),
    quarters: Number(frame?.attributes.rot ?? 0) / 5_400_000,
    flipH: frame?.attributes.flipH === "1",
    altText: descr,
    sha256: bytes ? createHash("sha256").update(bytes).digest("hex") : "",
    text: textOf(element),
    sizes: elementsOf(element, "a:rPr").map(({ attributes }) => Number(attributes.sz) / 100),
    rows: elementsOf(element, "a:tr").map((row) => elementsOf(row, "a:tc").map(textOf)),
    element,
  };
}
