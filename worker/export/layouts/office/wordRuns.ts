import type { FileTag } from "#domain/layout/fileTags.ts";
import { escapeXml } from "#worker/export/documents/xml.ts";
import {
  createElement,
  findChild,
  isElement,
  textOf,
  writeXml,
  type XmlElement,
  type XmlNode,
} from "./officeXml.ts";

/** Word may split a tag into several runs; here each tag becomes one run. */

/** The name of the element that stands for a tag of a loop or condition. */
export const tagElementName = "tag";

/** A text of a paragraph. */
export interface TextSlot {
  /** The element that the run is in. */
  parent: XmlElement;
  run: XmlElement;
  element: XmlElement;
  text: string;
}

const inlineContainers = new Set([
  "w:p",
  "w:hyperlink",
  "w:ins",
  "w:smartTag",
  "w:fldSimple",
  "w:moveTo",
  "w:bdo",
  "w:dir",
]);
export const isInlineContainer = (name: string): boolean => inlineContainers.has(name);

/** The texts of a paragraph in reading order, without those of text boxes in it and of deleted text. */
export function listTextSlots(container: XmlElement): TextSlot[] {
  return container.children.flatMap((child): TextSlot[] => {
    if (!isElement(child)) return [];
    if (child.name === "w:r")
      return child.children.flatMap((element) =>
        isElement(element) && element.name === "w:t"
          ? [{ parent: container, run: child, element, text: textOf(element) }]
          : [],
      );
    if (isInlineContainer(child.name) && child.name !== "w:p") return listTextSlots(child);
    if (child.name === "w:sdt" || child.name === "w:sdtContent") return listTextSlots(child);
    return [];
  });
}

/** A tag in the joined text of a paragraph. */
export interface PlacedTag {
  start: number;
  end: number;
  text: string;
  tag: FileTag;
}

/** A part of a split run: a tag (its element is `run`), or a text with placeholders if `tag` is null. */
export interface RunPart {
  run: XmlElement;
  tag: FileTag | null;
  text: string;
  properties: string;
}

/** Cuts the runs of a paragraph at its tags. Returns the tags, and the runs of texts with placeholders, in reading order. */
export function splitRuns(slots: readonly TextSlot[], tags: readonly PlacedTag[]): RunPart[] {
  const runParts: RunPart[] = [];
  let offset = 0;
  let nextTag = 0;
  // A tag belongs to the text in which it begins.
  let skippedUntil = 0;
  const partsByRun = new Map<XmlElement, Map<XmlElement, (string | PlacedTag)[]>>();
  for (const slot of slots) {
    const end = offset + slot.text.length;
    const parts: (string | PlacedTag)[] = [];
    let position = Math.max(offset, Math.min(skippedUntil, end));
    for (let tag = tags[nextTag]; tag && tag.start < end; tag = tags[nextTag]) {
      if (tag.start > position) parts.push(slot.text.slice(position - offset, tag.start - offset));
      parts.push(tag);
      skippedUntil = tag.end;
      position = Math.min(tag.end, end);
      nextTag++;
    }
    if (position < end) parts.push(slot.text.slice(position - offset));
    const isUnchanged = parts.length === 1 && parts[0] === slot.text;
    if (!isUnchanged) {
      const partsByElement = partsByRun.get(slot.run) ?? new Map<XmlElement, (string | PlacedTag)[]>();
      partsByElement.set(slot.element, parts);
      partsByRun.set(slot.run, partsByElement);
    }
    offset = end;
  }
  for (const [run, partsByElement] of partsByRun) {
    const parent = slots.find((slot) => slot.run === run)!.parent;
    const newRuns = cutRun(run, partsByElement, runParts);
    parent.children.splice(parent.children.indexOf(run), 1, ...newRuns);
  }
  return runParts;
}

/** The runs that replace one. */
function cutRun(
  run: XmlElement,
  partsByElement: ReadonlyMap<XmlElement, readonly (string | PlacedTag)[]>,
  runParts: RunPart[],
): XmlElement[] {
  const properties = findChild(run, "w:rPr");
  const propertiesXml = properties ? writeXml(properties) : "";
  const createRun = (children: XmlNode[]): XmlElement => ({
    ...run,
    attributes: new Map(run.attributes),
    children: properties ? [properties, ...children] : children,
  });
  const runs: XmlElement[] = [];
  let pending: XmlNode[] = [];
  const flush = () => {
    if (pending.length > 0) runs.push(createRun(pending));
    pending = [];
  };
  for (const child of run.children) {
    if (child === properties) continue;
    const parts = isElement(child) ? partsByElement.get(child) : undefined;
    if (!parts) {
      pending.push(child);
      continue;
    }
    for (const part of parts) {
      if (typeof part === "string") {
        pending.push(createElement("w:t", { "xml:space": "preserve" }, [escapeXml(part)]));
        continue;
      }
      flush();
      const isText = part.tag.kind === "text";
      const element = isText
        ? createRun([createElement("w:t", { "xml:space": "preserve" }, [escapeXml(part.text)])])
        : createElement(tagElementName);
      runs.push(element);
      runParts.push({ run: element, tag: part.tag, text: part.text, properties: propertiesXml });
      if (isText) runParts.push({ run: element, tag: null, text: part.text, properties: propertiesXml });
    }
  }
  flush();
  return runs;
}
