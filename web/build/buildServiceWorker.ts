import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Plugin, Rolldown } from "vite";
import { shellAreas, shellFiles, shellModules, versionTag } from "#offline/shell.ts";
import { addFiles, filesOfModules } from "./bundleFiles.ts";
import { scriptOf } from "./script.ts";

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
    writeBundle: {
      // After index.html got its first script.
      order: "post",
      sequential: true,
      async handler({ dir = "" }, bundle) {
        const imports = {
          now: (module: string) => this.getModuleInfo(module)?.importedIds ?? [],
          later: (module: string) => this.getModuleInfo(module)?.dynamicallyImportedIds ?? [],
        };
        const page = path.join(dir, "index.html");
        const html = await readFile(page, "utf8");
        const built = builtFiles(bundle, root, imports).map((file) => `/${file}`);
        const files = [...new Set([...shellFiles, ...named(html), ...built])];
        const code = await scriptOf(path.join(root, "src/offline/serviceWorker.ts"));
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
    },
  };
}

/** The built files that the page names itself. */
const named = (html: string): string[] =>
  [...html.matchAll(/"(\/assets\/[\w.-]+)"/g)].flatMap(([, file]) => file ?? []);

/** Modules that import everything lazily (every screen, the texts of every area): the shell does not follow their imports. */
const catalogues = ["src/app/screens.ts", "src/i18n/i18n.ts"];

/**
 * The files of the page and of the screens that open without a network, with all they import now or later. `later` answers what
 * a module imports when it is needed, `now` what comes with it. Modules are followed, not files: a file holds modules that other
 * screens need, too.
 */
function builtFiles(
  bundle: Bundle,
  root: string,
  { now, later }: Record<"now" | "later", (module: string) => readonly string[]>,
): string[] {
  const fileOf = filesOfModules(bundle);
  const named = new Set(catalogues.map((module) => path.join(root, module)));
  const found = new Set<string>();
  const modules = new Set(
    ["src/entry/main.tsx", ...shellModules, ...localesOf(shellAreas)].map((module) =>
      path.join(root, module),
    ),
  );
  for (const module of modules) {
    const file = fileOf.get(module);
    if (!file) continue;
    addFiles(bundle, file, found);
    for (const one of now(module)) modules.add(one);
    if (!named.has(module)) for (const one of later(module)) modules.add(one);
  }
  for (const module of shellModules)
    if (!fileOf.has(path.join(root, module)))
      throw new Error(`${module} is in no file: it could not be opened without a network`);
  return [...found].sort();
}

const localesOf = (areas: readonly string[]) =>
  ["en", "sv"].flatMap((language) => areas.map((area) => `src/i18n/locales/${language}/${area}.ts`));
