import type { TFunction } from "i18next";
import type { DocumentationTask } from "../../../../../../domain/endpoints/documentation";
import { shownAnswer } from "../answers";

/** An answer in one text, to be compared with another of the same task. */
export function answerText(
  task: Pick<DocumentationTask, "type" | "params">,
  answer: string,
  common: TFunction,
): string {
  const shown = shownAnswer({ ...task, answer });
  switch (shown.kind) {
    case "none":
      return "";
    case "yesNo":
      return common(shown.yes ? "state.yes" : "state.no");
    case "values":
      return shown.values.join(", ");
    case "range":
      return `${shown.from} – ${shown.to}`;
    case "table":
      return shown.rows.map((row) => row.filter(Boolean).join(", ")).join("\n");
    case "text":
      return shown.text;
  }
}
