/*
 * Type assertions (`as T`) switch the compiler off where it is needed most. Outside tests there are few, each with its reason in a
 * comment that begins with 'Cast:', on its line or the one before.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { parseAst } from "vite";
import { isOneOf } from "#domain/core/objects.ts";
import { root } from "../support/install.mjs";
import { listSources } from "./sources.ts";

const folders = ["domain", "worker", "queues", "web", "scripts"];
const maxCasts = 60;
const isProductFile = (file: string) => !/\.test\.tsx?$|\.properties\.ts$|\/testing\/|\.mjs$/.test(file);

interface Cast {
  line: number;
  hasReason: boolean;
}

const castTypes = ["TSAsExpression", "TSTypeAssertion"] as const;

/** The type assertions in a source, except `as const`. */
export function findCasts(text: string, file: string): Cast[] {
  const lines = text.split("\n");
  const casts: Cast[] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    if ("type" in node && isOneOf(castTypes, node.type) && "start" in node && "end" in node) {
      const expression = text.slice(Number(node.start), Number(node.end));
      if (!/\bas\s+const$/.test(expression)) {
        const line = text.slice(0, Number(node.end)).split("\n").length;
        const firstLine = text.slice(0, Number(node.start)).split("\n").length;
        casts.push({
          line,
          hasReason: lines.slice(Math.max(0, firstLine - 2), line).some((text) => text.includes("Cast: ")),
        });
      }
    }
    for (const inner of Object.values(node)) walk(inner);
  };
  walk(parseAst(text, { lang: file.endsWith("x") ? "tsx" : "ts" }));
  return casts;
}

/** Lines naming the casts without a reason, and their number if there are too many. */
export async function findCastFaults(): Promise<string[]> {
  const faults: string[] = [];
  let count = 0;
  for (const file of (await listSources(root, folders)).filter(isProductFile)) {
    const casts = findCasts(await readFile(path.join(root, file), "utf8"), file);
    count += casts.length;
    for (const { line, hasReason } of casts)
      if (!hasReason) faults.push(`${file}:${line}: a cast without its reason`);
  }
  if (count > maxCasts) faults.push(`${count} casts; at most ${maxCasts} are allowed`);
  return faults;
}

if (process.argv[1] === import.meta.filename) {
  const faults = await findCastFaults();
  for (const line of faults) console.error(line);
  if (faults.length > 0) process.exitCode = 1;
  else console.log("Every cast has its reason");
}
