import type { DocumentationTask } from "../../../../../../domain/endpoints/documentation";
import type { FieldFault } from "../../../../../../domain/problem";
import { longestText } from "../../change/limits";
import { contactsOf, repeatedRows } from "./contacts";

type Asked = Pick<DocumentationTask, "type" | "required" | "params">;

/** A typed answer as it is stored, or what is wrong with it (2§5). */
export function checkedAnswer(task: Asked, typed: string): { answer: string | null } | { fault: FieldFault } {
  const answer = typed.trim();
  if (answer === "") return task.required === "YES" ? { fault: "required" } : { answer: null };
  switch (task.type) {
    case "INTEGER":
      return /^[+-]?\d+$/.test(answer) ? { answer } : { fault: "wrongType" };
    case "DECIMAL": {
      const number = answer.replace(",", ".");
      return /^[+-]?\d+(\.\d+)?$/.test(number) ? { answer: number } : { fault: "wrongType" };
    }
    case "DATE_RANGE": {
      const [from = "", to = ""] = answer.split(";");
      if (!from || !to) return { fault: "required" };
      return from > to ? { fault: "afterEnd" } : { answer };
    }
    case "DATE_TIME":
      return /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}/.test(answer) ? { answer } : { fault: "invalid" };
    case "CONTACT_PERSONS":
      return checkedContacts(task, answer);
    default:
      return answer.length > longestText ? { fault: "tooLong" } : { answer };
  }
}

function checkedContacts(task: Asked, answer: string): { answer: string | null } | { fault: FieldFault } {
  const { columns, required, rows } = contactsOf(task, answer, "");
  const filled = rows.filter((row) => row.some((cell) => cell.trim() !== ""));
  if (repeatedRows(filled).size > 0) return { fault: "duplicate" };
  if (filled.some((row) => row.some((cell, index) => required.has(columns[index] ?? "") && !cell.trim())))
    return { fault: "required" };
  return { answer: filled.map((row) => row.map((cell) => cell.trim()).join(";")).join("\n") || null };
}
