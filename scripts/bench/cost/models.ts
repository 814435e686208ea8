import { basePrice } from "./prices.ts";

/** What is done for each documentation that comes in, by the names of the operations; those of 100 photos count as so much of 8. */
const perDocumentation: Readonly<Record<string, number>> = {
  taken: 1,
  list: 6,
  search: 1,
  gallery: 2 * 0.08,
  zip: 0.2 * 0.08,
  document: 0.3 * 0.08,
  delivery: 0.5 * 0.08,
  byLink: 0.1,
  imported: 0.2,
};
/** Lists that a customer imports in a month, of 1000 rows each. */
const importsAMonth = 4;
const hoursAMonth = 730;

/** Documentations a month. */
const customers = [10, 1_000, 30_000];

/** US dollars a month of three customers, storage aside: what they do, and a line for what the service costs without any of them. */
export function monthly(each: ReadonlyMap<string, number>): string[] {
  const of = (name: string) => each.get(name) ?? 0;
  const documentation = Object.entries(perDocumentation).reduce(
    (total, [name, times]) => total + of(name) * times,
    0,
  );
  return [
    ...customers.map(
      (count) =>
        `  a customer of ${count} documentations a month: ${(count * documentation + importsAMonth * of("import")).toFixed(2)} USD`,
    ),
    `  all of them: ${basePrice.toFixed(2)} USD for the platform, and ${(hoursAMonth * of("idle")).toFixed(2)} USD for what runs by itself`,
  ];
}
