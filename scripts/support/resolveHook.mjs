/*
 * Lets Node resolve imports as bundlers do: `./fields` is `./fields.ts` or `./fields/index.ts`. Node strips types but needs full
 * file names, which scripts/ writes and domain/ and worker/ do not.
 */
import { existsSync, statSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (!specifier.startsWith(".") || !context.parentURL?.startsWith("file:"))
      return nextResolve(specifier, context);
    const at = fileURLToPath(new URL(specifier, context.parentURL).href);
    if (existsSync(at) && !statSync(at).isDirectory()) return nextResolve(specifier, context);
    const found = [`${at}.ts`, `${at}/index.ts`].find((candidate) => existsSync(candidate));
    return nextResolve(found ? `${specifier}${found.slice(at.length)}` : specifier, context);
  },
});
