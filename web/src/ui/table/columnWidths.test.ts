import { expect, test } from "vitest";
import { computeColumnWidths } from "./columnWidths.ts";

test("design§Web columns share the width that columns in pixels leave, independent of their rows", () => {
  const columns = [
    { header: "Name", isRowHeader: true },
    { header: "Status" },
    { header: "Created", width: "160px" },
    { header: "Last error", share: 3 },
  ] as const;
  expect(computeColumnWidths(columns, 80)).toEqual({
    widths: ["33.33%", "16.67%", "160px", "50%", "80px"],
    minWidthPx: 160 + 80 + 6 * 84,
  });
  expect(computeColumnWidths(columns.slice(0, 2), 0)).toEqual({
    widths: ["66.67%", "33.33%"],
    minWidthPx: 3 * 84,
  });
});

test("design§Web a column is as wide as the longest word of its header", () => {
  const { widths } = computeColumnWidths([{ header: "Id" }, { header: "Documentations of a day" }], 0);
  expect(widths).toEqual(["39.13%", "60.87%"]);
});
