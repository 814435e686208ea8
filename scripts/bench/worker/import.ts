import { eq } from "drizzle-orm";
import { databaseOf } from "#worker/db/database.ts";
import {
  customer,
  suggestionImportConfiguration,
  suggestionImportEvent,
  suggestionList,
} from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import { runDueImports } from "#worker/features/importConfiguration/runDueImports.ts";
import { jobKinds } from "#worker/jobKinds.ts";
import { runJob } from "#worker/jobs/runJob.ts";
import { mergeSecrets } from "#worker/resources/secretParams.ts";
import type { ImportRequest, ImportResult } from "../importResult.ts";

/** Imports with the product's own job, from when it is due to the end of its event. */
export async function importAll(env: Env, { params, apiKey, times }: ImportRequest): Promise<ImportResult[]> {
  // No consumer takes the job: its steps run here, one after another.
  // Cast: the other members of a queue, and the response of sending, are unused.
  const JOBS = { send: async () => undefined } as unknown as Env["JOBS"];
  const importEnv = {
    ...env,
    ALLOW_PRIVATE_DESTINATIONS: "true",
    CONSOLE_URL: "http://localhost:8788",
    JOBS,
  };
  const db = databaseOf(importEnv);
  const [customerRow] = await db
    .insert(customer)
    .values({ name: `Import ${crypto.randomUUID()}` })
    .returning();
  const customerId = customerRow!.id;
  const [list] = await db
    .insert(suggestionList)
    .values({ customerId, name: "Sites", type: "DOCUMENTATION_NAMES" })
    .returning();
  const id = crypto.randomUUID();
  const secretOwner = { entity: "suggestionImportConfiguration", id };
  const [configuration] = await db
    .insert(suggestionImportConfiguration)
    .values({
      ...{
        id,
        customerId,
        name: "Sites",
        suggestionListId: list!.id,
        type: "RAMSITE_3GIS",
        frequency: "YEARLY",
      },
      ...{ params, secrets: mergeSecrets(env, secretOwner, null, { apiKey }) },
    })
    .returning();
  const configurationCondition = eq(suggestionImportConfiguration.id, configuration!.id);
  const results: ImportResult[] = [];
  for (let time = 0; time < times; time += 1) {
    await db
      .update(suggestionImportConfiguration)
      .set({ nextRunAt: "2026-01-01T00:00:00Z" })
      .where(configurationCondition);
    const startedAt = Date.now();
    await runDueImports(importEnv, db, new Date());
    const event = await runToEnd(importEnv, configuration!.id, time);
    if (!event.success) throw new Error(`the import failed: ${event.message}`);
    const { count, added, updated } = event;
    results.push({ milliseconds: Date.now() - startedAt, count, added, updated });
  }
  return results;
}

/** Runs the newest import of a configuration to its end. */
async function runToEnd(env: Env, configurationId: string, previousCount: number) {
  const db = databaseOf(env);
  for (;;) {
    const events = await db
      .select()
      .from(suggestionImportEvent)
      .where(eq(suggestionImportEvent.suggestionImportConfigurationId, configurationId));
    const pendingEvent = events.find(({ success }) => success === null);
    if (pendingEvent) await runJob(env, db, pendingEvent.jobId!, jobKinds);
    else if (events.length > previousCount)
      return events.sort((a, b) => a.dateCreated.localeCompare(b.dateCreated)).at(-1)!;
    else throw new Error("no import was started");
  }
}
