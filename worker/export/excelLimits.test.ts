import { describe, expect, it } from "vitest";
import { seededRandom } from "#domain/testing/random.ts";
import { wallClockDate } from "./dates.ts";
import { cellText, footerText, SheetNames } from "./excelLimits.ts";
import { dateCellXml, instantCellXml } from "./sheetXml.ts";

/** What Excel shows for a footer: codes of a letter or a font, then text in which "&&" is "&". */
const displayedFooter = (footer: string) =>
  footer
    .replace(/&\d+/g, "")
    .replace(/&"[^"]*"/g, "")
    .replaceAll("&&", "&")
    .replaceAll("_x005F_", "_");

describe("the limits of Excel", () => {
  it.each(["1204 Storgatan 5", "8", "2026-05-04 & co", "&P of &N", "_x0041_", "Odenplan\n2", '"x"'])(
    "D1 fastexcel#132 the footer %j is printed as it is",
    (name) => {
      const footer = footerText(name, 8);
      expect(footer).toMatch(/^&8&"-,Regular"/);
      expect(displayedFooter(footer)).toBe(name.replace("\n", " "));
    },
  );

  it("D1 footers have at most 255 characters, and never half a code or half a character", () => {
    const random = seededRandom(1);
    for (let index = 0; index < 300; index++) {
      const name = Array.from({ length: random.number(200) }, () =>
        random.pick(["&", "5", "👷‍♀️", "ö", " a"]),
      ).join("");
      const footer = footerText(name, 8, 60);
      expect(footer.length).toBeLessThanOrEqual(195);
      expect(footer.isWellFormed()).toBe(true);
      const text = footer.replace(/^&8&"-,Regular"/, "").replaceAll("&&", "");
      expect(text).not.toContain("&");
    }
  });

  it("D6 fastexcel#318 a cell has at most 32 767 UTF-16 units and says how many are left out", () => {
    expect(cellText("å".repeat(32_767))).toHaveLength(32_767);
    for (const text of ["å".repeat(38_849), "👷‍♀️".repeat(8000), "🚧".repeat(20_000)]) {
      const cell = cellText(text);
      expect(cell.length).toBeLessThanOrEqual(32_767);
      expect(cell.isWellFormed()).toBe(true);
      const [, beginning = "", left] = /^(.*)… \[\+(\d+)\]$/su.exec(cell)!;
      expect(beginning.length + Number(left)).toBe(text.length);
    }
  });

  it.each([
    ["0001-01-01T00:00:00Z", "0001-01-01 00:53"],
    ["0099-06-01T12:00:00Z", "0099-06-01 12:53"],
    ["1899-12-31T12:00:00Z", "1899-12-31 13:00"],
    ["1900-02-28T12:00:00Z", "1900-02-28 13:00"],
    ["9999-12-31T23:30:00Z", "10000-01-01 00:30"],
  ])("D4 npoi#501 %s is a text, because Excel has no such date", (instant, text) => {
    expect(instantCellXml("A1", instant)).toContain(`<t>${text}</t>`);
    expect(wallClockDate(instant)!.getUTCFullYear()).toBe(Number(text.split("-")[0]));
  });

  it("D4 Serenity#7418 dates from March 1900 on are dates", () => {
    expect(instantCellXml("A1", "1900-03-01T11:00:00Z")).toContain("<v>61.5</v>");
    expect(instantCellXml("A1", "2026-05-04T11:37:00Z")).toContain("<v>46146.567361111</v>");
    expect(dateCellXml("A1", "2026-05-04")).toContain("<v>46146</v>");
    expect(dateCellXml("A1", "0002-01-01")).toContain("<t>0002-01-01</t>");
    expect(instantCellXml("A1", null)).not.toContain("<t>");
  });

  it("D12 every sheet has a different name, which Excel accepts", () => {
    const random = seededRandom(2);
    const names = new SheetNames();
    const takenNames = new Set<string>();
    for (let index = 0; index < 500; index++) {
      const requestedName = Array.from({ length: random.number(50) }, () =>
        random.pick(["a", "A", "'", "[", ":", "history", "🚧", "ö", "\t", "_x0041_"]),
      ).join("");
      const name = names.claim(requestedName, "Sheet");
      expect(name.length).toBeGreaterThan(0);
      expect(name.length).toBeLessThanOrEqual(31);
      expect(name).not.toMatch(/[\\/?*:[\]\t]|^'|'$/);
      expect(name.toLowerCase()).not.toBe("history");
      expect(name.isWellFormed()).toBe(true);
      expect(takenNames.has(name.toLowerCase())).toBe(false);
      takenNames.add(name.toLowerCase());
    }
  });
});
