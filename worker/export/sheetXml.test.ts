import { describe, expect, it } from "vitest";
import { textCell } from "./sheetXml.ts";

describe("a cell of text", () => {
  it("design§Exports keeps leading and trailing white space, by which captured names may differ", () => {
    for (const text of [" M 1", "M 1 ", "M 1\n", "\tM 1"])
      expect(textCell("A1", text)).toContain(`<t xml:space="preserve">${text}</t>`);
    expect(textCell("A1", "M  1")).toContain("<t>M  1</t>");
  });

  it("design§Exports is text whatever its content, with all markup escaped", () => {
    expect(textCell("A1", "=1+1")).toContain('t="inlineStr"><is><t>=1+1</t>');
    expect(textCell("A1", "<b>&")).toContain("<t>&lt;b&gt;&amp;</t>");
  });
});
