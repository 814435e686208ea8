import { listMissingParts } from "../documents/documentModel.ts";
import { documentTexts } from "../documents/documentTexts.ts";
import type { ExportPlan } from "../exportPlanTypes.ts";
import type { RenderTree } from "./renderTree.ts";
import { addTableSection } from "./tableSection.ts";

/**
 * Lists what is missing at the end of the document, as pages, a sheet or blocks; adds nothing if all is there. Files that the reader has
 * no access to are listed only if the layout draws files.
 */
export function addMissingSection(
  tree: RenderTree,
  plan: ExportPlan,
  { showsFiles = false }: { showsFiles?: boolean } = {},
): RenderTree {
  const texts = documentTexts[plan.language];
  const { missing, neverReceivedText } = listMissingParts(
    { ...plan, missing: plan.missing.filter(({ reason }) => showsFiles || reason !== "forbidden") },
    texts,
  );
  if (missing.length === 0 && neverReceivedText === "") return tree;
  return addTableSection(tree, {
    node: "missing",
    heading: texts.missing,
    columns: [
      { title: texts.kind, width: 12 },
      { title: texts.name, width: 34 },
      { title: texts.task, width: 28 },
      { title: texts.reason, width: 26 },
    ],
    rows: missing.map(({ kind, name, task, reason }) => [kind, name, task, reason]),
    note: neverReceivedText,
  });
}
