import { describe, expect, it } from "vitest";
import { lackingBuiltInsIn } from "./builtInUses.ts";

const lackingIn = (code: string) => [...lackingBuiltInsIn(code)].sort();

describe("check:browsers", () => {
  it("B1 built-ins that an oldest browser lacks are found as statics, methods and globals", () => {
    expect(lackingIn("Map.groupBy(list, key); Promise.withResolvers(); AbortSignal.any([a, b])")).toEqual([
      "AbortSignal.any",
      "Map.groupBy",
      "Promise.withResolvers",
    ]);
    expect(lackingIn("rows.toSorted().with(0, a); text['isWellFormed'](); set.union(other)")).toEqual([
      "Array.prototype.toSorted",
      "Array.prototype.with",
      "Set.prototype.union",
      "String.prototype.isWellFormed",
    ]);
    expect(
      lackingIn("new Float16Array(2); new Intl.Segmenter('sv'); URL.parse(a); element.checkVisibility()"),
    ).toEqual(["Element.prototype.checkVisibility", "Float16Array", "Intl.Segmenter", "URL.parse"]);
  });

  it("B1 built-ins of all supported browsers, names of properties, and what is tested first do not count", () => {
    expect(
      lackingIn("list.map(f).at(-1); structuredClone(a); AbortSignal.timeout(5); rows.findLast(f)"),
    ).toEqual([]);
    expect(lackingIn("const { toSorted } = own; const a = { union: 1 }.union;")).toEqual([]);
    expect(lackingIn("if (typeof URL.parse === 'function') URL.parse(a)")).toEqual([]);
    expect(lackingIn("`captureStackTrace` in Error ? Error.captureStackTrace(a) : 0")).toEqual([]);
    expect(lackingIn("event.getCoalescedEvents?.()")).toEqual([]);
    expect(lackingIn("a.checkVisibility && a.checkVisibility()")).toEqual([]);
  });
});
