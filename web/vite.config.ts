import react from "@vitejs/plugin-react";
import { type BuildOptions, defineConfig, loadEnv } from "vite";
import { bootPage } from "./build/bootPage.ts";
import { buildPublicPages } from "./build/buildPublicPages.ts";
import { serviceWorker } from "./build/buildServiceWorker.ts";
import { chunkGroups, compileOnLoad, noImportCycles, runsFirst } from "./build/chunks.ts";
import { leanFormControl } from "./build/formControl.ts";
import { lazyContracts } from "./build/lazyContracts.ts";
import { pruneStyles } from "./build/pruneStyles.ts";
import { oldestBrowsers } from "./build/script.ts";

const sharedBuildOptions: BuildOptions = {
  outDir: "dist",
  target: oldestBrowsers,
  // The Content-Security-Policy allows no data: fonts or scripts, and small files cache better as separate files.
  assetsInlineLimit: 0,
  modulePreload: { polyfill: false },
};

export default defineConfig(({ mode }) => ({
  plugins: [
    react(),
    leanFormControl(),
    lazyContracts(),
    pruneStyles(),
    noImportCycles(),
    compileOnLoad(runsFirst),
    bootPage(),
    serviceWorker(),
    buildPublicPages(sharedBuildOptions),
  ],
  server: {
    port: 5173,
    proxy: { "/api": `http://localhost:${loadEnv(mode, ".", "API_").API_PORT ?? 8787}` },
  },
  build: {
    ...sharedBuildOptions,
    emptyOutDir: true,
    rolldownOptions: {
      input: "index.html",
      output: {
        // Every visitor loads the list of all files, in which the hashes compress least: 32 bits instead of 48 still tell versions apart.
        hashCharacters: "hex",
        codeSplitting: { groups: chunkGroups(import.meta.dirname) },
      },
    },
  },
}));
