/*
 * The built console runs in the oldest browsers that the README names: no file uses a built-in that one of them lacks, unless it tests
 * for it first or web/src/entry/polyfills.ts provides it. The build takes care of syntax (`oldestBrowsers`).
 */
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { runnerImport } from "vite";
import { run, toolPaths } from "../support/child.ts";
import { root } from "../support/install.mjs";
import { lackingBuiltInsIn } from "./builtInUses.ts";

/** Files that bring their own polyfills. */
const selfContained = /^(polyfills|pdf|pdf\.worker\.min)-/;

/** Reviewed uses: methods of our own or of a library, or calls that cannot happen without the built-in. */
const reviewedUses: Readonly<Record<string, string>> = {
  "AsyncDisposableStack.prototype.use": "React's hook `use`",
  "Document.prototype.startViewTransition": "React calls it for its ViewTransition only, in a try",
  "HTMLElement.prototype.hidePopover": "Primer's tooltips bring a polyfill of popovers",
  "HTMLElement.prototype.showPopover": "Primer's tooltips bring a polyfill of popovers",
  "Iterator.prototype.take": "PhotoNames.take",
  "Iterator.prototype.toArray": "React's Children.toArray and dnd-kit's list of containers",
};

interface NeededBuiltIns {
  polyfilledBuiltIns: readonly string[];
}

/** Lines naming the built-ins that a browser lacks, with a file each, and polyfills that nothing needs. */
async function findBrowserFaults(folder: string): Promise<string[]> {
  const { module } = await runnerImport<NeededBuiltIns>(path.join(root, "web/src/entry/builtIns.ts"), {
    configFile: false,
    logLevel: "warn",
  });
  const uses = new Map<string, string>();
  for (const file of await readdir(folder, { recursive: true })) {
    if (!/\.m?js$/.test(file) || selfContained.test(path.basename(file))) continue;
    for (const builtIn of lackingBuiltInsIn(await readFile(path.join(folder, file), "utf8")))
      uses.set(builtIn, file);
  }
  const polyfilledBuiltIns = new Set(module.polyfilledBuiltIns);
  return [
    ...[...uses].flatMap(([builtIn, file]) =>
      polyfilledBuiltIns.has(builtIn) || builtIn in reviewedUses
        ? []
        : [`${file} uses ${builtIn}, which a supported browser lacks: replace it, or add it to polyfills.ts`],
    ),
    ...[...polyfilledBuiltIns].flatMap((builtIn) =>
      uses.has(builtIn) ? [] : [`polyfills.ts brings ${builtIn}, which nothing uses`],
    ),
  ];
}

if (process.argv[1] === import.meta.filename) {
  // A separate folder, because other checks build the console, too.
  const folder = await mkdtemp(path.join(os.tmpdir(), "siteproof-browsers-"));
  const { code, output } = await run(
    process.execPath,
    [toolPaths.vite, "build", "--logLevel", "warn", "--outDir", folder, "--emptyOutDir"],
    { cwd: path.join(root, "web"), env: { NODE_ENV: "production" } },
  );
  const faults = code === 0 ? await findBrowserFaults(folder) : [output.trimEnd()];
  await rm(folder, { recursive: true, force: true });
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
  else console.log("The built console needs nothing that a supported browser lacks");
}
