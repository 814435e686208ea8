import { describe, expect, test } from "vitest";
import { columnLetters, listReferences, mapFormula, parseCell, shiftFormula } from "./sheetReferences.ts";

/** Rows from 5 on move down by ten. */
const move = (row: number) => (row >= 5 ? row + 10 : row);
const map = (formula: string) =>
  mapFormula(formula, ({ firstRow, lastRow }) => ({ firstRow: move(firstRow), lastRow: move(lastRow) }));

describe("3§4 the references of formulas move with the rows", () => {
  test.each([
    ["SUM(B4:B5)*C6", "SUM(B4:B15)*C16"],
    ["$A$5+a$6", "$A$15+a$16"],
    ["Data!B5+'My ''own'' sheet'!C7:D8", "Data!B15+'My ''own'' sheet'!C17:D18"],
    ['"B5 and "&B5', '"B5 and "&B15'],
    ["LOG10(B5)+ROW5(1)+Total_B5+x.B5", "LOG10(B15)+ROW5(1)+Total_B5+x.B5"],
    ["SUM(5:6)", "SUM(15:16)"],
    ["1.5*B1", "1.5*B1"],
    ["'Data'!$A$1:$C$7", "'Data'!$A$1:$C$17"],
  ])("%s becomes %s", (formula, expected) => {
    expect(map(formula)).toBe(expected);
  });

  test("a shared formula is written out for its cell", () => {
    expect(shiftFormula("B2*$C$1+$D2+E$2&\"B2\"&'B2'!A1", 3, 1)).toBe("C5*$C$1+$D5+F$2&\"B2\"&'B2'!B4");
  });

  test("cells and columns are numbered from 1", () => {
    expect([1, 26, 27, 703].map(columnLetters)).toEqual(["A", "Z", "AA", "AAA"]);
    expect(parseCell("$AB$12")).toEqual({ column: 28, row: 12 });
    expect(listReferences("A1+'X'!B2:C3")).toEqual([
      { sheet: null, firstRow: 1, lastRow: 1, isRange: false },
      { sheet: "X", firstRow: 2, lastRow: 3, isRange: true },
    ]);
  });
});
