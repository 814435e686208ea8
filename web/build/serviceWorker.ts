import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { build, type Plugin, type Rolldown } from "vite";
import { shellAreas, shellFiles, shellModules, versionTag } from "../src/offline/shell";

type Bundle = Rolldown.OutputBundle;

/** Writes sw.js, which keeps the shell, and the version that both belong to into index.html. */
export function serviceWorker(): Plugin {
  let root = "";
  return {
    name: "siteproof-service-worker",
    apply: "build",
    configResolved(config) {
      root = config.root;
    },
    async writeBundle({ dir = "" }, bundle) {
      const later = (module: string) => this.getModuleInfo(module)?.dynamicallyImportedIds ?? [];
      const files = [...shellFiles, ...builtFiles(bundle, root, later).map((file) => `/${file}`)];
      const page = path.join(dir, "index.html");
      const html = await readFile(page, "utf8");
      const code = await codeOf(path.join(root, "src/offline/serviceWorker.ts"));
      const hash = createHash("sha256").update(html).update(code).update(files.join());
      for (const file of shellFiles) if (file !== "/") hash.update(await readFile(path.join(dir, file)));
      const version = hash.digest("hex").slice(0, 16);
      await writeFile(
        page,
        html.replace("</head>", `  <meta name="${versionTag}" content="${version}" />\n  </head>`),
      );
      const given = `const __SHELL_VERSION__=${JSON.stringify(version)},__SHELL_FILES__=${JSON.stringify(files)};\n`;
      await writeFile(path.join(dir, "sw.js"), given + code);
    },
  };
}

/** Modules that import everything lazily (every screen, the texts of every area): the shell does not follow their imports. */
const catalogues = ["src/routes/screens.ts", "src/i18n/i18n.ts"];

/**
 * The files of the page and of the screens that open without a network, with all they import now or later. `later` answers what
 * a module imports when it is needed.
 */
function builtFiles(bundle: Bundle, root: string, later: (module: string) => readonly string[]): string[] {
  const chunks = new Map(
    Object.entries(bundle).flatMap(([file, one]) => (one.type === "chunk" ? [[file, one] as const] : [])),
  );
  const named = new Set(catalogues.map((module) => path.join(root, module)));
  const found = new Set<string>();
  const addModule = (module: string) => {
    const chunk = [...chunks].find(([, { moduleIds }]) => moduleIds.includes(module));
    if (!chunk) throw new Error(`${module} is in no chunk: it could not be opened without a network`);
    addChunk(chunk[0]);
  };
  const addChunk = (file: string) => {
    const chunk = chunks.get(file);
    if (!chunk || found.has(file)) return;
    found.add(file);
    const { importedCss = [], importedAssets = [] } = chunk.viteMetadata ?? {};
    for (const asset of [...importedCss, ...importedAssets]) found.add(asset);
    for (const one of chunk.imports) addChunk(one);
    for (const module of chunk.moduleIds) if (!named.has(module)) later(module).forEach(addModule);
  };
  for (const [file, { facadeModuleId }] of chunks)
    if (facadeModuleId?.endsWith("/index.html")) addChunk(file);
  const locales = ["en", "sv"].flatMap((language) =>
    shellAreas.map((area) => `src/i18n/locales/${language}/${area}.ts`),
  );
  for (const module of [...shellModules, ...locales]) addModule(path.join(root, module));
  return [...found].sort();
}

/** A service worker is one script of its own. */
async function codeOf(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    build: {
      write: false,
      target: "es2023",
      rolldownOptions: { input: entry, output: { format: "iife", codeSplitting: false } },
    },
  });
  const outputs = (Array.isArray(built) ? built : [built]) as Rolldown.RolldownOutput[];
  return outputs[0]!.output[0].code;
}
