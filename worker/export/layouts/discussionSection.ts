import { documentTexts } from "../documents/documentTexts.ts";
import { threadEntries } from "../documents/threadEntries.ts";
import type { ExportPlan } from "../exportPlanTypes.ts";
import type { RenderTree } from "./renderTree.ts";
import { addTableSection } from "./tableSection.ts";

/** Adds the threads at the end of the document, as pages, a sheet or blocks; adds nothing if the export has none. */
export function addDiscussionSection(tree: RenderTree, plan: ExportPlan): RenderTree {
  const texts = documentTexts[plan.language];
  const threads = threadEntries(plan.threads, texts);
  if (threads.length === 0) return tree;
  return addTableSection(tree, {
    node: "discussion",
    heading: texts.discussion,
    columns: [
      { title: texts.about, width: 24 },
      { title: texts.author, width: 14 },
      { title: texts.date, width: 16 },
      { title: texts.comment, width: 46 },
    ],
    rows: threads.flatMap(({ heading, comments }) =>
      comments.map(({ author, time, text }) => [heading, author, time, text]),
    ),
    note: "",
  });
}
