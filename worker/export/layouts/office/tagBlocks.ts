import type { FileTag } from "#domain/layout/fileTags.ts";
import type { LayoutNode } from "#domain/layout/node.ts";
import { childElements, type XmlElement } from "./officeXml.ts";
import type { FoundTag } from "./program.ts";

/** A tag of a loop or condition: a separate element among the runs of its paragraph. */
export interface Marker {
  tag: Extract<FileTag, { kind: "each" | "if" | "else" | "end" }>;
  foundTag: FoundTag;
  /** The node of a loop or condition. */
  node: LayoutNode | null;
  /** From the root to the marker itself. */
  path: readonly XmlElement[];
}

/** The part of a container that is repeated or depends on a condition: its children from `start` to before `end`. */
export interface TagBlock {
  opening: Marker;
  container: XmlElement;
  start: number;
  end: number;
  /** The children with the tags that open and close it, which may be outside that part. */
  first: number;
  last: number;
  /** The index of the child that separates the part for a condition that is not met, or for a loop that visits nothing. */
  elseIndex: number | null;
  /** The block around it in the same container. */
  outer: TagBlock | null;
}

/** Where a format allows tags. */
export interface BlockRules {
  /** The kind of a container's children; null if they cannot be repeated. */
  childKindOf(container: XmlElement): "inline" | "blocks" | "rows" | "cells" | null;
  /** Whether a child has nothing but tags, so that it is not drawn. */
  hasOnlyTags(child: XmlElement): boolean;
}

interface OpenTag {
  opening: Marker;
  elseMarker: Marker | null;
  outer: OpenTag | null;
  block: TagBlock | null;
}

/** Pairs tags in reading order, and finds the blocks between them. Errors are written into the tags. */
export function findBlocks(markers: readonly Marker[], rules: BlockRules): Map<XmlElement, TagBlock[]> {
  const open: OpenTag[] = [];
  const pairs: { pair: OpenTag; closing: Marker }[] = [];
  for (const marker of markers) {
    const innermost = open.at(-1);
    switch (marker.tag.kind) {
      case "each":
      case "if":
        open.push({ opening: marker, elseMarker: null, outer: innermost ?? null, block: null });
        break;
      case "else":
        if (innermost && !innermost.elseMarker) innermost.elseMarker = marker;
        else marker.foundTag.error = "unopened";
        break;
      case "end":
        if (innermost && (marker.tag.block === null || marker.tag.block === innermost.opening.tag.kind)) {
          open.pop();
          pairs.push({ pair: innermost, closing: marker });
        } else marker.foundTag.error = "unopened";
    }
  }
  for (const { opening } of open) opening.foundTag.error = "unclosed";
  const blocks = new Map<XmlElement, TagBlock[]>();
  // Outer pairs first, so that each knows the block around it.
  const order = new Map(markers.map((marker, index) => [marker, index]));
  for (const { pair, closing } of pairs.toSorted(
    (a, b) => order.get(a.pair.opening)! - order.get(b.pair.opening)!,
  )) {
    const block = createBlock(pair, closing, rules);
    if (!block) continue;
    pair.block = block;
    blocks.set(block.container, [...(blocks.get(block.container) ?? []), block]);
  }
  for (const list of blocks.values()) markOverlaps(list);
  return blocks;
}

function createBlock(pair: OpenTag, closing: Marker, rules: BlockRules): TagBlock | null {
  const { opening, elseMarker } = pair;
  let level = opening.path.findLastIndex((element, index) => closing.path[index] === element);
  // Tags in two cells of a row repeat the row.
  if (rules.childKindOf(opening.path[level]!) === "cells") level--;
  while (level > 0 && rules.childKindOf(opening.path[level]!) === null) level--;
  const container = opening.path[level]!;
  const kind = rules.childKindOf(container);
  const childIndexOf = (marker: Marker) =>
    marker.path[level] === container ? container.children.indexOf(marker.path[level + 1]!) : -1;
  const first = childIndexOf(opening);
  const last = childIndexOf(closing);
  const elseIndex = elseMarker ? childIndexOf(elseMarker) : null;
  const fail = (marker: Marker, error: "misplaced" | "notAlone") => {
    marker.foundTag.error = error;
    return null;
  };
  if (kind === null || kind === "cells" || first < 0 || last < 0) return fail(opening, "misplaced");
  const isRemoved = (marker: Marker) =>
    kind === "inline" ? marker.path.length === level + 2 : rules.hasOnlyTags(marker.path[level + 1]!);
  for (const marker of [opening, closing, ...(elseMarker ? [elseMarker] : [])])
    if (!isRemoved(marker) && (kind !== "rows" || marker === elseMarker))
      return fail(
        marker,
        kind === "blocks" && marker.path[level + 1]!.name === "w:p" ? "notAlone" : "misplaced",
      );
  if (
    elseIndex !== null &&
    (elseIndex < 0 ||
      elseIndex <= first - 1 ||
      elseIndex > last ||
      (kind === "rows" && (elseIndex === first || elseIndex === last)))
  )
    return fail(elseMarker!, "misplaced");
  let { outer } = pair;
  while (outer && outer.block?.container !== container) outer = outer.outer;
  return {
    opening,
    container,
    // A row that has content beside its tag is repeated with the others.
    start: kind === "rows" && (first === last || !isRemoved(opening)) ? first : first + 1,
    end: kind === "rows" && (first === last || !isRemoved(closing)) ? last + 1 : last,
    first,
    last,
    elseIndex,
    outer: outer?.block ?? null,
  };
}

/** The parts of a block: what is repeated or drawn if the condition is met, and the rest, null without an else. */
export const partsOf = ({ start, end, elseIndex }: TagBlock): { main: Span; otherwise: Span | null } => ({
  main: { start, end: elseIndex ?? end },
  otherwise: elseIndex === null ? null : { start: elseIndex + 1, end },
});

/** Children of a container from `start` to before `end`. */
interface Span {
  start: number;
  end: number;
}

/** Two loops in one row, of which neither contains the other, cannot both repeat it. */
function markOverlaps(blocks: readonly TagBlock[]): void {
  for (const [index, block] of blocks.entries()) {
    const previous = blocks.slice(0, index).findLast(({ outer }) => outer === block.outer);
    if (previous && previous.end > block.start) block.opening.foundTag.error = "misplaced";
  }
}

/** The paths of all markers, in reading order. */
export function collectPaths(
  element: XmlElement,
  isMarker: (element: XmlElement) => boolean,
  path: readonly XmlElement[] = [element],
): (readonly XmlElement[])[] {
  return childElements(element).flatMap((child) => {
    const childPath = [...path, child];
    return isMarker(child) ? [childPath] : collectPaths(child, isMarker, childPath);
  });
}
