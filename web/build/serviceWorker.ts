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
      const files = [...shellFiles, ...builtFiles(bundle, root).map((file) => `/${file}`)];
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

/** The files of the page and of the modules that open without a network, with all they import now or later. */
function builtFiles(bundle: Bundle, root: string): string[] {
  const chunks = new Map(
    Object.entries(bundle).flatMap(([file, one]) => (one.type === "chunk" ? [[file, one]] : [])),
  );
  const found = new Set<string>();
  const add = (file: string, later: boolean) => {
    const chunk = chunks.get(file);
    if (!chunk || found.has(file)) return;
    found.add(file);
    for (const asset of [
      ...(chunk.viteMetadata?.importedCss ?? []),
      ...(chunk.viteMetadata?.importedAssets ?? []),
    ])
      found.add(asset);
    for (const one of chunk.imports) add(one, later);
    if (later) for (const one of chunk.dynamicImports) add(one, true);
  };
  // The entry names every screen there is; only those listed are followed.
  for (const [file, { isEntry }] of chunks) if (isEntry) add(file, false);
  const locales = ["en", "sv"].flatMap((language) =>
    shellAreas.map((area) => `src/i18n/locales/${language}/${area}.ts`),
  );
  for (const module of [...shellModules, ...locales]) {
    const at = path.join(root, module);
    const chunk = [...chunks].find(([, { moduleIds }]) => moduleIds.includes(at));
    if (!chunk) throw new Error(`${module} is in no chunk: it could not be opened without a network`);
    add(chunk[0], true);
  }
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
