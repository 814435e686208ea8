import react from "@vitejs/plugin-react";
import { type BuildOptions, defineConfig, loadEnv } from "vite";
import { chunkGroups } from "./build/chunks";
import { linkPages } from "./build/linkPages";
import { serviceWorker } from "./build/serviceWorker";

const shared: BuildOptions = {
  outDir: "dist",
  target: "es2023",
  // The Content-Security-Policy allows no data: fonts or scripts, and small files as files cache better.
  assetsInlineLimit: 0,
  modulePreload: { polyfill: false },
};

export default defineConfig(({ mode }) => ({
  plugins: [react(), serviceWorker(), linkPages(shared)],
  server: {
    port: 5173,
    proxy: { "/api": `http://localhost:${loadEnv(mode, ".", "API_").API_PORT ?? 8787}` },
  },
  build: {
    ...shared,
    emptyOutDir: true,
    rolldownOptions: {
      input: "index.html",
      // Files import each other in circles where their modules do not; each module runs when it is needed nonetheless.
      output: { codeSplitting: { groups: chunkGroups(import.meta.dirname) }, strictExecutionOrder: true },
    },
  },
}));
