import { describe, expect, test } from "vitest";
import { countDocumentationsByMonth } from "#domain/endpoints/configuration/customerCalls.ts";
import { toFileName } from "#lib/downloadBlob.ts";
import { anId } from "#testing/fixtures.ts";
import { axisText, computeAxisTicks, valueText } from "./measureText.ts";
import { createStatisticsCsv, csvOf } from "./statisticsCsv.ts";
import { accumulate, buildStatisticsTable, measures } from "./statisticsTable.ts";

const [mastId, spliceId, unusedId, deletedId] = [anId(), anId(), anId(), anId()];
const templates = [
  { id: mastId, name: "Mast" },
  { id: spliceId, name: "Splice" },
  { id: unusedId, name: "Unused" },
];
const item = (
  month: string,
  templateId: string,
  documentationCount: number,
  photoCount = 0,
  dataSize = 0,
) => ({
  dateCreated: `${month}-01T00:00:00Z`,
  templateId,
  documentationCount,
  photoCount,
  dataSize,
});
const items = countDocumentationsByMonth.response!.parse([
  item("2026-02", spliceId, 5, 0, 1_500_000),
  item("2025-11", mastId, 2, 8, 2_000_000_000),
  item("2026-02", mastId, 1, 3, 7),
]);
const tableOf = (measure: (typeof measures)[number], rows = items) =>
  buildStatisticsTable(rows, measure, templates, (id) => `Deleted ${id}`);

describe("1§2 the table of customer statistics", () => {
  test("has every month from the first to the last, across years, and only templates with data", () => {
    expect(tableOf("documentationCount")).toEqual({
      months: ["2025-11", "2025-12", "2026-01", "2026-02"],
      templates: templates.slice(0, 2),
      values: [
        [2, 0],
        [0, 0],
        [0, 0],
        [1, 5],
      ],
      monthTotals: [2, 0, 0, 6],
      templateTotals: [3, 5],
      total: 8,
    });
  });

  test("omits templates and months without data of the measure", () => {
    const table = tableOf("photoCount");
    expect(table?.templates.map(({ name }) => name)).toEqual(["Mast"]);
    expect(table?.total).toBe(11);
    expect(tableOf("photoCount", [items[0]!])).toBeNull();
  });

  test.each(measures)(
    "has row and column totals of %s that agree, and the last cumulative month equals them",
    (measure) => {
      const table = tableOf(measure)!;
      const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
      expect(sum(table.monthTotals)).toBe(table.total);
      expect(sum(table.templateTotals)).toBe(table.total);
      const cumulativeTable = accumulate(table);
      expect(cumulativeTable.values.at(-1)).toEqual(table.templateTotals);
      expect(cumulativeTable.monthTotals.at(-1)).toBe(table.total);
      expect(cumulativeTable.values).toHaveLength(table.months.length);
    },
  );

  test("sums several items of one month and template", () => {
    const table = tableOf("documentationCount", [items[1]!, items[1]!])!;
    expect(table.values).toEqual([[4]]);
  });

  test("names a template that is no longer in the list", () => {
    const table = tableOf("documentationCount", [...items, { ...items[0]!, templateId: deletedId }])!;
    expect(table.templates.at(-1)).toEqual({ id: deletedId, name: `Deleted ${deletedId}` });
  });

  test("is null without data", () => expect(tableOf("documentationCount", [])).toBeNull());
});

describe("1§9 readable numbers", () => {
  test("sizes step by 1000 with two decimals, counts have their language's separators", () => {
    expect(valueText("dataSize", 2_001_500_007, "en-GB")).toBe("2.00 GB");
    expect(valueText("dataSize", 1_500_000, "sv-SE")).toBe("1,50 MB");
    expect(valueText("photoCount", 12345, "en-GB")).toBe("12,345");
  });

  test("1§2 the Y axis has one unit, chosen for its highest value", () => {
    for (const [maxValue, unit] of [
      [999, "B"],
      [1000, "kB"],
      [2_500_000, "MB"],
      [3_000_000_000, "GB"],
      [4e12, "TB"],
      [5e15, "TB"],
    ] as const)
      expect(axisText("dataSize", maxValue, "en-GB")(maxValue)).toMatch(new RegExp(` ${unit}$`));
    const format = axisText("dataSize", 2_000_000_000, "sv-SE");
    expect([0, 500_000_000, 2_000_000_000].map(format)).toEqual(["0", "0,5 GB", "2 GB"]);
    expect(axisText("photoCount", 5000, "en-GB")(5000)).toBe("5,000");
  });

  test.each([
    [0, [0, 1]],
    [3, [0, 1, 2, 3]],
    [17, [0, 5, 10, 15, 20]],
    [1_900_000_000, [0, 500_000_000, 1_000_000_000, 1_500_000_000, 2_000_000_000]],
  ])("the axis up to %d has at most eight round steps", (maxValue, ticks) => {
    expect(computeAxisTicks(maxValue)).toEqual(ticks);
  });
});

describe("the table as a file", () => {
  const labels = { month: "Month", total: "Total", totals: "Totals" };
  const linesOf = (measure: (typeof measures)[number], decimalMark: "," | ".") =>
    createStatisticsCsv(tableOf(measure)!, measure, labels, decimalMark).split("\r\n");

  test("has the displayed values, separated by semicolons, after a byte order mark", () => {
    const [head, first] = linesOf("documentationCount", ".");
    expect(head).toBe("\uFEFFMonth;Mast;Splice;Total");
    expect(first).toBe("2025-11;2;0;2");
    expect(linesOf("documentationCount", ".").slice(-2)).toEqual(["Totals;3;5;8", ""]);
  });

  test("has sizes in megabytes with full precision, with a decimal comma in Swedish", () => {
    expect(linesOf("dataSize", ",")).toEqual([
      "\uFEFFMonth;Mast (MB);Splice (MB);Total (MB)",
      "2025-11;2000;0;2000",
      "2025-12;0;0;0",
      "2026-01;0;0;0",
      "2026-02;0,000007;1,5;1,500007",
      "Totals;2000,000007;1,5;2001,500007",
      "",
    ]);
  });

  test.each([
    ["=1+1", "'=1+1"],
    ["+46 70", "'+46 70"],
    ["-minus", "'-minus"],
    ["@SUM(A1)", "'@SUM(A1)"],
    [" =1", "' =1"],
    ["\t=1", "'\t=1"],
    ["a;b", '"a;b"'],
    ['say "hi"', '"say ""hi"""'],
    ['=HYPERLINK("x";"y")', '"\'=HYPERLINK(""x"";""y"")"'],
    ["two\nlines", '"two\nlines"'],
    ["Åmål", "Åmål"],
  ])("writes the text %j as %j", (text, expectedCsv) => {
    expect(csvOf([[text]], ",")).toBe(`\uFEFF${expectedCsv}\r\n`);
  });

  test("writes a negative number as a number", () => expect(csvOf([[-1.5]], ",")).toBe("\uFEFF-1,5\r\n"));

  test("has a name that is valid on every file system", () => {
    expect(toFileName(["Åre Fiber / AB", "Data size", "Per month"], "csv")).toBe(
      "Åre-Fiber-AB_Data-size_Per-month.csv",
    );
  });
});
