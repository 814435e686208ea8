import { expect, test } from "vitest";
import { escapeXml, removeIllegalCharacters, toSingleLine, truncate } from "./xml.ts";

test("2§7 documents: characters that XML does not allow are removed, all others are kept", () => {
  expect(removeIllegalCharacters("a\u0000b\u0008c\u000bd\u001fe\ufffef\uffffg\u0085h")).toBe("abcdefgh");
  expect(removeIllegalCharacters("tab\tline\r\nnext\rlast")).toBe("tab\tline\nnext\nlast");
  expect(removeIllegalCharacters("🚧 مخطط å \ud800!")).toBe("🚧 مخطط å �!");
  expect(toSingleLine(" a\n\tb  c ")).toBe("a b c");
  expect(escapeXml(`<a b="c">'&'</a>\u0001`)).toBe("&lt;a b=&quot;c&quot;&gt;&apos;&amp;&apos;&lt;/a&gt;");
});

test("2§7 documents: a name does not change the text direction of what follows it", () => {
  expect(removeIllegalCharacters("Mast\u202e 1 \u2067שלום\u2069 \u200f")).toBe("Mast 1 שלום \u200f");
});

test("2§7 documents: long texts are cut between characters, with an ellipsis", () => {
  expect(truncate("short", 5)).toBe("short");
  expect(truncate("too long", 6)).toBe("too l…");
  expect(truncate("👷‍♀️👷‍♀️👷‍♀️👷‍♀️", 3)).toBe("👷‍♀️👷‍♀️…");
});
