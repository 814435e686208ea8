import { compareTexts, lowerAscii } from "#domain/core/text/sortKey.ts";

/** The natural order of names in memory: that of worker/db/naturalOrder.ts, which explains it. */
export function compareNatural(a: string, b: string): number {
  const [keyA, keyB] = [keyOf(a), keyOf(b)];
  return (
    compareTexts(lowerAscii(keyA.stem), lowerAscii(keyB.stem)) ||
    Number(keyA.number > keyB.number) - Number(keyA.number < keyB.number) ||
    compareTexts(a, b)
  );
}

/** SQLite's largest integer; it reads longer numbers as this one. */
const maxInteger = 2n ** 63n - 1n;

function keyOf(name: string): { stem: string; number: bigint } {
  const dot = name.lastIndexOf(".");
  let end = dot < 0 ? name.length : dot;
  while (dot >= 0 && name[end - 1] === ".") end -= 1;
  let start = end;
  while (start > 0 && isDigit(name[start - 1]!)) start -= 1;
  const number = BigInt(name.slice(start, end));
  return { stem: name.slice(0, start), number: number > maxInteger ? maxInteger : number };
}

const isDigit = (character: string): boolean => character >= "0" && character <= "9";
