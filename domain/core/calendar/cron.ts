/**
 * Cron expressions as the platform's triggers take them: minute, hour, day of the month, month, day of the week, in UTC. Weekdays
 * count from 1, Sunday, to 7, unlike Unix; months and weekdays may be named. What cannot be read here is refused, not ignored.
 */

const monthNames = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
const weekdayNames = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];

/** Years ahead that are looked at: 29 February comes within eight. */
const maxLookaheadMs = 8 * 366 * 24 * 3_600_000;

export interface Cron {
  /** Whether it fires in the minute of an instant. */
  firesAt(at: Date): boolean;
  /** The next minute it fires in after an instant. @throws Error where it never does. */
  next(after: Date): Date;
}

/** @throws Error for what is no cron expression. */
export function parseCron(expression: string): Cron {
  const parts = expression.trim().split(/\s+/);
  if (parts.length !== 5) throw new Error(`not a cron expression: ${expression}`);
  const minutes = fieldOf(parts[0]!, 0, 59);
  const hours = fieldOf(parts[1]!, 0, 23);
  const days = fieldOf(parts[2]!, 1, 31);
  const months = fieldOf(parts[3]!, 1, 12, monthNames);
  const weekdays = fieldOf(parts[4]!, 1, 7, weekdayNames);
  // Two restrictions on the day are alternatives; one is a condition.
  const either = !parts[2]!.startsWith("*") && !parts[4]!.startsWith("*");
  const isDay = (at: Date) => {
    const [day, weekday] = [days.has(at.getUTCDate()), weekdays.has(at.getUTCDay() + 1)];
    return months.has(at.getUTCMonth() + 1) && (either ? day || weekday : day && weekday);
  };
  return {
    firesAt: (at) => isDay(at) && hours.has(at.getUTCHours()) && minutes.has(at.getUTCMinutes()),
    next(after) {
      const at = new Date(after);
      at.setUTCSeconds(0, 0);
      at.setUTCMinutes(at.getUTCMinutes() + 1);
      while (at.getTime() - after.getTime() < maxLookaheadMs) {
        if (!isDay(at)) at.setUTCHours(24, 0);
        else if (!hours.has(at.getUTCHours())) at.setUTCHours(at.getUTCHours() + 1, 0);
        else if (!minutes.has(at.getUTCMinutes())) at.setUTCMinutes(at.getUTCMinutes() + 1);
        else return at;
      }
      throw new Error(`${expression} never fires`);
    },
  };
}

/** The values of one field: `*`, `5`, `1-5`, `1,15`, `MON-FRI`, each with `/n` for every nth. */
function fieldOf(text: string, min: number, max: number, names: readonly string[] = []): Set<number> {
  const fault = () => new Error(`not a cron field from ${min} to ${max}: ${text}`);
  const numberIn = (word: string): number => {
    const named = names.indexOf(word.toUpperCase());
    const value = named >= 0 ? named + min : /^\d{1,2}$/.test(word) ? Number(word) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw fault();
  };
  const values = new Set<number>();
  for (const item of text.split(",")) {
    const [range = "", step, ...more] = item.split("/");
    if (more.length > 0 || (step !== undefined && !/^[1-9]\d?$/.test(step))) throw fault();
    const [first = "", last, ...rest] = range === "*" ? [String(min), String(max)] : range.split("-");
    if (rest.length > 0) throw fault();
    const from = numberIn(first);
    const to = last !== undefined ? numberIn(last) : step !== undefined ? max : from;
    if (to < from) throw fault();
    for (let value = from; value <= to; value += Number(step ?? 1)) values.add(value);
  }
  return values;
}
