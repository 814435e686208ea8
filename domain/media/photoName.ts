/** Names of photos: the task's name and a number, taskName_NN, from 01 (2§5, 3§9). */

/** Two digits; a hundredth photo has three. */
export const numberedName = (taskName: string, number: number): string =>
  `${taskName}_${String(number).padStart(2, "0")}`;

/** Characters of a photo's name at most, its number included. */
const maxNameLength = 255;

/** The task's name, cut to leave room for a number of four digits. */
const stemOf = (taskName: string): string => taskName.slice(0, maxNameLength - 5).toWellFormed();

/** Names of photos that are taken, with the highest number for each name in front of one. */
export class PhotoNames {
  readonly #taken = new Set<string>();
  readonly #highest = new Map<string, number>();

  constructor(taken: Iterable<string> = []) {
    for (const name of taken) this.add(name);
  }

  has(name: string): boolean {
    return this.#taken.has(name);
  }

  add(name: string): void {
    this.#taken.add(name);
    const index = name.lastIndexOf("_");
    if (index < 0 || !/^\d{2,9}$/.test(name.slice(index + 1))) return;
    const stem = name.slice(0, index);
    this.#highest.set(stem, Math.max(this.#highest.get(stem) ?? 0, Number(name.slice(index + 1))));
  }

  /**
   * The next `count` names for photos of a task, taken from now on: the lowest numbers above every one that is taken, so that a
   * name is never given twice, not even after a photo in between was deleted.
   */
  take(taskName: string, count = 1): string[] {
    const stem = stemOf(taskName);
    let number = this.#highest.get(stem) ?? 0;
    return Array.from({ length: count }, () => {
      do number += 1;
      while (this.#taken.has(numberedName(stem, number)));
      const name = numberedName(stem, number);
      this.add(name);
      return name;
    });
  }
}

/** The next names for photos of a task where these are taken. */
export const nextPhotoNames = (taskName: string, taken: Iterable<string>, count = 1): string[] =>
  new PhotoNames(taken).take(taskName, count);

/** The name in front of a photo's number; the whole name where it has none. */
export const stripPhotoNumber = (name: string): string => name.replace(/_\d{2,}$/, "");

/** Whether a name is the task's name and a number. */
export const isNumberedName = (taskName: string, name: string): boolean =>
  name.startsWith(stemOf(taskName)) && /^_\d{2,}$/.test(name.slice(stemOf(taskName).length));

/** New names for all photos of a task, in their order: what the form shows after one was removed (2§5). */
export const numberedPhotoNames = (taskName: string, count: number): string[] =>
  nextPhotoNames(taskName, [], count);
