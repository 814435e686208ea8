import type { ProblemCode } from "#domain/core/problem.ts";
import { maxExternalBytes, maxExternalFiles } from "./deliveryRequest.ts";
import type { DestinationOption } from "./destination.ts";

/** An export being filled in, before it is sent (2§5). */

/** A question that at least one of the selected destinations asks. */
export interface Question {
  name: string;
  required: boolean;
  /** The names of the destinations that ask it. */
  destinationNames: string[];
}

type DestinationWithQuestions = Pick<DestinationOption, "name" | "userParams"> & {
  /** False if nothing sent there contains photos, or files. */
  takesPhotos?: boolean;
  takesFiles?: boolean;
};

/**
 * The questions of the selected destinations in their order, each name once. A question is required if any destination requires it.
 */
export function questionsOf(destinations: readonly DestinationWithQuestions[]): Question[] {
  const questions = new Map<string, Question>();
  for (const destination of destinations)
    for (const { name, required } of destination.userParams) {
      const question = questions.get(name) ?? { name, required: false, destinationNames: [] };
      question.required ||= required;
      question.destinationNames.push(destination.name);
      questions.set(name, question);
    }
  return [...questions.values()];
}

interface SelectionCount {
  selectedCount: number;
  /** The number that can be selected. */
  total: number;
}

export interface ExportDraft {
  destinations: readonly DestinationWithQuestions[];
  params: Readonly<Record<string, string>>;
  photos: SelectionCount;
  files: SelectionCount;
  /** External files sent along. The service counts them before it validates other fields. */
  external?: readonly { size: number }[];
}

export interface ExportDraftErrors {
  destinations: Extract<ProblemCode, "noExportConfiguration"> | null;
  /** The names of required questions without an answer. */
  params: string[];
  photos: Extract<ProblemCode, "noPhotosSelected"> | null;
  files: Extract<ProblemCode, "noFilesSelected"> | null;
  externalFiles: "tooLarge" | "tooMany" | null;
}

/**
 * Validation errors of the export (2§8). Photos must be selected if there are any and a destination that takes photos would
 * otherwise receive nothing; the same applies to files.
 */
export function validateExportDraft({
  destinations,
  params,
  photos,
  files,
  external = [],
}: ExportDraft): ExportDraftErrors {
  const acceptsPhotos = ({ takesPhotos = true }: DestinationWithQuestions) => takesPhotos;
  const acceptsFiles = ({ takesFiles = true }: DestinationWithQuestions) => takesFiles;
  type Accepts = typeof acceptsPhotos;
  const isSelectionMissing = (
    { selectedCount, total }: SelectionCount,
    accepts: Accepts,
    otherCount: SelectionCount,
    acceptsOther: Accepts,
  ) =>
    total > 0 &&
    selectedCount === 0 &&
    external.length === 0 &&
    destinations.some(
      (destination) => accepts(destination) && !(otherCount.selectedCount > 0 && acceptsOther(destination)),
    );
  return {
    destinations: destinations.length === 0 ? "noExportConfiguration" : null,
    params: questionsOf(destinations)
      // A question can have the name of an inherited property.
      .filter(({ name, required }) => required && !(Object.hasOwn(params, name) && params[name]?.trim()))
      .map(({ name }) => name),
    photos: isSelectionMissing(photos, acceptsPhotos, files, acceptsFiles) ? "noPhotosSelected" : null,
    files: isSelectionMissing(files, acceptsFiles, photos, acceptsPhotos) ? "noFilesSelected" : null,
    externalFiles:
      external.length > maxExternalFiles
        ? "tooMany"
        : sumBytes(external) > maxExternalBytes
          ? "tooLarge"
          : null,
  };
}

export const hasErrors = ({ params, ...otherErrors }: ExportDraftErrors): boolean =>
  params.length > 0 || Object.values(otherErrors).some((error) => error !== null);

export const sumBytes = (files: readonly { size: number }[]): number =>
  files.reduce((sum, { size }) => sum + size, 0);

const nameKeyOf = (name: string): string => name.normalize("NFC").toLowerCase();

/** Removes files with the name of an earlier one, ignoring case (2§5). */
export function uniqueByName<T extends { name: string }>(files: readonly T[]): T[] {
  const seenKeys = new Set<string>();
  return files.filter(({ name }) => !seenKeys.has(nameKeyOf(name)) && seenKeys.add(nameKeyOf(name)));
}

/** Adds files. Names are unique, ignoring case: a newer file replaces an older one. */
export function mergeFiles<F extends { name: string }>(
  files: readonly F[],
  newFiles: readonly F[],
): { files: F[]; replaced: string[] } {
  const fileByName = new Map(files.map((file) => [nameKeyOf(file.name), file]));
  const replaced = new Set<string>();
  for (const file of newFiles) {
    if (fileByName.has(nameKeyOf(file.name))) replaced.add(file.name);
    fileByName.set(nameKeyOf(file.name), file);
  }
  return { files: [...fileByName.values()], replaced: [...replaced] };
}

/** A duration rounded up to minutes or hours, so that estimates err on the long side. */
export function roundDurationUp(seconds: number): {
  unit: "underMinute" | "minutes" | "hours";
  count: number;
} {
  if (seconds < 60) return { unit: "underMinute", count: 1 };
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90
    ? { unit: "minutes", count: minutes }
    : { unit: "hours", count: Math.ceil(minutes / 60) };
}
