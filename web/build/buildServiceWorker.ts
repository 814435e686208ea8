import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Plugin, Rolldown } from "vite";
import { shellAreas, shellFiles, shellModules, versionTag } from "#offline/shell.ts";
import { addFiles, filesOfModules } from "./bundleFiles.ts";
import { buildScript } from "./script.ts";

type Bundle = Rolldown.OutputBundle;

/** Writes sw.js, which caches the shell, and adds the shell's version to sw.js and index.html. */
export function serviceWorker(): Plugin {
  let root = "";
  return {
    name: "siteproof-service-worker",
    apply: "build",
    configResolved(config) {
      root = config.root;
    },
    writeBundle: {
      // After bootPage.ts has changed index.html.
      order: "post",
      sequential: true,
      async handler({ dir = "" }, bundle) {
        const imports = {
          static: (module: string) => this.getModuleInfo(module)?.importedIds ?? [],
          dynamic: (module: string) => this.getModuleInfo(module)?.dynamicallyImportedIds ?? [],
        };
        const page = path.join(dir, "index.html");
        const html = await readFile(page, "utf8");
        const builtFiles = collectShellFiles(bundle, root, imports).map((file) => `/${file}`);
        const files = [...new Set([...shellFiles, ...assetsIn(html), ...builtFiles])];
        const code = await buildScript(path.join(root, "src/offline/serviceWorker.ts"));
        const hash = createHash("sha256").update(html).update(code).update(files.join());
        for (const file of shellFiles) if (file !== "/") hash.update(await readFile(path.join(dir, file)));
        const version = hash.digest("hex").slice(0, 16);
        await writeFile(
          page,
          html.replace("</head>", `  <meta name="${versionTag}" content="${version}" />\n  </head>`),
        );
        const constants = `const __SHELL_VERSION__=${JSON.stringify(version)},__SHELL_FILES__=${JSON.stringify(files)};\n`;
        await writeFile(path.join(dir, "sw.js"), constants + code);
      },
    },
  };
}

/** The built files that the page references. */
const assetsIn = (html: string): string[] =>
  [...html.matchAll(/"(\/assets\/[\w.-]+)"/g)].flatMap(([, file]) => file ?? []);

/** Modules that import every screen or every text lazily. The shell does not follow their dynamic imports. */
const catalogues = ["src/app/screens.ts", "src/i18n/i18n.ts"];

/**
 * The files of the page and of the offline screens, with all their static and dynamic imports. Follows modules, not files: a file
 * also holds modules of other screens.
 */
function collectShellFiles(
  bundle: Bundle,
  root: string,
  imports: Record<"static" | "dynamic", (module: string) => readonly string[]>,
): string[] {
  const fileOf = filesOfModules(bundle);
  const catalogueIds = new Set(catalogues.map((module) => path.join(root, module)));
  const files = new Set<string>();
  const modules = new Set(
    ["src/entry/main.tsx", ...shellModules, ...localesOf(shellAreas)].map((module) =>
      path.join(root, module),
    ),
  );
  for (const module of modules) {
    const file = fileOf.get(module);
    if (!file) continue;
    addFiles(bundle, file, files);
    for (const importedModule of imports.static(module)) modules.add(importedModule);
    if (!catalogueIds.has(module)) for (const imported of imports.dynamic(module)) modules.add(imported);
  }
  for (const module of shellModules)
    if (!fileOf.has(path.join(root, module)))
      throw new Error(`${module} is in no output file and would not open offline`);
  return [...files].sort();
}

const localesOf = (areas: readonly string[]) =>
  ["en", "sv"].flatMap((language) => areas.map((area) => `src/i18n/locales/${language}/${area}.ts`));
