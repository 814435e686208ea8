import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [react()],
  server: { port: 5173, proxy: { "/api": "http://localhost:8787" } },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2023",
    // The Content-Security-Policy allows no data: fonts or scripts, and small files as files cache better.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
