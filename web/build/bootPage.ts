import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { type Plugin, type Rolldown, runnerImport } from "vite";
import type { BootManifest } from "#entry/boot.ts";
import { routeTable } from "#navigation/routes.ts";
import { addFiles, filesOfModules } from "./bundleFiles.ts";
import { scriptOf } from "./script.ts";

type Bundle = Rolldown.OutputBundle;

/** What the pages name in development; built, a file of its own takes its place, which browsers keep. */
const named = '<script src="/theme.js"></script>';

/** Puts a script before index.html's own, which asks for the files of the screen that the address names (src/entry/boot.ts). */
export function opening(): Plugin {
  let root = "";
  return {
    name: "siteproof-opening",
    apply: "build",
    configResolved(config) {
      root = config.root;
    },
    async writeBundle({ dir = "" }, bundle) {
      const page = path.join(dir, "index.html");
      const given = { ...(await openingFiles(bundle, root)), ...(await openingTexts(root)) };
      const all: BootManifest = { ...given, console: await takeScripts(page) };
      const code = `const __OPENING__=${JSON.stringify(all)};\n${await scriptOf(path.join(root, "src/entry/boot.ts"))}`;
      await replaceTheme(page, root, code);
    },
  };
}

/**
 * Leaves the console's scripts to src/entry/boot.ts; the page has them fetched meanwhile, after the styles that its first paint waits for.
 * @returns them in their order
 */
async function takeScripts(page: string): Promise<string[]> {
  const scripts: string[] = [];
  const html = (await readFile(page, "utf8")).replace(
    /<script type="module" crossorigin src="([^"]+)"><\/script>/g,
    (_, src: string) => {
      scripts.push(src);
      return `<link rel="modulepreload" crossorigin fetchpriority="low" href="${src}">`;
    },
  );
  if (scripts.length === 0) throw new Error(`${page} names no scripts`);
  await writeFile(page, html);
  return scripts;
}

async function openingTexts(root: string): Promise<Pick<BootManifest, "tops" | "calls">> {
  const read = async <T>(module: string) =>
    (await runnerImport<T>(path.join(root, module), { configFile: false, logLevel: "warn", root })).module;
  const { bootHeaders } = await read<typeof import("#app/bootTexts.ts")>("src/app/bootTexts.ts");
  const { bootCalls } = await read<typeof import("#app/bootCalls.ts")>("src/app/bootCalls.ts");
  const calls = Object.fromEntries(Object.entries(bootCalls).map(([at, asked]) => [at, [...asked]]));
  return { tops: { en: bootHeaders("en"), sv: bootHeaders("sv") }, calls };
}

/** Names a file of the colours' script, and of `code` after it, in place of the unbuilt one. */
export async function replaceTheme(page: string, root: string, code = ""): Promise<void> {
  const whole = (await readFile(path.join(root, "public/theme.js"), "utf8")) + code;
  const file = `opening-${createHash("sha256").update(whole).digest("base64url").slice(0, 8)}.js`;
  const html = await readFile(page, "utf8");
  if (!html.includes(named)) throw new Error(`${page} does not begin with ${named}`);
  await writeFile(path.join(path.dirname(page), "assets", file), whole);
  await writeFile(page, html.replace(named, `<script src="/assets/${file}"></script>`));
}

const screensModule = "src/app/screens.ts";
const screenOf = /"(\/[^"]*)":\s*screen\(\s*\(\) => import\("#([^"]+)"\)([^)]*)\)/g;

async function openingFiles(
  bundle: Bundle,
  root: string,
): Promise<Omit<BootManifest, "tops" | "calls" | "console">> {
  const fileOf = filesOfModules(bundle);
  const first = new Set<string>();
  for (const [file, one] of Object.entries(bundle))
    if (one.type === "chunk" && one.isEntry) addFiles(bundle, file, first);
  const files: string[] = [];
  const numbered = (file: string): number => {
    const name = path.basename(file);
    const index = files.indexOf(name);
    return index === -1 ? files.push(name) - 1 : index;
  };
  const needed = (module: string): number[] => {
    const found = new Set(first);
    const id = path.join(root, module);
    // What is imported when needed may be a file that passes on what another one has.
    const named = Object.entries(bundle).find(([, one]) => one.type === "chunk" && one.facadeModuleId === id);
    const file = named?.[0] ?? fileOf.get(id);
    if (!file) throw new Error(`${module} is in no file`);
    addFiles(bundle, file, found);
    return [...found].filter((one) => !first.has(one) && /\.(js|css)$/.test(one)).map(numbered);
  };
  const source = await readFile(path.join(root, screensModule), "utf8");
  const given = new Map(
    [...source.matchAll(screenOf)].map(([, at = "", module, areas = ""]) => [
      at,
      { module: `src/${module}`, areas: [...areas.matchAll(/"(\w+)"/g)].map(([, area]) => area!) },
    ]),
  );
  const screens: BootManifest["screens"] = {};
  const texts: BootManifest["texts"] = { en: {}, sv: {} };
  const textsOf = (language: string, areas: readonly string[]) => [
    ...new Set(areas.flatMap((area) => needed(`src/i18n/locales/${language}/${area}.ts`))),
  ];
  for (const { path: at } of routeTable) {
    const screen = given.get(at);
    if (!screen) throw new Error(`${screensModule}: the screen of ${at} cannot be read`);
    screens[at] = needed(screen.module);
    for (const [language, byScreen] of Object.entries(texts)) byScreen[at] = textsOf(language, screen.areas);
  }
  for (const [language, byScreen] of Object.entries(texts)) byScreen[""] = textsOf(language, ["common"]);
  return { files, screens, frame: needed("src/app/shell/NavBar.tsx"), texts };
}
