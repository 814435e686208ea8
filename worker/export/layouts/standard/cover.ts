import type { DocumentModel } from "#worker/export/documents/documentModel.ts";
import type { DrawnBlock } from "../renderTree.ts";
import { colors, createTable, createText, pairColumns } from "./standardItems.ts";

const titleSize = (title: string) => (title.length > 90 ? 14 : title.length > 40 ? 19 : 26);

/** The title, the facts and the summary. */
export function* createCover(model: DocumentModel): Generator<DrawnBlock> {
  const { texts, overline, title, subtitle, part, facts, summary, neverReceivedText, missing } = model;
  const kind = [overline, part?.label].filter(Boolean).join(" · ").toLocaleUpperCase(texts.locale);
  yield createText("overline", kind, 9, { bold: true, color: colors.accent });
  yield createText("title", title, titleSize(title), { bold: true, color: colors.navy });
  if (subtitle) yield createText("subtitle", subtitle, 11, { color: colors.muted });
  yield { kind: "lineBreak", node: "facts.space" };
  yield createTable(
    "facts",
    pairColumns(27),
    facts.map(({ label, value }) => [label, value]),
    { header: false },
  );
  yield { kind: "lineBreak", node: "summary.space" };
  yield createText("summary", [summary, part?.photos].filter(Boolean).join(" "), 10, {
    bold: true,
    color: missing.length > 0 || neverReceivedText ? colors.alarm : colors.accent,
  });
  if (neverReceivedText) yield createText("unnamed", neverReceivedText, 10, { color: colors.alarm });
}
