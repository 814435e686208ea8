/**
 * Cron expressions in the syntax of the platform's triggers: minute, hour, day of month, month, day of week, in UTC. Unlike Unix,
 * weekdays count from 1 (Sunday) to 7; months and weekdays can be named. Unsupported syntax is refused, not ignored.
 */

const monthNames = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
const weekdayNames = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];

/** The period that `findNextFiring` searches: 29 February comes within eight years. */
const maxLookaheadMs = 8 * 366 * 24 * 3_600_000;

export interface Cron {
  /** Whether it fires in the minute of `instant`. */
  firesAt(instant: Date): boolean;
  /** The next minute after `instant` in which it fires. @throws Error if it never fires */
  findNextFiring(instant: Date): Date;
}

/** @throws Error if it is not a valid cron expression */
export function parseCron(expression: string): Cron {
  const parts = expression.trim().split(/\s+/);
  if (parts.length !== 5) throw new Error(`not a cron expression: ${expression}`);
  const minutes = parseField(parts[0]!, 0, 59);
  const hours = parseField(parts[1]!, 0, 23);
  const days = parseField(parts[2]!, 1, 31);
  const months = parseField(parts[3]!, 1, 12, monthNames);
  const weekdays = parseField(parts[4]!, 1, 7, weekdayNames);
  // If both day fields are restricted, either may match; otherwise both must.
  const isEitherEnough = !parts[2]!.startsWith("*") && !parts[4]!.startsWith("*");
  const isDay = (date: Date) => {
    const [hasDay, hasWeekday] = [days.has(date.getUTCDate()), weekdays.has(date.getUTCDay() + 1)];
    return (
      months.has(date.getUTCMonth() + 1) && (isEitherEnough ? hasDay || hasWeekday : hasDay && hasWeekday)
    );
  };
  return {
    firesAt: (date) => isDay(date) && hours.has(date.getUTCHours()) && minutes.has(date.getUTCMinutes()),
    findNextFiring(instant) {
      const date = new Date(instant);
      date.setUTCSeconds(0, 0);
      date.setUTCMinutes(date.getUTCMinutes() + 1);
      while (date.getTime() - instant.getTime() < maxLookaheadMs) {
        if (!isDay(date)) date.setUTCHours(24, 0);
        else if (!hours.has(date.getUTCHours())) date.setUTCHours(date.getUTCHours() + 1, 0);
        else if (!minutes.has(date.getUTCMinutes())) date.setUTCMinutes(date.getUTCMinutes() + 1);
        else return date;
      }
      throw new Error(`${expression} never fires`);
    },
  };
}

/** The values of one field: `*`, `5`, `1-5`, `1,15`, `MON-FRI`, each optionally with `/n` for every nth. */
function parseField(text: string, min: number, max: number, names: readonly string[] = []): Set<number> {
  const makeError = () => new Error(`not a cron field from ${min} to ${max}: ${text}`);
  const parseValue = (word: string): number => {
    const nameIndex = names.indexOf(word.toUpperCase());
    const value = nameIndex >= 0 ? nameIndex + min : /^\d{1,2}$/.test(word) ? Number(word) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw makeError();
  };
  const values = new Set<number>();
  for (const item of text.split(",")) {
    const [range = "", step, ...extraSteps] = item.split("/");
    if (extraSteps.length > 0 || (step !== undefined && !/^[1-9]\d?$/.test(step))) throw makeError();
    const [firstText = "", lastText, ...extraBounds] =
      range === "*" ? [String(min), String(max)] : range.split("-");
    if (extraBounds.length > 0) throw makeError();
    const firstValue = parseValue(firstText);
    const lastValue = lastText !== undefined ? parseValue(lastText) : step !== undefined ? max : firstValue;
    if (lastValue < firstValue) throw makeError();
    for (let value = firstValue; value <= lastValue; value += Number(step ?? 1)) values.add(value);
  }
  return values;
}
