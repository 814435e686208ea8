import { numberText } from "../../kit/numbers";

/** A count for a text: what chooses between one and several, and how it is written. */
export const counted = (count: number) => ({ count, number: numberText(count) });
