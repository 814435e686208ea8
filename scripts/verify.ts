/*
 * `npm run verify`: compares all rows of STATE_DIR with the stored objects, byte for byte, then every object with the rows, with the code
 * of the monthly job. --remote reads the deployment. Stopped and run again it goes on where it was; --anew begins anew. Exit status 1
 * when something is wrong, each of which is a line.
 */
import { existsSync } from "node:fs";
import { appendFile, readFile, rm } from "node:fs/promises";
import { parseArgs } from "node:util";
import { now } from "#domain/core/fields.ts";
import type { Fault } from "#worker/features/verify/compareObject.ts";
import { beginning, type WalkCursor, walk, walkCursor } from "#worker/features/verify/verifyStep.ts";
import { drizzleOver, type Site } from "./operations/site.ts";
import { assertStateExists, command, siteOptions, withSite } from "./operations/siteOptions.ts";
import { openState, paths, UserFacingError, writeAtomically } from "./support/state.ts";

await command(async () => {
  const { values } = parseArgs({
    options: { ...siteOptions, anew: { type: "boolean", default: false } },
  });
  if (values.remote) await openState();
  else assertStateExists();
  const files = values.remote
    ? { cursor: paths.verifyRemote, faults: paths.verifyRemoteFaults }
    : { cursor: paths.verify, faults: paths.verifyFaults };
  if (values.anew) await forget(files);
  return withSite(values, (site) => verify(site, files, values.database));
});

type Files = Record<"cursor" | "faults", string>;

async function forget(files: Files): Promise<void> {
  for (const file of Object.values(files)) await rm(file, { force: true });
}

async function verify(site: Site, files: Files, database: string): Promise<number> {
  let cursor = await cursorIn(files, database);
  if (cursor.checked > 0) console.log(`Going on after ${cursor.checked} objects (begun ${cursor.began})`);
  const walking = {
    db: drizzleOver(site),
    objects: site.objects,
    judges: await judgedBy(site, database),
    // As much as one interruption may cost.
    limits: { bytes: 2 ** 30, milliseconds: 10_000, page: 200 },
    note: (faults: readonly Fault[]) =>
      appendFile(files.faults, faults.map((fault) => `${JSON.stringify(fault)}\n`).join("")),
    beat: async () => undefined,
  };
  for (let ended = false; !ended; ) {
    ({ cursor, ended } = await walk(walking, cursor));
    await writeAtomically(files.cursor, JSON.stringify({ ...cursor, database }));
    console.log(`${cursor.checked} objects, ${(cursor.bytes / 1e6).toFixed(0)} MB read`);
  }
  const faults = await faultsIn(files);
  for (const { kind, key, expected, found } of faults)
    console.log(
      `${kind} ${key}${expected ? `\n  should be ${expected}` : ""}${found ? `\n  is ${found}` : ""}`,
    );
  console.log(faults.length === 0 ? "Every row and every object agree" : `${faults.length} faults`);
  await forget(files);
  return faults.length === 0 ? 0 : 1;
}

/** Each database judges what its own customers store, and DB what is the service's. */
async function judgedBy({ rows }: Site, database: string): Promise<(customerId: number | null) => boolean> {
  const elsewhere = await rows.all("SELECT id, shard FROM customer WHERE shard <> 'DB'");
  const homes = new Map(elsewhere.map((row) => [Number(row.id), String(row.shard)]));
  return (customerId) => ((customerId && homes.get(customerId)) || "DB") === database;
}

async function cursorIn({ cursor }: Files, database: string): Promise<WalkCursor> {
  if (!existsSync(cursor)) return beginning(now());
  const kept = JSON.parse(await readFile(cursor, "utf8")) as { database?: string };
  if ((kept.database ?? "DB") !== database)
    throw new UserFacingError(
      `A comparison of ${kept.database} is not at its end: end it, or begin with --anew`,
    );
  const { data } = walkCursor.safeParse(kept);
  if (!data) throw new UserFacingError(`${cursor} is of another version: begin with --anew`);
  return data;
}

/** A step that was cut off and run again notes the same fault twice. */
async function faultsIn({ faults }: Files): Promise<Fault[]> {
  if (!existsSync(faults)) return [];
  const lines = (await readFile(faults, "utf8")).split("\n").filter(Boolean);
  return [
    ...new Map(lines.map((line) => [(JSON.parse(line) as Fault).key, JSON.parse(line) as Fault])).values(),
  ];
}
