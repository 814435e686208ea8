import { replacedCharacters } from "./normalizeText.ts";

/** A text of an input whose normal form replaces characters, named by its path: `documentation.tasks.0.answer`. */
export interface TextRepair {
  path: string;
  /** As `U+001D`. */
  characters: string[];
}

/** Maximum number of texts that are named. */
const maxRepairs = 50;

/** Finds the texts of an input in which normalising replaces characters that may have carried data. */
export function textRepairs(input: unknown): TextRepair[] {
  const repairs: TextRepair[] = [];
  // A stack, because a body can nest deeper than the call stack.
  const stack: [path: string, value: unknown][] = [["", input]];
  for (let next = stack.pop(); next && repairs.length < maxRepairs; next = stack.pop()) {
    const [path, value] = next;
    if (typeof value === "string") {
      const characters = replacedCharacters(value);
      if (characters.length > 0) repairs.push({ path, characters });
    } else if (typeof value === "object" && value !== null)
      // Reversed, so that the first is on top.
      for (const [key, child] of Object.entries(value).toReversed())
        stack.push([path ? `${path}.${key}` : key, child]);
  }
  return repairs;
}
