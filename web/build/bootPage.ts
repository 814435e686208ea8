import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { type Plugin, type Rolldown, runnerImport } from "vite";
import type { BootManifest } from "#entry/boot.ts";
import { routeTable } from "#navigation/routes.ts";
import { addFiles, filesOfModules } from "./bundleFiles.ts";
import { buildScript } from "./script.ts";

type Bundle = Rolldown.OutputBundle;

/** The script tag in the source pages. The build replaces it with a hashed file that browsers can cache. */
const themeScriptTag = '<script src="/theme.js"></script>';

/** Adds src/entry/boot.ts as a script before index.html's own. It preloads the files of the screen at the current URL. */
export function bootPage(): Plugin {
  let root = "";
  return {
    name: "siteproof-opening",
    apply: "build",
    configResolved(config) {
      root = config.root;
    },
    async writeBundle({ dir = "" }, bundle) {
      const page = path.join(dir, "index.html");
      const manifestParts = { ...(await collectBootFiles(bundle, root)), ...(await loadBootTexts(root)) };
      const manifest: BootManifest = { ...manifestParts, console: await deferScripts(page) };
      const boot = await buildScript(path.join(root, "src/entry/boot.ts"), parsedByAll);
      const code = `const __OPENING__=${JSON.stringify(manifest)};\n${boot}`;
      await replaceTheme(page, root, code);
    },
  };
}

/**
 * Replaces the console's script tags with modulepreload links; src/entry/boot.ts runs them. The preloads start after the styles
 * that block the first paint.
 * @returns the script URLs in order
 */
async function deferScripts(page: string): Promise<string[]> {
  const scripts: string[] = [];
  const html = (await readFile(page, "utf8")).replace(
    /<script type="module" crossorigin src="([^"]+)"><\/script>/g,
    (_, src: string) => {
      scripts.push(src);
      return `<link rel="modulepreload" crossorigin fetchpriority="low" href="${src}">`;
    },
  );
  if (scripts.length === 0) throw new Error(`${page} has no scripts`);
  await writeFile(page, html);
  return scripts;
}

async function loadBootTexts(root: string): Promise<Pick<BootManifest, "tops" | "calls" | "photoCalls">> {
  const read = async <T>(module: string) =>
    (await runnerImport<T>(path.join(root, module), { configFile: false, logLevel: "warn", root })).module;
  const { bootHeaders } = await read<typeof import("#app/bootTexts.ts")>("src/app/bootTexts.ts");
  const { bootCalls, bootPhotoCalls } =
    await read<typeof import("#app/bootCalls.ts")>("src/app/bootCalls.ts");
  const calls = Object.fromEntries(
    Object.entries(bootCalls).map(([screenPath, screenCalls]) => [screenPath, [...screenCalls]]),
  );
  return { tops: { en: bootHeaders("en"), sv: bootHeaders("sv") }, calls, photoCalls: bootPhotoCalls };
}

/** The syntax that older browsers parse too, so that they can say that they are too old. */
const parsedByAll = "es2015";

/**
 * Writes the scripts that run before the first paint, followed by `code`, to a hashed file and points the page to it: the check of the
 * browser (src/entry/support.ts), whose polyfills are a file of their own, and the theme.
 */
export async function replaceTheme(page: string, root: string, code = ""): Promise<void> {
  const write = async (name: string, script: string): Promise<string> => {
    const file = `${name}-${createHash("sha256").update(script).digest("base64url").slice(0, 8)}.js`;
    await writeFile(path.join(path.dirname(page), "assets", file), script);
    return `/assets/${file}`;
  };
  const scripts = ["src/entry/support.ts", "public/theme.js"].map((script) =>
    buildScript(path.join(root, script), parsedByAll),
  );
  const opening = await write("opening", [...(await Promise.all(scripts)), code].join("\n"));
  const polyfills = await write("polyfills", await buildScript(path.join(root, "src/entry/polyfills.ts")));
  const html = await readFile(page, "utf8");
  if (!html.includes(themeScriptTag)) throw new Error(`${page} does not contain ${themeScriptTag}`);
  await writeFile(
    page,
    html.replace(themeScriptTag, `<script src="${opening}" data-polyfills="${polyfills}"></script>`),
  );
}

const screensModule = "src/app/screens.ts";
const screenPattern = /"(\/[^"]*)":\s*screen\(\s*\(\) => import\("#([^"]+)"\)([^)]*)\)/g;

async function collectBootFiles(
  bundle: Bundle,
  root: string,
): Promise<Omit<BootManifest, "tops" | "calls" | "photoCalls" | "console">> {
  const fileOf = filesOfModules(bundle);
  const entryFiles = new Set<string>();
  for (const [file, output] of Object.entries(bundle))
    if (output.type === "chunk" && output.isEntry) addFiles(bundle, file, entryFiles);
  const files: string[] = [];
  const numberOf = (file: string): number => {
    const name = path.basename(file);
    const index = files.indexOf(name);
    return index === -1 ? files.push(name) - 1 : index;
  };
  const fileNumbersOf = (module: string): number[] => {
    const moduleFiles = new Set(entryFiles);
    const id = path.join(root, module);
    // A lazily imported module may be a chunk that only re-exports from another one.
    const facade = Object.entries(bundle).find(
      ([, output]) => output.type === "chunk" && output.facadeModuleId === id,
    );
    const file = facade?.[0] ?? fileOf.get(id);
    if (!file) throw new Error(`${module} is in no output file`);
    addFiles(bundle, file, moduleFiles);
    return [...moduleFiles].filter((name) => !entryFiles.has(name) && /\.(js|css)$/.test(name)).map(numberOf);
  };
  const source = await readFile(path.join(root, screensModule), "utf8");
  const modulesByPath = new Map(
    [...source.matchAll(screenPattern)].map(([, screenPath = "", module, areas = ""]) => [
      screenPath,
      { module: `src/${module}`, areas: [...areas.matchAll(/"(\w+)"/g)].map(([, area]) => area!) },
    ]),
  );
  const frame = fileNumbersOf("src/app/shell/NavBar.tsx");
  // The login is the only screen without a session; the others load the files of the frame, too.
  const withoutFrame = (screenPath: string, numbers: number[]) =>
    screenPath === "/login" ? numbers : numbers.filter((number) => !frame.includes(number));
  const screens: BootManifest["screens"] = {};
  const texts: BootManifest["texts"] = { en: {}, sv: {} };
  const textsOf = (language: string, areas: readonly string[]) => [
    ...new Set(areas.flatMap((area) => fileNumbersOf(`src/i18n/locales/${language}/${area}.ts`))),
  ];
  for (const { path: screenPath } of routeTable) {
    const screen = modulesByPath.get(screenPath);
    if (!screen) throw new Error(`${screensModule}: cannot parse the screen of ${screenPath}`);
    screens[screenPath] = withoutFrame(screenPath, fileNumbersOf(screen.module));
    for (const [language, byScreen] of Object.entries(texts))
      byScreen[screenPath] = withoutFrame(screenPath, textsOf(language, screen.areas));
  }
  for (const [language, byScreen] of Object.entries(texts)) byScreen[""] = textsOf(language, ["common"]);
  return { files, screens, frame, texts };
}
