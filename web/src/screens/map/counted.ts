import { formatNumber } from "../../kit/numbers";

/** A count for a text: the number that selects the plural, and its formatted form. */
export const countParams = (count: number) => ({ count, number: formatNumber(count) });
