import { formatNumber } from "#ui/format/numbers.ts";

/** Text parameters of a count: the number that selects the plural form, and its formatted form. */
export const countParams = (count: number) => ({ count, formattedCount: formatNumber(count) });
