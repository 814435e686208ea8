import type { DocumentationTask } from "#domain/endpoints/documentation/details.ts";
import { takesSeveral } from "#domain/task/types.ts";
import { decimalText } from "./decimal.ts";

/** A stored answer in its displayed shape; stored values are joined with ';', and contact persons are on separate lines (2§3). */
type FormattedAnswer =
  | { kind: "none" }
  | { kind: "yesNo"; yes: boolean }
  | { kind: "values"; values: string[] }
  | { kind: "range"; from: string; to: string }
  | { kind: "table"; columns: string[]; rows: string[][] }
  | { kind: "text"; text: string };

export function formatAnswer({
  type,
  answer,
  params,
}: Pick<DocumentationTask, "type" | "answer" | "params">): FormattedAnswer {
  const text = (answer ?? "").trim();
  if (text === "") return { kind: "none" };
  if (takesSeveral(type)) return { kind: "values", values: cells(text).filter(Boolean) };
  switch (type) {
    case "CHECKBOX":
      return text === "true" || text === "false"
        ? { kind: "yesNo", yes: text === "true" }
        : { kind: "text", text };
    case "DATE_RANGE": {
      const [from = "", to = ""] = cells(text);
      return { kind: "range", from, to };
    }
    case "CONTACT_PERSONS":
      return contactPersons(text, cells(params.columns ?? "").filter(Boolean));
    case "DECIMAL":
      return { kind: "text", text: decimalText(text) };
    default:
      return { kind: "text", text };
  }
}

/** Pads every row to the widest: a cell without a column name may still be a phone number. */
function contactPersons(text: string, columns: string[]): FormattedAnswer {
  const rows = text.split("\n").flatMap((line) => (line.trim() ? [cells(line)] : []));
  const width = Math.max(columns.length, ...rows.map((row) => row.length));
  const padded = (row: string[]) => Array.from({ length: width }, (_, index) => row[index] ?? "");
  return { kind: "table", columns: padded(columns), rows: rows.map(padded) };
}

const cells = (text: string): string[] => text.split(";").map((value) => value.trim());
