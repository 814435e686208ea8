/*
 * When a cron expression of wrangler.toml is due. The local runtime fires none by itself, so `npm start` asks every
 * minute. Written for the expressions Cloudflare takes; what this cannot read it refuses rather than never fires.
 */

const months = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
const weekdays = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];

interface Field {
  any: boolean;
  values: ReadonlySet<number>;
}

/** Whether the expression fires in the minute of `at`, in UTC as on the platform. */
export type CronMatcher = (at: Date) => boolean;

export function cronMatcher(expression: string): CronMatcher {
  const parts = expression.trim().split(/\s+/);
  if (parts.length !== 5) throw new Error(`"${expression}" is not a cron expression of five fields`);
  const [minute, hour, day, month, weekday] = [
    field(parts[0]!, 0, 59),
    field(parts[1]!, 0, 23),
    field(parts[2]!, 1, 31),
    field(parts[3]!, 1, 12, months),
    // Cloudflare counts from 1, Sunday, unlike Unix.
    field(parts[4]!, 1, 7, weekdays),
  ] as const;
  return (at) => {
    const dayFits = day.values.has(at.getUTCDate());
    const weekdayFits = weekday.values.has(at.getUTCDay() + 1);
    return (
      minute.values.has(at.getUTCMinutes()) &&
      hour.values.has(at.getUTCHours()) &&
      month.values.has(at.getUTCMonth() + 1) &&
      // Two restrictions on the day are alternatives, one is a condition.
      (day.any || weekday.any ? dayFits && weekdayFits : dayFits || weekdayFits)
    );
  };
}

function field(text: string, from: number, to: number, names: readonly string[] = []): Field {
  const fault = new Error(`"${text}" is not a cron field from ${from} to ${to}`);
  const number = (word: string): number => {
    const named = names.indexOf(word.toUpperCase());
    const value = named >= 0 ? named + from : /^\d+$/.test(word) ? Number(word) : Number.NaN;
    if (value >= from && value <= to) return value;
    throw fault;
  };
  const values = new Set<number>();
  for (const item of text.split(",")) {
    const [, range = "", step] = /^([^/]+)(?:\/([1-9]\d*))?$/.exec(item) ?? [];
    const [first = "", last, ...more] = range === "*" ? [String(from), String(to)] : range.split("-");
    if (more.length > 0) throw fault;
    const begin = number(first);
    const end = last !== undefined ? number(last) : step !== undefined ? to : begin;
    if (end < begin) throw fault;
    for (let value = begin; value <= end; value += Number(step ?? 1)) values.add(value);
  }
  return { any: text === "*", values };
}

/**
 * Calls `fire` with every expression that is due, at the start of each minute, until stopped. A minute that passes
 * while the machine sleeps is not made up for, as on the platform.
 */
export function tick(expressions: readonly string[], fire: (expression: string) => void): () => void {
  const matchers = expressions.map((expression) => [expression, cronMatcher(expression)] as const);
  let timer: NodeJS.Timeout;
  const wait = () => {
    // A little late rather than early: a timer that fires at :59.999 would see the minute before, and then again.
    const rest = 60_050 - (Date.now() % 60_000);
    timer = setTimeout(() => {
      const at = new Date();
      for (const [expression, due] of matchers) if (due(at)) fire(expression);
      wait();
    }, rest);
  };
  wait();
  return () => clearTimeout(timer);
}
