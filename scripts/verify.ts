/*
 * `npm run verify`: compares all rows of STATE_DIR with the stored objects, byte for byte, then every object with the rows, using
 * the code of the monthly job. --remote reads the deployment. An interrupted run resumes; --restart starts over. Prints one line per
 * fault; exit status 1 if there are any.
 */
import { existsSync } from "node:fs";
import { appendFile, readFile, rm } from "node:fs/promises";
import { parseArgs } from "node:util";
import { z } from "zod";
import { now } from "#domain/core/fields.ts";
import { mediaFaultRow } from "#domain/endpoints/operations/storedFiles.ts";
import { findMovedCustomers } from "#worker/db/shards.ts";
import type { MediaFault } from "#worker/features/verify/compareObject.ts";
import {
  createInitialCursor,
  createOwnerCheck,
  runWalkStep,
  type WalkCursor,
  walkCursorSchema,
} from "#worker/features/verify/verifyStep.ts";
import { createDrizzle, type Site } from "./operations/site.ts";
import { assertStateExists, runCommand, siteOptions, withSite } from "./operations/siteOptions.ts";
import { openState, statePaths, UserFacingError, writeAtomically } from "./support/state.ts";

await runCommand(async () => {
  const { values } = parseArgs({
    options: { ...siteOptions, restart: { type: "boolean", default: false } },
  });
  if (values.remote) await openState();
  else assertStateExists();
  const files = values.remote
    ? { cursor: statePaths.verifyRemote, faults: statePaths.verifyRemoteFaults }
    : { cursor: statePaths.verify, faults: statePaths.verifyFaults };
  if (values.restart) await deleteFiles(files);
  return withSite(values, (site) => verify(site, files, values.database));
});

type VerifyFiles = Record<"cursor" | "faults", string>;

async function deleteFiles(files: VerifyFiles): Promise<void> {
  for (const file of Object.values(files)) await rm(file, { force: true });
}

async function verify(site: Site, files: VerifyFiles, database: string): Promise<number> {
  let cursor = await readCursor(files, database);
  if (cursor.checked > 0) console.log(`Resuming after ${cursor.checked} objects (started ${cursor.began})`);
  const db = createDrizzle(site);
  const options = {
    db,
    objects: site.objects,
    isOwner: createOwnerCheck(await findMovedCustomers(db), database),
    // An interruption loses at most this much work.
    limits: { bytes: 2 ** 30, milliseconds: 10_000, page: 200 },
    reportFaults: (faults: readonly MediaFault[]) =>
      appendFile(files.faults, faults.map((fault) => `${JSON.stringify(fault)}\n`).join("")),
    renewLease: async () => undefined,
  };
  for (let isDone = false; !isDone; ) {
    ({ cursor, isFinished: isDone } = await runWalkStep(options, cursor));
    await writeAtomically(files.cursor, JSON.stringify({ ...cursor, database }));
    console.log(`${cursor.checked} objects, ${(cursor.bytes / 1e6).toFixed(0)} MB read`);
  }
  const faults = await readFaults(files);
  for (const { kind, key, expected, found } of faults)
    console.log(
      `${kind} ${key}${expected ? `\n  should be ${expected}` : ""}${found ? `\n  is ${found}` : ""}`,
    );
  console.log(faults.length === 0 ? "All rows and objects match" : `${faults.length} faults`);
  await deleteFiles(files);
  return faults.length === 0 ? 0 : 1;
}

const savedCursorSchema = z.looseObject({ database: z.string().default("DB") });

async function readCursor({ cursor }: VerifyFiles, database: string): Promise<WalkCursor> {
  if (!existsSync(cursor)) return createInitialCursor(now());
  const savedCursor = savedCursorSchema.parse(JSON.parse(await readFile(cursor, "utf8")));
  if (savedCursor.database !== database)
    throw new UserFacingError(
      `A comparison of ${savedCursor.database} is unfinished: finish it, or start over with --restart`,
    );
  const { data } = walkCursorSchema.safeParse(savedCursor);
  if (!data) throw new UserFacingError(`${cursor} is from another version: start over with --restart`);
  return data;
}

const faultSchema = mediaFaultRow.omit({ customerName: true, firstSeenAt: true, lastSeenAt: true });

/** An interrupted step that is repeated records the same fault twice. */
async function readFaults({ faults }: VerifyFiles): Promise<MediaFault[]> {
  if (!existsSync(faults)) return [];
  const lines = (await readFile(faults, "utf8")).split("\n").filter(Boolean);
  return [
    ...new Map(
      lines.map((line) => faultSchema.parse(JSON.parse(line))).map((fault) => [fault.key, fault]),
    ).values(),
  ];
}
