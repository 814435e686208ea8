/** How photos are named after their task (2§3, 2§5). */

/** `taskName_NN`, two digits and more where two do not do. */
export const photoName = (taskName: string, number: number): string =>
  `${taskName}_${String(number).padStart(2, "0")}`;

/**
 * The name after the highest that the task's photos have. A number that was deleted in between is not given again, so that what was
 * said of one photo is never read of another; the others keep theirs.
 */
export function nextPhotoName(taskName: string, existing: Iterable<string>): string {
  const begins = `${taskName}_`;
  let highest = 0;
  for (const name of existing) {
    const number = name.startsWith(begins) ? name.slice(begins.length) : "";
    if (/^\d{2,9}$/.test(number)) highest = Math.max(highest, Number(number));
  }
  return photoName(taskName, highest + 1);
}

/** Whether a name is one that the rule gave, and may give way to the next. */
export const isPhotoNameOf = (taskName: string, name: string): boolean =>
  name.startsWith(`${taskName}_`) && /^\d{2,9}$/.test(name.slice(taskName.length + 1));

/**
 * The names of a task's photos, without gaps and in their order (2§5, renumbered after a removal). For photos nobody has seen yet,
 * in the create form; what has been reviewed or exported is not renumbered.
 */
export const renumberedNames = (taskName: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => photoName(taskName, index + 1));
