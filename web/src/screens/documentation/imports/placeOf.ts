import type { DocumentationTask } from "../../../../../domain/endpoints/documentation";

/** A task with the groups it stands in. */
export function placeOf(task: DocumentationTask, tasks: readonly DocumentationTask[]): string {
  const names = [task.name];
  let above = tasks.find(({ id }) => id === task.parentId);
  for (let depth = 0; above && depth < 6; depth += 1) {
    names.unshift(above.name);
    const parent: string | null = above.parentId;
    above = tasks.find(({ id }) => id === parent);
  }
  return names.join(" › ");
}
