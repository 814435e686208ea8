import { formatNumber } from "#ui/format/numbers.ts";

/** A count for a text: the number that selects the plural, and its formatted form. */
export const countParams = (count: number) => ({ count, number: formatNumber(count) });
