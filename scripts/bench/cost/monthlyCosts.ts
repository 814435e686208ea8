import { basePrice } from "./prices.ts";

/** Operations per captured documentation, by name. Operations measured with 100 photos are scaled to 8. */
const operationsPerDocumentation: Readonly<Record<string, number>> = {
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
/** Lists of 1000 rows that a customer imports per month. */
const importsPerMonth = 4;
const hoursPerMonth = 730;

/** Documentations per month of the model customers. */
const customerVolumes = [10, 1_000, 30_000];

/** Monthly US dollars excluding storage: a line for each model customer, and one for the service without customers. */
export function formatMonthlyCosts(prices: ReadonlyMap<string, number>): string[] {
  const priceOf = (name: string) => prices.get(name) ?? 0;
  const documentationPrice = Object.entries(operationsPerDocumentation).reduce(
    (total, [name, times]) => total + priceOf(name) * times,
    0,
  );
  return [
    ...customerVolumes.map(
      (count) =>
        `  a customer of ${count} documentations a month: ${(count * documentationPrice + importsPerMonth * priceOf("import")).toFixed(2)} USD`,
    ),
    `  all of them: ${basePrice.toFixed(2)} USD for the platform, and ${(hoursPerMonth * priceOf("idle")).toFixed(2)} USD for scheduled jobs`,
  ];
}
