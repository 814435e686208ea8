import { describe, expect, it } from "vitest";
import { textCell } from "./sheetXml.ts";

describe("a cell of text", () => {
  it("design§Exports keeps the white space at its ends, in which names of the field differ", () => {
    for (const text of [" M 1", "M 1 ", "M 1\n", "\tM 1"])
      expect(textCell("A1", text)).toContain(`<t xml:space="preserve">${text}</t>`);
    expect(textCell("A1", "M  1")).toContain("<t>M  1</t>");
  });

  it("design§Exports is text whatever it holds, and nothing of it is markup", () => {
    expect(textCell("A1", "=1+1")).toContain('t="inlineStr"><is><t>=1+1</t>');
    expect(textCell("A1", "<b>&")).toContain("<t>&lt;b&gt;&amp;</t>");
  });
});
