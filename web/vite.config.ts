import react from "@vitejs/plugin-react";
import { defineConfig, loadEnv } from "vite";
import { chunkGroups } from "./build/chunks";
import { serviceWorker } from "./build/serviceWorker";

export default defineConfig(({ mode }) => ({
  plugins: [react(), serviceWorker()],
  server: {
    port: 5173,
    proxy: { "/api": `http://localhost:${loadEnv(mode, ".", "API_").API_PORT ?? 8787}` },
  },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2023",
    // The Content-Security-Policy allows no data: fonts or scripts, and small files as files cache better.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The console, and the pages that links open: they load nothing of it.
    rolldownOptions: {
      input: ["index.html", "uploadFiles.html", "uploadLater.html", "retake.html", "delivered.html"],
      // Files import each other in circles where their modules do not; each module runs when it is needed nonetheless.
      output: { codeSplitting: { groups: chunkGroups(import.meta.dirname) }, strictExecutionOrder: true },
    },
  },
}));
