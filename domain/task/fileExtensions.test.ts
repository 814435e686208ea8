import { expect, it } from "vitest";
import { hasExtension, parseFileExtensions, photoExtensions } from "./fileExtensions.ts";

it("2§5 a file task accepts the extensions in its options, or all if there are none", () => {
  expect(parseFileExtensions("PDF; .csv;*.txt;;.")).toEqual([".pdf", ".csv", ".txt"]);
  const isAccepted = (options: string | null, name: string) =>
    hasExtension(name, parseFileExtensions(options));
  expect(["plan.PDF", "a.b.csv", "pdf", "plan.pdf.exe"].map((name) => isAccepted("pdf;csv", name))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect([isAccepted(null, "x"), isAccepted(" ; ", "x.exe")]).toEqual([true, true]);
});

it("2§5 a photo task accepts .jpg and .jpeg", () =>
  expect(["a.JPG", "a.jpeg", "a.png"].map((name) => hasExtension(name, photoExtensions))).toEqual([
    true,
    true,
    false,
  ]));
