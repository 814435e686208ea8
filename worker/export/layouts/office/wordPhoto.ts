import { escapeXml, toSingleLine } from "#worker/export/documents/xml.ts";
import { selectEmbeddedPhoto } from "#worker/export/embeddedPhoto.ts";
import { fitInto, getOrientedSize, type Size } from "#worker/export/orientation.ts";
import type { DrawnPhoto } from "../renderTree.ts";
import { isElement, startTag, type XmlElement } from "./officeXml.ts";
import type { PlacedPicture } from "./program.ts";

interface PhotoValues {
  /** The relationship of the photo. */
  relation: string;
  number: number;
  altText: string;
  width: number;
  height: number;
  rotation: number;
  isFlipped: boolean;
  /** The photo's distance from the left and top of the picture's box, which centres it. */
  offset: { x: number; y: number };
}

/**
 * The drawing of a picture with a photo in its place: upright, uncropped, scaled to fit the picture's box and centred in it. Frame,
 * position and effects stay.
 */
export function photoDrawingXml(
  { drawing, box }: PlacedPicture,
  { photo, variant, altText }: DrawnPhoto,
  { relation, number }: { relation: string; number: number },
): string {
  const { transform } = selectEmbeddedPhoto(photo, variant);
  const { width, height } = photoSizeOf({ box }, { photo, variant });
  const values: PhotoValues = {
    relation,
    number,
    altText: toSingleLine(altText),
    width,
    height,
    rotation: transform.quarterTurns * 5_400_000,
    isFlipped: transform.flipH,
    offset: { x: Math.round((box.width - width) / 2), y: Math.round((box.height - height) / 2) },
  };
  return writeDrawing(drawing, values, "");
}

/** The size of a photo that fits a picture's box, before it is turned upright. English metric units. */
export function photoSizeOf(
  { box }: Pick<PlacedPicture, "box">,
  { photo, variant }: Pick<DrawnPhoto, "photo" | "variant">,
): Size {
  const { transform, upright } = selectEmbeddedPhoto(photo, variant);
  const { width, height } = getOrientedSize(fitInto(upright, box), transform);
  return { width: Math.max(Math.round(width), 1), height: Math.max(Math.round(height), 1) };
}

/** Relative sizes would override the photo's size; cropping and alternative versions belong to the replaced picture. */
const omittedElements = new Set(["wp14:sizeRelH", "wp14:sizeRelV", "a:srcRect"]);

function writeDrawing(element: XmlElement, values: PhotoValues, parent: string): string {
  if (omittedElements.has(element.name) || (parent === "a:blip" && element.name === "a:extLst")) return "";
  const attributes = new Map(element.attributes);
  const set = (changes: Readonly<Record<string, string | number>>) => {
    for (const [name, value] of Object.entries(changes)) attributes.set(name, escapeXml(String(value)));
  };
  const { name } = element;
  if (name === "wp:extent" || (name === "a:ext" && parent === "a:xfrm"))
    set({ cx: values.width, cy: values.height });
  if (name === "wp:docPr" || name === "pic:cNvPr" || name === "xdr:cNvPr") {
    set({ id: values.number, name: `Photo ${values.number}`, descr: values.altText });
    attributes.delete("title");
  }
  if (name === "a:blip") {
    set({ "r:embed": values.relation });
    attributes.delete("r:link");
  }
  if (name === "a:xfrm") {
    for (const attribute of ["rot", "flipH", "flipV"]) attributes.delete(attribute);
    if (values.rotation !== 0) set({ rot: values.rotation });
    if (values.isFlipped) set({ flipH: "1" });
  }
  const content =
    name === "wp:posOffset"
      ? movePosition(element, parent === "wp:positionH" ? values.offset.x : values.offset.y)
      : element.children
          .map((child) => (isElement(child) ? writeDrawing(child, values, name) : child))
          .join("");
  const tag = startTag({ ...element, attributes });
  return content === "" ? `${tag}/>` : `${tag}>${content}</${name}>`;
}

function movePosition({ children }: XmlElement, distance: number): string {
  const position = Number(children.join(""));
  return String((Number.isFinite(position) ? Math.round(position) : 0) + distance);
}
