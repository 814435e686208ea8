import path from "node:path";
import react from "@vitejs/plugin-react";
import { build, type Plugin, type UserConfig } from "vite";
import { publicPages } from "../src/lib/publicPages.ts";
import { replaceTheme } from "./bootPage.ts";
import { compileOnLoad } from "./chunks.ts";
import { leanFormControl } from "./formControl.ts";
import { lazyContracts } from "./lazyContracts.ts";
import { pruneStyles } from "./pruneStyles.ts";

const pages = publicPages.map((name) => `${name}.html`);

/**
 * Builds the public pages beside the console. They share no files: public visitors, on phones in the field, load only what they
 * need, and the console's chunks fit its own screens.
 */
export function buildPublicPages(buildOptions: UserConfig["build"]): Plugin {
  let root = "";
  let dist = "";
  return {
    name: "siteproof-public-pages",
    apply: "build",
    configResolved(config) {
      root = config.root;
      dist = config.build.outDir;
    },
    async closeBundle() {
      await build({
        configFile: false,
        logLevel: "warn",
        root,
        plugins: [
          react(),
          leanFormControl(),
          lazyContracts(),
          pruneStyles(),
          compileOnLoad(({ isDynamicEntry }) => !isDynamicEntry),
        ],
        publicDir: false,
        build: { ...buildOptions, outDir: dist, emptyOutDir: false, rolldownOptions: { input: pages } },
      });
      for (const page of pages) await replaceTheme(path.resolve(root, dist, page), root);
    },
  };
}
