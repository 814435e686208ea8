/**
 * The order of names: Swedish, ignoring case, with numbers compared as numbers. Names are compared by their key, as UTF-8 bytes or code points.
 * worker/db/sortKey.ts computes the same key in SQL; a test compares both.
 */

/**
 * The letters outside ASCII, by the characters they sort as: å, ä and ö and their Danish equivalents follow z; others sort as their
 * base letter. SQL replaces them one by one, and D1 limits how deep expressions may be: letters that are not here follow all
 * others.
 */
const letterGroups: Readonly<Record<string, string>> = {
  a: "áàâã",
  c: "çč",
  d: "đð",
  e: "éèêë",
  i: "íîïİı",
  n: "ñŋ",
  o: "óòôõ",
  s: "š",
  ss: "ßẞ",
  t: "ŧ",
  u: "úùû",
  y: "üý",
  z: "ž",
  "{": "å",
  "|": "äæ",
  "}": "öø",
};

/** Pairs of a letter, in either case, and its sort key. */
export const sortedLetters: readonly (readonly [letter: string, base: string])[] = Object.entries(
  letterGroups,
).flatMap(([base, letters]) =>
  [...letters].flatMap((letter) =>
    // The capital of ß is two letters, that of ı is in ASCII, and İ and ẞ are capitals.
    "ßẞıİ".includes(letter)
      ? [[letter, base] as const]
      : [[letter, base] as const, [letter.toUpperCase(), base] as const],
  ),
);
const baseByLetter = new Map(sortedLetters);

/** How many numbers of a name are compared as numbers. */
export const maxSortedNumbers = 6;

/**
 * Puts a mark for the number of digits before the digits, so that longer numbers sort after shorter ones. The mark sorts after
 * blanks and before letters.
 */
const numberKey = (digits: string): string => {
  const significantDigits = digits.replace(/^0+/, "");
  return numberMark(significantDigits.length) + significantDigits;
};
const numberMark = (digitCount: number): string => String.fromCodePoint(48 + digitCount);

export function sortKeyOf(name: string): string {
  const lowerName = lowerAscii(name);
  // JSON, which splits names in SQL, has no control characters; nor do names.
  if ([...name].some((letter) => letter < " ")) return lowerName;
  const text = [...lowerName.replaceAll("\\", "/").replaceAll('"', "'")]
    .map((letter) => baseByLetter.get(letter) ?? letter)
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
 * The ranges of keys that contain all names with a prefix, in order; they may contain other names too. A number at the end of the
 * prefix can have more digits in a name, and the key puts their number first, so each possible number of digits has its own range.
 */
export function keyRangesOfPrefix(prefix: string): [from: string, to: string][] {
  // A loop, since a pattern with `[0-9]+$` would be quadratic.
  let start = prefix.length;
  while (start > 0 && prefix[start - 1]! >= "0" && prefix[start - 1]! <= "9") start -= 1;
  const [head, digits] = [prefix.slice(0, start), prefix.slice(start)];
  const key = sortKeyOf(head);
  if (digits === "") return [[key, `${key}\u{10ffff}`]];
  const [zeroKey, endKey] = [key + numberKey(""), key + numberMark(maxPrefixDigits + 1)];
  const significantDigits = digits.replace(/^0+/, "");
  if (significantDigits.length < digits.length || significantDigits.length > maxPrefixDigits)
    return [[zeroKey, endKey]];
  return Array.from({ length: maxPrefixDigits + 1 - significantDigits.length }, (_, extraDigitCount) => {
    const fromKey = key + numberMark(significantDigits.length + extraDigitCount) + significantDigits;
    return [fromKey, `${fromKey}\u{10ffff}`];
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

/** Negative if name `a` comes before name `b`. Names with equal keys are compared as they are. */
export const compareNames = (a: string, b: string): number =>
  compareTexts(sortKeyOf(a), sortKeyOf(b)) || compareTexts(a, b);
