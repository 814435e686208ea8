import { eq } from "drizzle-orm";
import { problem } from "#domain/core/problem.ts";
import type { Database } from "#worker/db/database.ts";
import { customer } from "#worker/db/schema/index.ts";

/** @throws notFound */
export async function findCustomer(db: Database, id: number): Promise<{ id: number; name: string }> {
  const row = await db
    .select({ id: customer.id, name: customer.name })
    .from(customer)
    .where(eq(customer.id, id))
    .get();
  if (!row) throw problem("notFound");
  return row;
}
