import { Problem, problem } from "#domain/core/problem.ts";
import type { ExportPlan } from "#worker/export/exportPlanTypes.ts";
import { findLatestInstant } from "../exportPlan.ts";

/**
 * Merges the plans of a selection's parts, one per database.
 * @param plans each throws notFound if its database has no part
 * @throws notFound, exportRefused if no part has anything to export
 */
export async function mergePlans(plans: readonly Promise<ExportPlan>[]): Promise<ExportPlan> {
  const results = await Promise.allSettled(plans);
  const errors: unknown[] = results.flatMap((result) =>
    result.status === "rejected" ? [result.reason] : [],
  );
  const codeOf = (error: unknown) => (error instanceof Problem ? error.code : null);
  const unexpectedError = errors.find(
    (error) => !["notFound", "exportRefused"].includes(codeOf(error) ?? ""),
  );
  if (unexpectedError !== undefined) throw unexpectedError;
  const [firstPlan, ...otherPlans] = results.flatMap((result) =>
    result.status === "fulfilled" ? [result.value] : [],
  );
  if (!firstPlan) throw errors.find((error) => codeOf(error) === "exportRefused") ?? problem("notFound");
  return otherPlans.reduce(mergePair, firstPlan);
}

function mergePair(a: ExportPlan, b: ExportPlan): ExportPlan {
  const { documentations, tasks } = renameClashingFolders(b, a);
  const joinNames = (key: "customerName" | "templateName" | "creator") =>
    [...new Set([a.documentation[key], b.documentation[key]].filter(Boolean))].join(", ");
  return {
    ...a,
    documentation: {
      ...a.documentation,
      customerName: joinNames("customerName"),
      templateName: joinNames("templateName"),
      creator: joinNames("creator"),
    },
    documentations: [...(a.documentations ?? []), ...documentations],
    expectedPhotos: a.expectedPhotos + b.expectedPhotos,
    tasks: [...a.tasks, ...tasks],
    photos: [...a.photos, ...b.photos],
    files: [...a.files, ...b.files],
    received: [...(a.received ?? []), ...(b.received ?? [])],
    missing: [...a.missing, ...b.missing],
    leftOut: [...(a.leftOut ?? []), ...(b.leftOut ?? [])],
    asOf: findLatestInstant([a.asOf, b.asOf]),
  };
}

/** Adds a number to folder names that the other plan also has. Folder names are unique within a plan. */
function renameClashingFolders(
  { documentations = [], tasks }: ExportPlan,
  { documentations: otherDocumentations = [] }: ExportPlan,
) {
  const usedFolders = new Set(otherDocumentations.map(({ folder = "" }) => folder.toLowerCase()));
  const newNames = new Map<string, string>();
  const members = documentations.map((member) => {
    const { folder } = member;
    if (folder === undefined) return member;
    let name = folder;
    for (let suffix = 2; usedFolders.has(name.toLowerCase()); suffix += 1) name = `${folder} (${suffix})`;
    usedFolders.add(name.toLowerCase());
    newNames.set(folder, name);
    return { ...member, folder: name };
  });
  return {
    documentations: members,
    tasks: tasks.map((task) => {
      const [folder = "", ...path] = task.path;
      return { ...task, path: [newNames.get(folder) ?? folder, ...path] };
    }),
  };
}
