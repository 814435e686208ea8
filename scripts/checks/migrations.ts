/*
 * The tables in worker/db/schema are what the migrations make: drizzle-kit, asked for the next migration, has none.
 */
import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { run, tool } from "../support/child.ts";
import { root } from "../support/install.mjs";

export async function checkMigrations(): Promise<string[]> {
  // On a copy: a check leaves nothing behind.
  const copy = await mkdtemp(path.join(os.tmpdir(), "siteproof-migrations-"));
  try {
    await cp(path.join(root, "migrations"), copy, { recursive: true });
    const before = await readdir(copy);
    const { code, output } = await run(process.execPath, [
      tool["drizzle-kit"],
      "generate",
      "--dialect=sqlite",
      "--schema=./worker/db/schema/index.ts",
      "--casing=snake_case",
      `--out=${copy}`,
    ]);
    if (code !== 0) return [output];
    const added = (await readdir(copy)).filter((name) => !before.includes(name));
    return added.length === 0
      ? []
      : [
          `The tables have changed without a migration; run: npm run migration -- --name what_changes\n${output}`,
        ];
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const faults = await checkMigrations();
  console.log(faults.length > 0 ? faults.join("\n") : "The migrations are complete");
  process.exitCode = faults.length > 0 ? 1 : 0;
}
