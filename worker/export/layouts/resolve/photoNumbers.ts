import type { LayoutNode } from "#domain/layout/node.ts";
import { listPagePhotos, listPhotos, listRowPhotos } from "../drawnPhotos.ts";
import type { DrawnPhoto, RenderTree } from "../renderTree.ts";
import type { ResolveContext } from "./resolveScope.ts";

/** Whether a layout shows the numbers of photos. */
export const showsPhotoNumbers = ({ params, children }: LayoutNode): boolean =>
  params.SHOW === "PHOTOS" ||
  Object.values(params).some((value) => /\{PHOTO_NUMBERS?\}/.test(value)) ||
  children.some(showsPhotoNumbers);

/**
 * Numbers photos in the order in which a tree draws them, each once; null for photos that it does not draw. The tree is walked when the
 * first number is read, because a text can refer to photos that are drawn after it.
 */
export function createPhotoNumbering(tree: () => RenderTree): ResolveContext["photoNumberOf"] {
  let numbers: Map<string, number> | null = null;
  return ({ photo }) => {
    if (!numbers) {
      numbers = new Map();
      for (const { photo: drawnPhoto } of listTreePhotos(tree()))
        if (!numbers.has(drawnPhoto.id)) numbers.set(drawnPhoto.id, numbers.size + 1);
    }
    return numbers.get(photo.id) ?? null;
  };
}

function* listTreePhotos(tree: RenderTree): Generator<DrawnPhoto> {
  switch (tree.type) {
    case "POWERPOINT":
    case "PDF":
      for (const page of tree.pages) yield* listPagePhotos(page);
      return;
    case "EXCEL":
      for (const sheet of tree.sheets)
        if (sheet.kind === "sheet") for (const row of sheet.rows) yield* listRowPhotos(row);
      return;
    default:
      yield* listPhotos(tree.blocks);
  }
}
