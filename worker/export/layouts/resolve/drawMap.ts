import { hasPosition } from "#domain/core/fields.ts";
import type { LayoutNode } from "#domain/layout/node.ts";
import { type LayoutType, mapContents, positions } from "#domain/layout/types.ts";
import type { MapPin } from "../map/mapSvg.ts";
import type { DrawnImage, DrawnText } from "../renderTree.ts";
import { readBox, readOption } from "./nodeParams.ts";
import { createPlainText } from "./plainItems.ts";
import type { ResolveContext, Scope } from "./resolveScope.ts";

/** Width of a MAP without one, in millimetres. */
const defaultWidthMm: Readonly<Record<LayoutType, number>> = {
  POWERPOINT: 250,
  WORD: 170,
  EXCEL: 120,
  PDF: 190,
  WORD_TO_PDF: 170,
};
/** Height of a MAP without one, as a share of its width. */
const heightShare = 0.6;

/**
 * The map of the documentations in scope, with a pin for each documentation or for each of its photos; a text if none has a position. It
 * ignores the task or photo in scope, so that a report has few maps.
 */
export function createMap(
  { layout, texts, drawMap, photoNumberOf }: ResolveContext,
  node: LayoutNode,
  { documentations }: Scope,
): DrawnImage | DrawnText | null {
  const showsPhotos = readOption(node.params, "SHOW", mapContents) === "PHOTOS";
  const allPins: MapPin[] = showsPhotos
    ? documentations.flatMap(({ photos }) =>
        photos.map((indexedPhoto) => ({ ...indexedPhoto.photo, number: photoNumberOf(indexedPhoto) })),
      )
    : documentations.map(({ reported }) => ({ ...reported.documentation, number: null }));
  const pins = allPins.filter(hasPosition).map(({ lat, lng, number }) => ({ lat, lng, number }));
  if (pins.length === 0) return createPlainText(node.id, `${texts.map}: ${texts.noPosition}`);
  const missingCount = allPins.length - pins.length;
  const note = showsPhotos && missingCount > 0 ? texts.withoutPosition(missingCount, allPins.length) : "";
  const box = readBox(node.params);
  const width = box.width ?? (box.height === null ? defaultWidthMm[layout.type] : box.height / heightShare);
  const height = box.height ?? width * heightShare;
  const data = drawMap?.({ pins, size: { width, height }, locale: texts.locale, note });
  if (data === undefined) return null;
  return {
    ...{ kind: "image", node: node.id, data, type: "image/png", box: { width, height } },
    position: readOption(node.params, "POSITION", positions) ?? "CENTER",
    altText: [texts.map, note].filter(Boolean).join(". "),
  };
}
