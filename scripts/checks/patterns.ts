/*
 * Checks that no regular expression of the product backtracks: matching time must grow linearly with the text. Reports those with
 * quadratic or worse cost, and those that restart at every letter.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { analyse } from "scslre";
import { parseAst } from "vite";
import { z } from "zod";
import { root } from "../support/install.mjs";
import { listSources } from "./sources.ts";

const folders = ["domain", "worker", "queues", "web"];
const isProductFile = (file: string) => !/\.test\.tsx?$|\/testing\/|\.mjs$|\.config\.ts$/.test(file);

interface Pattern {
  source: string;
  flags: string;
  line: number;
}

const regex = z.object({ pattern: z.string(), flags: z.string() });

/** The regular expressions in a source. */
export function findPatterns(text: string, file: string): Pattern[] {
  const patterns: Pattern[] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    if ("regex" in node && "start" in node) {
      const { pattern, flags } = regex.parse(node.regex);
      const line = text.slice(0, Number(node.start)).split("\n").length;
      patterns.push({ source: pattern, flags, line });
      return;
    }
    for (const inner of Object.values(node)) walk(inner);
  };
  walk(parseAst(text, { lang: file.endsWith("x") ? "tsx" : "ts" }));
  return patterns;
}

/** Why a pattern takes more than linear time; null for a linear one. */
export function describeBacktracking({ source, flags }: Pick<Pattern, "source" | "flags">): string | null {
  const [first] = analyse({ source, flags }).reports;
  if (!first) return null;
  if (first.exponential) return "takes exponential time";
  return first.type === "Move" ? "starts over at every letter" : "backtracks";
}

/** Lines naming the slow patterns of all sources. */
export async function findSlowPatterns(): Promise<string[]> {
  const slow: string[] = [];
  for (const file of (await listSources(root, folders)).filter(isProductFile)) {
    const text = await readFile(path.join(root, file), "utf8");
    for (const pattern of findPatterns(text, file)) {
      const reason = describeBacktracking(pattern);
      if (reason) slow.push(`${file}:${pattern.line}: /${pattern.source}/${pattern.flags} ${reason}`);
    }
  }
  return slow;
}

if (process.argv[1] === import.meta.filename) {
  const slow = await findSlowPatterns();
  for (const line of slow) console.error(line);
  if (slow.length > 0) process.exitCode = 1;
  else console.log("No pattern backtracks");
}
