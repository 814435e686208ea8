import { build, type Rolldown } from "vite";

/** Bundles a script that loads before or beside the console. */
export async function scriptOf(entry: string): Promise<string> {
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
