import { sql } from "drizzle-orm";
import type { Product } from "../../domain/access/authorities";
import { problem } from "../../domain/problem";
import type { Database } from "../db/database";

/** The products of a customer. */
export async function productsOf(db: Database, customerId: number): Promise<ReadonlySet<Product>> {
  const rows = await db.all<{ name: Product }>(sql`SELECT p.name FROM customer_product cp
    JOIN product p ON p.id = cp.product_id WHERE cp.customer_id = ${customerId}`);
  return new Set(rows.map(({ name }) => name));
}

/** Super admins pass every product check of a call; what they write must be of a customer that has the product all the same (3§6). */
export async function refuseWithoutProduct(
  db: Database,
  product: Product,
  customerId: number,
  field: string,
): Promise<void> {
  if (!(await productsOf(db, customerId)).has(product))
    throw problem("invalid", { fields: { [field]: "notAllowed" } });
}
