import type { PlannedPhoto } from "../exportPlanTypes.ts";
import type { NumberValue } from "../numberValue.ts";

/**
 * The bytes that a document embeds: the upright rendition, the captured original in a rotated frame, or the thumbnail in a
 * preview.
 */
export type PhotoForm = "rendition" | "original" | "thumbnail";

export interface Fact {
  label: string;
  value: string;
}

/** A photo in a document. All texts are safe for XML; only `comment` may have line breaks. */
export interface PhotoEntry {
  /** Number in the whole documentation, from 1. */
  number: number;
  photo: PlannedPhoto;
  /** The alias, else the name. */
  title: string;
  task: string;
  comment: string;
  takenAt: string;
  position: string;
  altText: string;
}

export interface MissingEntry {
  name: string;
  kind: string;
  task: string;
  reason: string;
}

/** Photos under one heading, in the order they were planned. */
export interface PhotoSection {
  /** Group and task names, outermost first; one heading for photos without a task. */
  heading: string;
  entries: PhotoEntry[];
}

export interface FileEntry {
  name: string;
  task: string;
  size: number;
  sha256: string;
  created: string;
}

export interface AnswerRow {
  group: string;
  task: string;
  answer: string;
  /** The answer as a number, if it is one. */
  number: NumberValue | null;
}
