import { build } from "vite";

/** The oldest supported browsers (README.md). `npm run check:browsers` compares the built files with them. */
export const oldestBrowsers = ["chrome109", "firefox115", "safari16.4", "ios16.4"];

/** Bundles a script that loads before or beside the console. */
export async function buildScript(
  entry: string,
  target: string | string[] = oldestBrowsers,
): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    build: {
      write: false,
      target,
      rolldownOptions: { input: entry, output: { format: "iife", codeSplitting: false } },
    },
  });
  const [bundle] = [result].flat();
  if (!bundle || !("output" in bundle)) throw new Error(`${entry} was not bundled`);
  return bundle.output[0].code;
}
