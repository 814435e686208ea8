import { findReplacedCharacters } from "./normalizeText.ts";

/** An input text in which normalising replaces characters. `path` is like `documentation.tasks.0.answer`. */
export interface TextRepair {
  path: string;
  /** As `U+001D`. */
  characters: string[];
}

/** Maximum number of texts that are reported. */
const maxRepairs = 50;

/** Finds the texts of an input in which normalising replaces characters that may have carried data. */
export function findTextRepairs(input: unknown): TextRepair[] {
  const repairs: TextRepair[] = [];
  // A stack, because a body can nest deeper than the call stack.
  const stack: [path: string, value: unknown][] = [["", input]];
  for (let entry = stack.pop(); entry && repairs.length < maxRepairs; entry = stack.pop()) {
    const [path, value] = entry;
    if (typeof value === "string") {
      const characters = findReplacedCharacters(value);
      if (characters.length > 0) repairs.push({ path, characters });
    } else if (typeof value === "object" && value !== null)
      // Reversed, so that the first is on top.
      for (const [key, child] of Object.entries(value).toReversed())
        stack.push([path ? `${path}.${key}` : key, child]);
  }
  return repairs;
}
