import type { ProblemCode } from "#domain/core/problem.ts";
import type { DestinationOption } from "./destination.ts";
import { maxExternalBytes, maxExternalFiles } from "./request.ts";

/** An export while somebody fills it in, before it is sent (2§5). */

/** A question that at least one of the chosen destinations asks. */
export interface Question {
  name: string;
  required: boolean;
  /** The names of the destinations that ask it. */
  askedBy: string[];
}

type DestinationWithQuestions = Pick<DestinationOption, "name" | "userParams"> & {
  /** False if nothing that is sent there is made of photos, or of files. */
  takesPhotos?: boolean;
  takesFiles?: boolean;
};

/** The questions of the chosen destinations in their order, each name once. One is required if any destination requires it. */
export function questionsOf(chosen: readonly DestinationWithQuestions[]): Question[] {
  const questions = new Map<string, Question>();
  for (const destination of chosen)
    for (const { name, required } of destination.userParams) {
      const question = questions.get(name) ?? { name, required: false, askedBy: [] };
      question.required ||= required;
      question.askedBy.push(destination.name);
      questions.set(name, question);
    }
  return [...questions.values()];
}

interface SelectionCount {
  chosen: number;
  /** How many can be chosen. */
  total: number;
}

export interface ExportDraft {
  destinations: readonly DestinationWithQuestions[];
  params: Readonly<Record<string, string>>;
  photos: SelectionCount;
  files: SelectionCount;
  /** Files that are sent along. The service has counted them before it looks at the rest. */
  external?: readonly { size: number }[];
}

export interface ExportDraftErrors {
  destinations: Extract<ProblemCode, "noExportConfiguration"> | null;
  /** The names of required questions without an answer. */
  params: string[];
  photos: Extract<ProblemCode, "noPhotosSelected"> | null;
  files: Extract<ProblemCode, "noFilesSelected"> | null;
  external: "tooLarge" | "tooMany" | null;
}

/**
 * What is wrong with it (2§8). Photos must be chosen where there are any and a chosen destination takes them and nothing else that was
 * chosen; files alike.
 */
export function validateExportDraft({
  destinations,
  params,
  photos,
  files,
  external = [],
}: ExportDraft): ExportDraftErrors {
  const photosTo = ({ takesPhotos = true }: DestinationWithQuestions) => takesPhotos;
  const filesTo = ({ takesFiles = true }: DestinationWithQuestions) => takesFiles;
  type Takes = typeof photosTo;
  const missed = (
    { chosen, total }: SelectionCount,
    takes: Takes,
    other: SelectionCount,
    takesOther: Takes,
  ) =>
    total > 0 &&
    chosen === 0 &&
    external.length === 0 &&
    destinations.some((destination) => takes(destination) && !(other.chosen > 0 && takesOther(destination)));
  return {
    destinations: destinations.length === 0 ? "noExportConfiguration" : null,
    params: questionsOf(destinations)
      // A question may be called what every object has.
      .filter(({ name, required }) => required && !(Object.hasOwn(params, name) && params[name]?.trim()))
      .map(({ name }) => name),
    photos: missed(photos, photosTo, files, filesTo) ? "noPhotosSelected" : null,
    files: missed(files, filesTo, photos, photosTo) ? "noFilesSelected" : null,
    external:
      external.length > maxExternalFiles
        ? "tooMany"
        : totalBytes(external) > maxExternalBytes
          ? "tooLarge"
          : null,
  };
}

export const hasErrors = ({ params, ...others }: ExportDraftErrors): boolean =>
  params.length > 0 || Object.values(others).some((fault) => fault !== null);

export const totalBytes = (files: readonly { size: number }[]): number =>
  files.reduce((sum, { size }) => sum + size, 0);

const key = (name: string): string => name.normalize("NFC").toLowerCase();

/** Files whose names are told apart whatever their capitals: of several of one name, the first (2§5). */
export function uniqueByName<T extends { name: string }>(files: readonly T[]): T[] {
  const seen = new Set<string>();
  return files.filter(({ name }) => !seen.has(key(name)) && seen.add(key(name)));
}

/** Files with others added. A name stands once, however it is capitalised: the newer file takes the place of the older. */
export function mergeFiles<F extends { name: string }>(
  files: readonly F[],
  added: readonly F[],
): { files: F[]; replaced: string[] } {
  const byName = new Map(files.map((file) => [key(file.name), file]));
  const replaced = new Set<string>();
  for (const file of added) {
    if (byName.has(key(file.name))) replaced.add(file.name);
    byName.set(key(file.name), file);
  }
  return { files: [...byName.values()], replaced: [...replaced] };
}

/** How long something takes in words: rounded up, because who waits likes to be surprised the other way. */
export function roundedDuration(seconds: number): {
  unit: "underMinute" | "minutes" | "hours";
  count: number;
} {
  if (seconds < 60) return { unit: "underMinute", count: 1 };
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90
    ? { unit: "minutes", count: minutes }
    : { unit: "hours", count: Math.ceil(minutes / 60) };
}
