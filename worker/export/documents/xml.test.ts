import { expect, test } from "vitest";
import { ellipsis, oneLine, xmlEscape, xmlSafe } from "./xml.ts";

test("2§7 documents: characters that XML does not allow are removed, all others are kept", () => {
  expect(xmlSafe("a\u0000b\u0008c\u000bd\u001fe\ufffef\uffffg\u0085h")).toBe("abcdefgh");
  expect(xmlSafe("tab\tline\r\nnext\rlast")).toBe("tab\tline\nnext\nlast");
  expect(xmlSafe("🚧 مخطط å \ud800!")).toBe("🚧 مخطط å �!");
  expect(oneLine(" a\n\tb  c ")).toBe("a b c");
  expect(xmlEscape(`<a b="c">'&'</a>\u0001`)).toBe("&lt;a b=&quot;c&quot;&gt;&apos;&amp;&apos;&lt;/a&gt;");
});

test("2§7 documents: a name does not change the text direction of what follows it", () => {
  expect(xmlSafe("Mast\u202e 1 \u2067שלום\u2069 \u200f")).toBe("Mast 1 שלום \u200f");
});

test("2§7 documents: long texts are cut between characters, with an ellipsis", () => {
  expect(ellipsis("short", 5)).toBe("short");
  expect(ellipsis("too long", 6)).toBe("too l…");
  expect(ellipsis("👷‍♀️👷‍♀️👷‍♀️👷‍♀️", 3)).toBe("👷‍♀️👷‍♀️…");
});
