import { describe, expect, it } from "vitest";
import { textCellXml } from "./sheetXml.ts";

describe("a cell of text", () => {
  it("design§Exports keeps leading and trailing white space, since captured names may differ only in it", () => {
    for (const text of [" M 1", "M 1 ", "M 1\n", "\tM 1"])
      expect(textCellXml("A1", text)).toContain(`<t xml:space="preserve">${text}</t>`);
    expect(textCellXml("A1", "M  1")).toContain("<t>M  1</t>");
  });

  it("design§Exports is always text, with all markup escaped", () => {
    expect(textCellXml("A1", "=1+1")).toContain('t="inlineStr"><is><t>=1+1</t>');
    expect(textCellXml("A1", "<b>&")).toContain("<t>&lt;b&gt;&amp;</t>");
  });
});
