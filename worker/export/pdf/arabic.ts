/**
 * The presentation forms of each Arabic letter and of lam with alef: isolated and final, and initial and medial of letters that join
 * the next one. Unicode lists them in this order.
 */
const forms = new Map<string, string[]>([["\u0640", Array<string>(4).fill("\u0640")]]);
for (const [first, last] of [
  [0xfb50, 0xfbb1],
  [0xfbd3, 0xfbff],
  [0xfe80, 0xfefc],
] as const)
  for (let code = first; code <= last; code++) {
    const form = String.fromCharCode(code);
    const letters = form.normalize("NFKC");
    if (letters.length > 1 && code < 0xfef5) continue;
    forms.set(letters, [...(forms.get(letters) ?? []), form]);
  }

const arabic = /[\u0620-\u06d3]/;
const token = /\u0644[\u0622\u0623\u0625\u0627]|[\s\S]/gu;
/** Vowel signs, which do not interrupt a word. */
const mark = /^[\u064b-\u065f\u0670]$/;
const presentation = /[\ufb50-\ufbff\ufe80-\ufefc]/g;

/** A text with Arabic letters in the forms in which they join, for faces that are used without shaping. */
export function shapeArabic(text: string): string {
  if (!arabic.test(text)) return text;
  const tokens = text.match(token) ?? [];
  const joinsNext = (letter: string | undefined) => letter !== undefined && forms.get(letter)?.length === 4;
  const joinsPrevious = (letter: string | undefined) =>
    letter !== undefined && (forms.get(letter)?.length ?? 0) >= 2;
  const neighbour = (index: number, step: 1 | -1): string | undefined => {
    let neighbourIndex = index + step;
    while (mark.test(tokens[neighbourIndex] ?? "")) neighbourIndex += step;
    return tokens[neighbourIndex];
  };
  return tokens
    .map((letter, index) => {
      const letterForms = forms.get(letter);
      if (!letterForms) return letter;
      const isJoined = joinsPrevious(letter) && joinsNext(neighbour(index, -1));
      const joins = joinsNext(letter) && joinsPrevious(neighbour(index, 1));
      return letterForms[(isJoined ? 1 : 0) + (joins ? 2 : 0)] ?? letter;
    })
    .join("");
}

/** The letters of a shaped text. */
export const unshapeArabic = (text: string): string =>
  text.replace(presentation, (form) => form.normalize("NFKC"));
