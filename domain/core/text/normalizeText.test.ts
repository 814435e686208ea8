import { describe, expect, it } from "vitest";
import { seededRandom } from "#domain/testing/random.ts";
import { findReplacedCharacters, normalizeLine, normalizeLines } from "./normalizeText.ts";

/** Characters that normal forms treat specially, as scanners, Macs, web pages, Word, phones and attackers send them. */
const alphabet = [
  ..."aåÅöe1 2;\"'",
  ..."\u0301\u030a\u0308\u0316\u0345\u0327\u212b\u2126\u1e9b\u0323\u0f71\u0f72\u0f74",
  ..."\u00a0\u2000\u2002\u2009\u202f\u3000\u1680\t\n\r\u0085\u2028\u2029\v\f\0\u001d\u001b\u007f\u009f",
  ..."\u00ad\u034f\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202e\u2060\u2066\ufeff\ufe0e\ufe0f\ufffc\ufffe",
  ..."\u0628\u06cc\u0915\u094d\u09a4\u1100\u1161\uac00\u3164",
  ...["👷", "🏽", "♂", "❤", "🔥", "#", "\u20e3", "\u{1f3f4}", "\u{e0067}", "\u{e007f}", "\ud83d", "\udc00"],
];
const randomTexts = Array.from({ length: 4000 }, (_, seed) => {
  const random = seededRandom(seed);
  return Array.from({ length: random.number(9) }, () => random.pick(alphabet)).join("");
});

describe("the normal form of text", () => {
  it("F6 kpi#7467 manage-vaccinations#3410 six spellings of a name become the same text", () => {
    const spellings = [
      "Ängö 1768",
      "A\u0308ngo\u0308 1768",
      "Ängö\u00a01768",
      "Ängö  1768",
      "Ängö\u200b 1768",
      " Ängö 1768\u2028",
    ];
    expect(new Set(spellings.map(normalizeLine))).toEqual(new Set(["Ängö 1768"]));
    // Letters that are canonically equal to others: the Ångström and Ohm signs.
    expect(normalizeLine("\u212bby \u2126")).toBe("Åby Ω");
  });

  it("D8 commcare-android#3236 control characters become spaces, so that the fields they separate stay apart", () => {
    expect(normalizeLine("0107312345\u001d10ABC\r\n")).toBe("0107312345 10ABC");
    expect(normalizeLine("\u001d01\u0000\u00012")).toBe("01 2");
    expect(normalizeLines("a\u001d\r\nb\u2028c\td")).toBe("a \nb\nc\td");
    expect(findReplacedCharacters("a\u001db\u001d\n\tc\ud83d")).toEqual(["U+001D", "U+D83D"]);
  });

  it("F3 collect#213 tabs and line breaks become spaces in a single line, and stay in multi-line text", () => {
    expect(normalizeLine("Mast\t101\r\nnorr")).toBe("Mast 101 norr");
    expect(normalizeLines("Mast\t101\r\nnorr\rsöder")).toBe("Mast\t101\nnorr\nsöder");
    expect(normalizeLines("  in  dent\n")).toBe("  in  dent\n");
  });

  it("1§7 lone surrogates become the replacement character", () => {
    expect(normalizeLine("a\ud83d b")).toBe("a\ufffd b");
    expect(normalizeLines("\udc00")).toBe("\ufffd");
  });

  it.each([
    ["emoji sequences", "👩🏽‍🚒 👨‍👩‍👧 ❤️‍🔥 👷🏽‍♂️ 🏴󠁧󠁢󠁳󠁣󠁴󠁿 5️⃣ ☎️"],
    ["Persian with a zero-width non-joiner", "می‌خواهم"],
    ["Hindi with joiners", "क्‍ष क्‌ष"],
    ["Sinhala and Malayalam conjuncts", "ශ්‍රී ന്‍റെ"],
  ])("keeps what carries meaning: %s", (_description, text) => {
    expect(normalizeLine(text)).toBe(text.normalize("NFC"));
    expect(normalizeLines(text)).toBe(text.normalize("NFC"));
  });

  it("removes joiners and other invisible characters where they carry no meaning", () => {
    expect(normalizeLine("Ma\u200dst\u200c 1\ufe0f\u2060 so\u00adft \ufeff\u202eB\u202c \ufffc")).toBe(
      "Mast 1 soft B",
    );
    expect(normalizeLine("\u200b\u2060\u3164")).toBe("");
  });

  it("is idempotent, well formed, composed, and without control or invisible characters", () => {
    for (const text of randomTexts)
      for (const normalize of [normalizeLine, normalizeLines]) {
        const normalText = normalize(text);
        expect(normalize(normalText), JSON.stringify(text)).toBe(normalText);
        expect(
          normalText.isWellFormed() && normalText.normalize("NFC") === normalText,
          JSON.stringify(text),
        ).toBe(true);
        expect(normalText, JSON.stringify(text)).not.toMatch(
          /(?![\n\t])\p{Cc}|[\u00ad\u200b\u2060\ufeff\ufffc\u00a0]/u,
        );
        expect(normalize(text.normalize("NFD"))).toBe(normalize(text.normalize("NFC")));
      }
  });

  it("a line is the same whether or not it was normalised as several lines before", () => {
    for (const text of randomTexts) {
      expect(normalizeLine(normalizeLines(text)), JSON.stringify(text)).toBe(normalizeLine(text));
      expect(normalizeLine(text)).not.toMatch(/[\n\t]|^ | $| {2}/);
    }
  });

  it("1§7 thousands of marks on one letter are normalised in linear time", () => {
    expect(normalizeLine(`a${"\u0301\u0316".repeat(100_000)}`).length).toBeLessThan(40);
  });
});
