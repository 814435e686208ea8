/*
 * Imports go one way (docs/architecture.md): domain imports no other part, console and Worker import domain, nothing imports the
 * scripts. Within domain, console and Worker they go down the layers of layers.ts. Imports form no cycles (cycles.ts) and climb at
 * most one folder (`#worker/…` beyond that), and no two files of a part share a name.
 * Packages that must not reach the browser are listed here too.
 * `--write` writes the tables of layers in docs/architecture.md.
 */
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { keysOf } from "#domain/core/objects.ts";
import { root } from "../support/install.mjs";
import { findCycles, formatCycle } from "./cycles.ts";
import { findDuplicateNames, findLayerErrors, withLayerTables } from "./layers.ts";
import { resolveImport } from "./resolveImport.ts";
import { listSources } from "./sources.ts";

export type Part = "domain" | "web" | "worker" | "queues" | "scripts" | "e2e";

const isReact = (name: string) =>
  /^(react|react-dom|react-router|react-i18next|@primer\/|@tanstack\/react-)/.test(name);
const isDrizzle = (name: string) => /^drizzle-(orm|kit)/.test(name);

/** The parts and packages that each part may import. */
const rules: Record<Part, { parts: readonly (Part | string)[]; packages: (name: string) => boolean }> = {
  domain: { parts: [], packages: (name) => name === "zod" },
  web: {
    parts: ["domain"],
    packages: (name) => !isDrizzle(name) && name !== "hono" && !name.startsWith("cloudflare:"),
  },
  worker: { parts: ["domain", "queues/messages"], packages: (name) => !isReact(name) },
  queues: { parts: ["domain", "worker"], packages: (name) => !isReact(name) && !isDrizzle(name) },
  // Scripts run on a developer's machine and are not deployed.
  scripts: { parts: ["domain", "worker", "queues"], packages: (name) => !isReact(name) },
  // Browser tests take the texts they look for from the locales, whose areas i18n/texts.ts lists.
  e2e: {
    parts: ["domain", "scripts", "web/src/i18n/locales", "web/src/i18n/texts"],
    packages: (name) => !isReact(name) && !isDrizzle(name),
  },
};

const parts = keysOf(rules);

/** The only import allowed against the rules: the Worker's entry point hands its messages to the consumers. */
const allowedImports = new Set(["worker/index.ts -> queues/consume.ts"]);

const isTestOnly = (file: string) => /\.test\.tsx?$|\/testing\/|[tT]esting\.tsx?$|\.config\.ts$/.test(file);

/** Files that a subpath import can name. */
const hasAlias = (file: string) => /^(domain|worker|queues|scripts|web\/src)\/.*\.tsx?$/.test(file);

/** All imports of a file: static, dynamic and of types. */
export function importsOf(source: string): string[] {
  const importPatterns = [
    /^\s*(?:import|export)\s(?:[^;'"`]*?\sfrom\s*)?["']([^"']+)["']/gm,
    /^\s*}\s*from\s*["']([^"']+)["']/gm,
    /\bimport\(\s*["']([^"']+)["']/g,
  ];
  return [...new Set(importPatterns.flatMap((form) => [...source.matchAll(form)].map((match) => match[1]!)))];
}

/** Faults of a file's imports; `file` is relative to the repository, with slashes. */
export function findImportFaults(file: string, source: string): string[] {
  const part = partOf(file);
  if (!part) return [];
  return importsOf(source).flatMap((specifier) =>
    findErrors(part, file, specifier).map((error) => `${file} imports ${specifier}: ${error}`),
  );
}

function findErrors(part: Part, file: string, specifier: string): string[] {
  const { parts: partRules, packages } = rules[part];
  const target = resolveImport(file, specifier);
  if (target === undefined)
    return packages(specifier) || (isTestOnly(file) && !isReact(specifier) && !isDrizzle(specifier))
      ? []
      : [`${part} may not name this package`];
  const climbErrors =
    specifier.startsWith("../../") && hasAlias(target)
      ? ["an import that climbs more than one folder must be written as #…"]
      : [];
  const targetPart = partOf(target);
  if (targetPart === part)
    return [...climbErrors, ...(isTestOnly(file) ? [] : findLayerErrors(file, target))];
  if (!targetPart || allowedImports.has(`${file} -> ${target}`)) return climbErrors;
  if (partRules.some((name) => target === `${name}.ts` || target.startsWith(`${name}/`))) return climbErrors;
  // Tests of the Worker talk to the servers of destinations.
  if (isTestOnly(file) && part === "worker" && target.startsWith("scripts/support/servers/"))
    return climbErrors;
  // A test of the Worker also acts as the queue.
  if (isTestOnly(file) && part === "worker" && targetPart === "queues") return climbErrors;
  return [`${part} may import ${partRules.join(", ") || "no other part"}, not ${targetPart}`];
}

const partOf = (file: string) => parts.find((name) => file.startsWith(`${name}/`));

/** The cycles among some files, given with their source: one line for each cycle. */
export function findCycleFaults(sources: ReadonlyMap<string, string>): string[] {
  const imports = new Map([...sources].map(([file, source]) => [file, importsOf(source)]));
  return findCycles(imports).map((cycle) => `Files import each other: ${formatCycle(cycle)}`);
}

const architectureFile = path.join(root, "docs/architecture.md");

export async function checkImports(): Promise<string[]> {
  const files = await listSources(root, parts);
  const sources = new Map(
    await Promise.all(
      files.map(async (file) => [file, await readFile(path.join(root, file), "utf8")] as const),
    ),
  );
  return [
    ...[...sources].flatMap(([file, source]) => findImportFaults(file, source)),
    ...findCycleFaults(sources),
    ...findDuplicateNames(files),
    ...(withLayerTables(await readFile(architectureFile, "utf8")) ===
    (await readFile(architectureFile, "utf8"))
      ? []
      : ["docs/architecture.md: its tables of layers are out of date; run npm run check:imports -- --write"]),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes("--write"))
    await writeFile(architectureFile, withLayerTables(await readFile(architectureFile, "utf8")));
  const faults = await checkImports();
  console.log(faults.length > 0 ? faults.join("\n") : "Imports go one way");
  process.exitCode = faults.length > 0 ? 1 : 0;
}
