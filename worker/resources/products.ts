import { sql } from "drizzle-orm";
import type { Product } from "#domain/access/authorities.ts";
import { problem } from "#domain/core/problem.ts";
import type { Database } from "#worker/db/database.ts";
import { selectRows, text } from "#worker/db/rows.ts";

export async function listProducts(db: Database, customerId: number): Promise<ReadonlySet<Product>> {
  const rows = await selectRows(
    db,
    { name: text<Product>("p.name") },
    (columns) => sql`SELECT ${columns} FROM customer_product cp
    JOIN product p ON p.id = cp.product_id WHERE cp.customer_id = ${customerId}`,
  );
  return new Set(rows.map(({ name }) => name));
}

/**
 * The product checks of endpoints do not apply to super admins, but the customer that they write for must have the product (3§6).
 * @throws invalid on the field
 */
export async function assertCustomerHasProduct(
  db: Database,
  product: Product,
  customerId: number,
  field: string,
): Promise<void> {
  if (!(await listProducts(db, customerId)).has(product))
    throw problem("invalid", { fields: { [field]: "notAllowed" } });
}
