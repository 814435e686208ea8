import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll } from "vitest";
import {
  findColumnsWithTextIds,
  findNewScans,
  findTextIdParams,
  recordStatements,
} from "./recordStatements.ts";

const { DB, TEST_MIGRATIONS } = env as unknown as { DB: D1Database; TEST_MIGRATIONS: D1Migration[] };
await applyD1Migrations(DB, TEST_MIGRATIONS);
recordStatements();

/** Checks the plans of the queries that the Worker ran during the file's tests (queryPlans.ts), and that it bound ids as bytes. */
afterAll(async () => {
  const scans = await findNewScans();
  if (scans.length > 0)
    throw new Error(
      `Queries that scan rows whose number grows with the customer. Make SQLite use an index (worker/db/withoutIndex.ts), or permit them with a reason (worker/testing/queryPlans.ts):\n${scans.join("\n")}`,
    );
  const textIds = [...findTextIdParams(), ...(await findColumnsWithTextIds())];
  if (textIds.length > 0)
    throw new Error(`Ids bound or stored as text. Bind them with worker/db/ids.ts:\n${textIds.join("\n")}`);
});

type D1Migration = Parameters<typeof applyD1Migrations>[1][number];
