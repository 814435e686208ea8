/**
 * The one order of names: Swedish, in any case, numbers as numbers. Names are compared by their key, as UTF-8 bytes or code points.
 * worker/db/sortKey.ts computes the same key in SQL; a test compares both.
 */

/**
 * What letters outside ASCII sort as, small and capital: å, ä and ö follow z, as do those of the neighbours; others sort as their base
 * letter. SQL replaces them one by one, and D1 limits how deep expressions may be: letters that are not here follow all others.
 */
const letterGroups: Readonly<Record<string, string>> = {
  a: "áàâã",
  c: "çč",
  d: "đð",
  e: "éèêë",
  i: "íîï",
  n: "ñŋ",
  o: "óòôõ",
  s: "š",
  ss: "ß",
  t: "ŧ",
  u: "úùû",
  y: "üý",
  z: "ž",
  "{": "å",
  "|": "äæ",
  "}": "öø",
};

/** Pairs of a letter, in either case, and what it sorts as. */
export const sortedLetters: readonly (readonly [letter: string, base: string])[] = Object.entries(
  letterGroups,
).flatMap(([base, letters]) =>
  [...letters].flatMap((letter) =>
    // The capital of ß is two letters.
    letter === "ß"
      ? [[letter, base] as const]
      : [[letter, base] as const, [letter.toUpperCase(), base] as const],
  ),
);
const bases = new Map(sortedLetters);

/** How many numbers of a name are compared as numbers. */
export const maxSortedNumbers = 6;

/** Marks the length of a number before its digits, so that longer numbers sort after shorter ones. After blanks, before letters. */
const numberKey = (digits: string): string => {
  const significant = digits.replace(/^0+/, "");
  return numberMark(significant.length) + significant;
};
const numberMark = (digitCount: number): string => String.fromCodePoint(48 + digitCount);

export function sortKeyOf(name: string): string {
  const lower = lowerAscii(name);
  // JSON, which splits names in SQL, has no control characters; nor do names.
  if ([...name].some((letter) => letter < " ")) return lower;
  const text = [...lower.replaceAll("\\", "/").replaceAll('"', "'")]
    .map((letter) => bases.get(letter) ?? letter)
    .join("");
  return text
    .split(/([0-9]+)/)
    .slice(0, 2 * maxSortedNumbers + 1)
    .map((part, index) => (index % 2 === 1 ? numberKey(part) : part))
    .join("");
}

/** A to Z in lower case, like lower() and the collation NOCASE of SQLite. */
export const lowerAscii = (text: string): string =>
  text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** The longest number that a range of names covers. */
const maxPrefixDigits = 40;

/**
 * The ranges of keys, from and up to, with all names that begin with a text, in order. They hold other names too: a number that the text
 * ends with may have more digits, which changes the key before them.
 */
export function keyRangesOfPrefix(prefix: string): [from: string, to: string][] {
  // A loop, since a pattern with `[0-9]+$` would be quadratic.
  let start = prefix.length;
  while (start > 0 && prefix[start - 1]! >= "0" && prefix[start - 1]! <= "9") start -= 1;
  const [head, digits] = [prefix.slice(0, start), prefix.slice(start)];
  const key = sortKeyOf(head);
  if (digits === "") return [[key, `${key}\u{10ffff}`]];
  const [zero, end] = [key + numberKey(""), key + numberMark(maxPrefixDigits + 1)];
  const significant = digits.replace(/^0+/, "");
  if (significant.length < digits.length || significant.length > maxPrefixDigits) return [[zero, end]];
  return Array.from({ length: maxPrefixDigits + 1 - significant.length }, (_, more) => {
    const from = key + numberMark(significant.length + more) + significant;
    return [from, `${from}\u{10ffff}`];
  });
}

/** Compares by code point, as SQLite compares UTF-8 bytes. UTF-16 units would put surrogates before the end of the basic plane. */
export function compareTexts(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const [unitA, unitB] = [a.charCodeAt(index), b.charCodeAt(index)];
    if (unitA !== unitB) return codePointOrder(unitA) - codePointOrder(unitB);
  }
  return a.length - b.length;
}

export const codePointOrder = (unit: number): number =>
  unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;

/** Negative if name `a` comes before name `b`. Equal keys are told apart by the names themselves. */
export const compareNames = (a: string, b: string): number =>
  compareTexts(sortKeyOf(a), sortKeyOf(b)) || compareTexts(a, b);
