/** Names of photos: the name of their task and a number, taskName_NN, counted from 01 (2§5, 3§9). */

/** Two digits; a hundredth photo has three. */
export const numberedName = (taskName: string, number: number): string =>
  `${taskName}_${String(number).padStart(2, "0")}`;

/** A photo's name has at most so many characters, its number included. */
const longest = 255;

/** The task's name as far as it fits with a number of up to four digits behind it. */
const stemOf = (taskName: string): string => taskName.slice(0, longest - 5).toWellFormed();

/**
 * The next `count` names for photos of a task: the lowest numbers above every one that is taken, so that a name is never given
 * twice, not even after a photo in between was deleted.
 */
export function nextPhotoNames(taskName: string, taken: Iterable<string>, count = 1): string[] {
  const stem = stemOf(taskName);
  const number = /^_(\d{2,})$/;
  let highest = 0;
  for (const name of taken) {
    const found = name.startsWith(stem) ? number.exec(name.slice(stem.length)) : null;
    if (found) highest = Math.max(highest, Number(found[1]));
  }
  return Array.from({ length: count }, (_, index) => numberedName(stem, highest + 1 + index));
}

/** Whether a name is one that was numbered so. */
export const isNumberedName = (taskName: string, name: string): boolean =>
  name.startsWith(stemOf(taskName)) && /^_\d{2,}$/.test(name.slice(stemOf(taskName).length));

/** The names of all photos of a task anew, in their order: what the form shows after one was removed (2§5). */
export const renumbered = (taskName: string, count: number): string[] => nextPhotoNames(taskName, [], count);
