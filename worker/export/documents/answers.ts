import { takesSeveral } from "../../../domain/rules/taskTypes";
import { wordsOf } from "../../../domain/template/edit";
import type { PlannedTask } from "../plan";
import type { DocumentTexts } from "./texts";

/** An answer as a person would write it; stored answers join their values with ";" (2§3). */
export function readableAnswer({ type, answer }: PlannedTask, texts: DocumentTexts): string {
  const text = (answer ?? "").trim();
  if (text === "") return texts.notAnswered;
  if (takesSeveral(type)) return wordsOf(text).join(", ");
  switch (type) {
    case "CHECKBOX":
      if (text === "true") return texts.yes;
      return text === "false" ? texts.no : text;
    case "DATE_RANGE":
      return wordsOf(text).join(" – ");
    case "CONTACT_PERSONS":
      return text
        .split("\n")
        .map((row) => wordsOf(row).join(", "))
        .filter(Boolean)
        .join("\n");
    default:
      return text;
  }
}
