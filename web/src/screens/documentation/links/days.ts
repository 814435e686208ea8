import { dayText } from "../../../kit/dates";

/** A day some days from now, as a date field has it. */
export const dayFromNow = (days: number): string =>
  dayText(new Date(Date.now() + days * 86_400_000).toISOString());
