import { describe, expect, it } from "vitest";
import {
  findCaseVariants,
  findRepeatedOptions,
  type OptionRow,
  optionsOf,
  toOptionRows,
  withOptionText,
  withoutRows,
  withRowAt,
  withRowBelow,
} from "./optionRows.ts";

const rowsOf = (...texts: string[]): OptionRow[] => texts.map((text, index) => ({ id: `${index}`, text }));
const texts = (rows: readonly OptionRow[]) => rows.map(({ text }) => text);

describe("3§5 options are edited as rows and stored separated by semicolons", () => {
  it("3§5 reads and writes the stored form, without blank options or surrounding spaces", () => {
    expect(texts(toOptionRows(" None; Slight;;Severe "))).toEqual(["None", "Slight", "Severe"]);
    expect(texts(toOptionRows(null))).toEqual([""]);
    expect(optionsOf(rowsOf("None ", "", " Severe"))).toBe("None;Severe");
    expect(optionsOf(rowsOf("", " "))).toBeNull();
  });

  it("3§5 a semicolon starts the next option, which gets the text after it", () => {
    const split = withOptionText(rowsOf("None", "Severe"), "0", "None;");
    expect(texts(split.rows)).toEqual(["None", "", "Severe"]);
    expect(split.rows[1]?.id).toBe(split.editedId);
    const splitInMiddle = withOptionText(rowsOf("None"), "0", "No;ne");
    expect(texts(splitInMiddle.rows)).toEqual(["No", "ne"]);
    expect(texts(withOptionText(rowsOf("None"), "0", "Nones").rows)).toEqual(["Nones"]);
  });

  it("3§5 pasted lines, cells and semicolons become separate options", () => {
    const { rows, editedId: focusedId } = withOptionText(rowsOf("First", "Last"), "0", "First\r\nA\tB;;C");
    expect(texts(rows)).toEqual(["First", "A", "B", "C", "Last"]);
    expect(rows[3]?.id).toBe(focusedId);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(5);
  });

  it("3§5 an option that repeats one above is reported", () => {
    expect([...findRepeatedOptions(rowsOf("A", "B", "A ", "", "", "a", "B"))]).toEqual(["2", "6"]);
  });

  it("3§5 fomantic#1850 an option that differs from one above only in case is noted", () => {
    expect([...findCaseVariants(rowsOf("Koppar", "koppar ", "", " ", "m", "M", "m", "Å", "å"))]).toEqual([
      "1",
      "5",
      "8",
    ]);
  });

  it("3§5 only one blank row is added, removing the last row leaves a blank one, and rows move within the list", () => {
    const rows = rowsOf("A", "B");
    const result = withRowBelow(rows, "0");
    expect(texts(result.rows)).toEqual(["A", "", "B"]);
    expect(withRowBelow(result.rows, "0")).toEqual(result);
    expect(withRowBelow(result.rows, result.editedId).editedId).toBe(result.editedId);
    expect(texts(withRowBelow(rows, null).rows)).toEqual(["A", "B", ""]);
    expect(texts(withoutRows(rows, () => true))).toEqual([""]);
    expect(texts(withRowAt(rowsOf("A", "B", "C"), "2", 0))).toEqual(["C", "A", "B"]);
    expect(texts(withRowAt(rowsOf("A", "B", "C"), "0", 9))).toEqual(["B", "C", "A"]);
    expect(withRowAt(rows, "0", -1)).toBe(rows);
  });
});
