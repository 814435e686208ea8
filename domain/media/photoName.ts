import { maxNameLength } from "#domain/core/limits.ts";

/** Photo names: the task's name and a number, taskName_NN, from 01 (2§5, 3§9). */

/** The number has at least two digits. */
export const createNumberedName = (taskName: string, number: number): string =>
  `${taskName}_${String(number).padStart(2, "0")}`;

/** The task's name, truncated to leave space for a number of four digits. */
const stemOf = (taskName: string): string => taskName.slice(0, maxNameLength - 5).toWellFormed();

/** The photo names in use, with the highest number per stem. */
export class PhotoNames {
  readonly #usedNames = new Set<string>();
  readonly #maxNumbers = new Map<string, number>();

  constructor(names: Iterable<string> = []) {
    for (const name of names) this.add(name);
  }

  has(name: string): boolean {
    return this.#usedNames.has(name);
  }

  add(name: string): void {
    this.#usedNames.add(name);
    const index = name.lastIndexOf("_");
    if (index < 0 || !/^\d{2,9}$/.test(name.slice(index + 1))) return;
    const stem = name.slice(0, index);
    this.#maxNumbers.set(stem, Math.max(this.#maxNumbers.get(stem) ?? 0, Number(name.slice(index + 1))));
  }

  /**
   * Reserves the next `count` names for photos of a task. The numbers are above all numbers in use, so that a name is never reused
   * within a sequence, even after a photo in between was deleted.
   */
  reserve(taskName: string, count = 1): string[] {
    const stem = stemOf(taskName);
    let number = this.#maxNumbers.get(stem) ?? 0;
    return Array.from({ length: count }, () => {
      do number += 1;
      while (this.#usedNames.has(createNumberedName(stem, number)));
      const name = createNumberedName(stem, number);
      this.add(name);
      return name;
    });
  }
}

/** The next names for photos of a task, given the names in use. */
export const createPhotoNames = (taskName: string, usedNames: Iterable<string>, count = 1): string[] =>
  new PhotoNames(usedNames).reserve(taskName, count);

/** The name without the photo's number; the whole name if it has none. */
export const stripPhotoNumber = (name: string): string => name.replace(/_\d{2,}$/, "");

/** Whether a name consists of the task's name and a number. */
export const isNumberedName = (taskName: string, name: string): boolean =>
  name.startsWith(stemOf(taskName)) && /^_\d{2,}$/.test(name.slice(stemOf(taskName).length));

/** New names for all photos of a task, in order, after one was removed (2§5). */
export const renumberPhotoNames = (taskName: string, count: number): string[] =>
  createPhotoNames(taskName, [], count);
