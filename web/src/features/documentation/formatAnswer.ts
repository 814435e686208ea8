import type { DocumentationTask } from "#domain/endpoints/documentation/details.ts";
import { takesMultiple } from "#domain/task/types.ts";
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
  if (takesMultiple(type)) return { kind: "values", values: splitCells(text).filter(Boolean) };
  switch (type) {
    case "CHECKBOX":
      return text === "true" || text === "false"
        ? { kind: "yesNo", yes: text === "true" }
        : { kind: "text", text };
    case "DATE_RANGE": {
      const [from = "", to = ""] = splitCells(text);
      return { kind: "range", from, to };
    }
    case "CONTACT_PERSONS":
      return parseContactPersons(text, splitCells(params.columns ?? "").filter(Boolean));
    case "DECIMAL":
      return { kind: "text", text: decimalText(text) };
    default:
      return { kind: "text", text };
  }
}

/** Pads every row to the widest row: a cell without a column name may still be a phone number. */
function parseContactPersons(text: string, columns: string[]): FormattedAnswer {
  const rows = text.split("\n").flatMap((line) => (line.trim() ? [splitCells(line)] : []));
  const width = Math.max(columns.length, ...rows.map((row) => row.length));
  const pad = (row: string[]) => Array.from({ length: width }, (_, index) => row[index] ?? "");
  return { kind: "table", columns: pad(columns), rows: rows.map(pad) };
}

const splitCells = (text: string): string[] => text.split(";").map((value) => value.trim());
