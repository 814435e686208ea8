import { Problem, problem } from "#domain/core/problem.ts";
import type { ExportPlan } from "#worker/export/exportPlanTypes.ts";
import { latest } from "../exportPlan.ts";

/**
 * Merges the plans of a selection's parts, one per database.
 * @param plans each throws notFound if its database has no part
 * @throws notFound, exportRefused if no part has anything to export
 */
export async function mergePlans(plans: readonly Promise<ExportPlan>[]): Promise<ExportPlan> {
  const results = await Promise.allSettled(plans);
  const refusals: unknown[] = results.flatMap((result) =>
    result.status === "rejected" ? [result.reason] : [],
  );
  const codeOf = (error: unknown) => (error instanceof Problem ? error.code : null);
  const failure = refusals.find((error) => !["notFound", "exportRefused"].includes(codeOf(error) ?? ""));
  if (failure !== undefined) throw failure;
  const [first, ...rest] = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  if (!first) throw refusals.find((error) => codeOf(error) === "exportRefused") ?? problem("notFound");
  return rest.reduce(mergeTwo, first);
}

function mergeTwo(a: ExportPlan, b: ExportPlan): ExportPlan {
  const { documentations, tasks } = renameClashingFolders(b, a);
  const names = (key: "customerName" | "templateName" | "creator") =>
    [...new Set([a.documentation[key], b.documentation[key]].filter(Boolean))].join(", ");
  return {
    ...a,
    documentation: {
      ...a.documentation,
      customerName: names("customerName"),
      templateName: names("templateName"),
      creator: names("creator"),
    },
    documentations: [...(a.documentations ?? []), ...documentations],
    expectedPhotos: a.expectedPhotos + b.expectedPhotos,
    tasks: [...a.tasks, ...tasks],
    photos: [...a.photos, ...b.photos],
    files: [...a.files, ...b.files],
    received: [...(a.received ?? []), ...(b.received ?? [])],
    missing: [...a.missing, ...b.missing],
    leftOut: [...(a.leftOut ?? []), ...(b.leftOut ?? [])],
    asOf: latest([a.asOf, b.asOf]),
  };
}

/** Numbers the folders that the other plan has too. Folders are unique within a plan. */
function renameClashingFolders(
  { documentations = [], tasks }: ExportPlan,
  { documentations: otherDocumentations = [] }: ExportPlan,
) {
  const usedFolders = new Set(otherDocumentations.map(({ folder = "" }) => folder.toLowerCase()));
  const renamed = new Map<string, string>();
  const members = documentations.map((member) => {
    const { folder } = member;
    if (folder === undefined) return member;
    let name = folder;
    for (let number = 2; usedFolders.has(name.toLowerCase()); number += 1) name = `${folder} (${number})`;
    usedFolders.add(name.toLowerCase());
    renamed.set(folder, name);
    return { ...member, folder: name };
  });
  return {
    documentations: members,
    tasks: tasks.map((task) => {
      const [folder = "", ...path] = task.path;
      return { ...task, path: [renamed.get(folder) ?? folder, ...path] };
    }),
  };
}
