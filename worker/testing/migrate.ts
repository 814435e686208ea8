import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll } from "vitest";
import { idsAsText, newWalks, recordStatements, textsInIds } from "./recordStatements.ts";

const { DB, TEST_MIGRATIONS } = env as unknown as { DB: D1Database; TEST_MIGRATIONS: D1Migration[] };
await applyD1Migrations(DB, TEST_MIGRATIONS);
recordStatements();

/** Checks the plan of every query that the Worker ran during the file's tests (plans.ts), and how it bound ids. */
afterAll(async () => {
  const found = await newWalks();
  if (found.length > 0)
    throw new Error(
      `Queries that walk rows which grow with the customer; give them an index they cannot pass over (worker/db/unindexed.ts), or permit them with a reason (worker/testing/queryPlans.ts):\n${found.join("\n")}`,
    );
  const texts = [...idsAsText(), ...(await textsInIds())];
  if (texts.length > 0)
    throw new Error(
      `Ids that are text, in a comparison or in a column; bind them by worker/db/ids.ts:\n${texts.join("\n")}`,
    );
});

type D1Migration = Parameters<typeof applyD1Migrations>[1][number];
