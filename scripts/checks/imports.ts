/*
 * Imports go one way (docs/architecture.md): domain imports no other part, console and Worker import domain, nobody imports the
 * scripts. Within domain, console and Worker they go down the layers of layers.ts. Files do not import each other in a circle
 * (cycles.ts), climb at most one folder (`#worker/…` names what is further away), and no two files of a part have one name.
 * Packages that must not reach the browser are listed here too.
 * `--write` writes the tables of layers in docs/architecture.md.
 */
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { keysOf } from "#domain/core/objects.ts";
import { root } from "../support/install.mjs";
import { cyclesIn, cycleText } from "./cycles.ts";
import { layerErrors, sameNames, withLayerTables } from "./layers.ts";
import { resolveImport } from "./resolveImport.ts";
import { sourcesIn } from "./sources.ts";

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
  // Browser tests take the texts they look for from the locales.
  e2e: {
    parts: ["domain", "scripts", "web/src/i18n/locales"],
    packages: (name) => !isReact(name) && !isDrizzle(name),
  },
};

const parts = keysOf(rules);

/** The one place where the Worker passes its messages on. */
const allowed = new Set(["worker/index.ts -> queues/consume.ts"]);

const testOnly = (file: string) => /\.test\.tsx?$|\/testing\/|[tT]esting\.tsx?$|\.config\.ts$/.test(file);

/** Files that a subpath import can name. */
const hasAlias = (file: string) => /^(domain|worker|queues|scripts|web\/src)\/.*\.tsx?$/.test(file);

/** All imports of a file: static, dynamic and of types. */
export function importsOf(source: string): string[] {
  const forms = [
    /^\s*(?:import|export)\s(?:[^;'"`]*?\sfrom\s*)?["']([^"']+)["']/gm,
    /^\s*}\s*from\s*["']([^"']+)["']/gm,
    /\bimport\(\s*["']([^"']+)["']/g,
  ];
  return [...new Set(forms.flatMap((form) => [...source.matchAll(form)].map((match) => match[1]!)))];
}

/** Faults of a file's imports; `file` is relative to the repository, with slashes. */
export function faultsOf(file: string, source: string): string[] {
  const part = partOf(file);
  if (!part) return [];
  return importsOf(source).flatMap((specifier) =>
    errorsOf(part, file, specifier).map((error) => `${file} imports ${specifier}: ${error}`),
  );
}

function errorsOf(part: Part, file: string, specifier: string): string[] {
  const { parts: partRules, packages } = rules[part];
  const target = resolveImport(file, specifier);
  if (target === undefined)
    return packages(specifier) || (testOnly(file) && !isReact(specifier) && !isDrizzle(specifier))
      ? []
      : [`${part} may not name this package`];
  const climbs =
    specifier.startsWith("../../") && hasAlias(target)
      ? ["an import that climbs further than one folder is written #…"]
      : [];
  const targetPart = partOf(target);
  if (targetPart === part) return [...climbs, ...(testOnly(file) ? [] : layerErrors(file, target))];
  if (!targetPart || allowed.has(`${file} -> ${target}`)) return climbs;
  if (partRules.some((name) => target === `${name}.ts` || target.startsWith(`${name}/`))) return climbs;
  // Tests of the Worker talk to the servers of destinations.
  if (testOnly(file) && part === "worker" && target.startsWith("scripts/support/servers/")) return climbs;
  // A test of the Worker also acts as the queue.
  if (testOnly(file) && part === "worker" && targetPart === "queues") return climbs;
  return [`${part} may import ${partRules.join(", ") || "nothing of the others"}, not ${targetPart}`];
}

const partOf = (file: string) => parts.find((name) => file.startsWith(`${name}/`));

/** The cycles among some files, given with their source: one line for each cycle. */
export function cycleFaults(sources: ReadonlyMap<string, string>): string[] {
  const imports = new Map([...sources].map(([file, source]) => [file, importsOf(source)]));
  return cyclesIn(imports).map((cycle) => `Files import each other: ${cycleText(cycle)}`);
}

const architecture = path.join(root, "docs/architecture.md");

export async function checkImports(): Promise<string[]> {
  const files = await sourcesIn(root, parts);
  const sources = new Map(
    await Promise.all(
      files.map(async (file) => [file, await readFile(path.join(root, file), "utf8")] as const),
    ),
  );
  return [
    ...[...sources].flatMap(([file, source]) => faultsOf(file, source)),
    ...cycleFaults(sources),
    ...sameNames(files),
    ...(withLayerTables(await readFile(architecture, "utf8")) === (await readFile(architecture, "utf8"))
      ? []
      : ["docs/architecture.md: its tables of layers are old; run npm run check:imports -- --write"]),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes("--write"))
    await writeFile(architecture, withLayerTables(await readFile(architecture, "utf8")));
  const faults = await checkImports();
  console.log(faults.length > 0 ? faults.join("\n") : "Imports go one way");
  process.exitCode = faults.length > 0 ? 1 : 0;
}
