import { Problem, problem } from "#domain/core/problem.ts";
import type { ExportPlan } from "#worker/export/exportPlanTypes.ts";
import { latest } from "../exportPlan.ts";

/**
 * The plans of a selection's parts, one of each database that has any, as one.
 * @param plans each throws notFound where its database has no part
 * @throws notFound, exportRefused when no part has anything to export
 */
export async function mergePlans(plans: readonly Promise<ExportPlan>[]): Promise<ExportPlan> {
  const settled = await Promise.allSettled(plans);
  const refusals = settled.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []));
  const codeOf = (error: unknown) => (error instanceof Problem ? error.code : null);
  const serious = refusals.find((error) => !["notFound", "exportRefused"].includes(codeOf(error) ?? ""));
  if (serious !== undefined) throw serious;
  const [first, ...rest] = settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  if (!first) throw refusals.find((error) => codeOf(error) === "exportRefused") ?? problem("notFound");
  return rest.reduce(mergeTwo, first);
}

function mergeTwo(one: ExportPlan, other: ExportPlan): ExportPlan {
  const { documentations, tasks } = renameClashingFolders(other, one);
  const names = (key: "customerName" | "templateName" | "creator") =>
    [...new Set([one.documentation[key], other.documentation[key]].filter(Boolean))].join(", ");
  return {
    ...one,
    documentation: {
      ...one.documentation,
      customerName: names("customerName"),
      templateName: names("templateName"),
      creator: names("creator"),
    },
    documentations: [...(one.documentations ?? []), ...documentations],
    expectedPhotos: one.expectedPhotos + other.expectedPhotos,
    tasks: [...one.tasks, ...tasks],
    photos: [...one.photos, ...other.photos],
    files: [...one.files, ...other.files],
    received: [...(one.received ?? []), ...(other.received ?? [])],
    missing: [...one.missing, ...other.missing],
    leftOut: [...(one.leftOut ?? []), ...(other.leftOut ?? [])],
    asOf: latest([one.asOf, other.asOf]),
  };
}

/** Folders are told apart within a plan; those that another plan has, too, get a number. */
function renameClashingFolders(
  { documentations = [], tasks }: ExportPlan,
  { documentations: others = [] }: ExportPlan,
) {
  const taken = new Set(others.map(({ folder = "" }) => folder.toLowerCase()));
  const renamed = new Map<string, string>();
  const own = documentations.map((member) => {
    const { folder } = member;
    if (folder === undefined) return member;
    let name = folder;
    for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${folder} (${number})`;
    taken.add(name.toLowerCase());
    renamed.set(folder, name);
    return { ...member, folder: name };
  });
  return {
    documentations: own,
    tasks: tasks.map((task) => {
      const [folder = "", ...path] = task.path;
      return { ...task, path: [renamed.get(folder) ?? folder, ...path] };
    }),
  };
}
