/** Fields of a cron expression: minute, hour, day of the month, month, day of the week (0 is Sunday), each with its bounds. */
const bounds = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 6],
] as const;

/** Years ahead that are looked at: 29 February comes within eight. */
const farthest = 8 * 366 * 24 * 3_600_000;

/** The values of one field: `*`, `5`, `1-5`, `1,15`, each with `/n` for every nth. */
function valuesOf(field: string, [least, most]: readonly [number, number]): Set<number> {
  const values = new Set<number>();
  for (const part of field.split(",")) {
    const [, range = "", first, last, step] = /^(\*|(\d+)(?:-(\d+))?)(?:\/(\d+))?$/.exec(part) ?? [];
    if (!range) throw new Error(`not a cron field: ${field}`);
    const from = first === undefined ? least : Number(first);
    const to = last !== undefined ? Number(last) : first === undefined || step ? most : from;
    if (from < least || to > most || from > to || step === "0") throw new Error(`not a cron field: ${field}`);
    for (let value = from; value <= to; value += Number(step ?? 1)) values.add(value);
  }
  return values;
}

/** When an expression comes next after an instant: whole minutes, UTC, as the platform's triggers are. @throws Error for one that never does. */
export function nextFire(cron: string, after: Date): Date {
  const fields = cron.trim().split(/\s+/);
  if (fields.length !== bounds.length) throw new Error(`not a cron expression: ${cron}`);
  const [minutes, hours, days, months, weekdays] = fields.map((field, at) =>
    valuesOf(field, bounds[at]!),
  ) as [Set<number>, Set<number>, Set<number>, Set<number>, Set<number>];
  // When both are given, a day that is either will do.
  const either = !fields[2]!.startsWith("*") && !fields[4]!.startsWith("*");
  const isDay = (at: Date) => {
    const [day, weekday] = [days.has(at.getUTCDate()), weekdays.has(at.getUTCDay())];
    return months.has(at.getUTCMonth() + 1) && (either ? day || weekday : day && weekday);
  };
  const at = new Date(after);
  at.setUTCSeconds(0, 0);
  at.setUTCMinutes(at.getUTCMinutes() + 1);
  while (at.getTime() - after.getTime() < farthest) {
    if (!isDay(at)) at.setUTCHours(24, 0);
    else if (!hours.has(at.getUTCHours())) at.setUTCHours(at.getUTCHours() + 1, 0);
    else if (!minutes.has(at.getUTCMinutes())) at.setUTCMinutes(at.getUTCMinutes() + 1);
    else return at;
  }
  throw new Error(`${cron} never comes`);
}
