import { dayOf } from "./days";

/** Photos of one minute, `YYYY-MM-DDTHH:mm` in UTC. */
export interface Minute {
  minute: string;
  count: number;
}

/** A run of photos within one Swedish day: those taken at or after `from` and before `before`. */
export interface Span {
  day: string;
  from: string;
  before: string;
  count: number;
}

/** Photos in a span at most, unless they are of one minute. */
export const spanPhotos = 200;

const startOf = (minute: string): string => `${minute}:00Z`;
export const minuteAfter = (minute: string): string =>
  `${new Date(Date.parse(startOf(minute)) + 60_000).toISOString().slice(0, 19)}Z`;

/** Minutes, newest first, as spans, newest first: what a timeline fetches at a time. */
export function spansOf(minutes: readonly Minute[]): Span[] {
  const days = new Map<string, string>();
  // The zone is whole hours from UTC: asking the calendar once an hour is enough.
  const dayAt = (minute: string): string => {
    const hour = minute.slice(0, 13);
    const day = days.get(hour) ?? dayOf(startOf(minute));
    days.set(hour, day);
    return day;
  };
  const spans: Span[] = [];
  for (const { minute, count } of minutes) {
    if (count === 0) continue;
    const day = dayAt(minute);
    const last = spans.at(-1);
    if (last?.day === day && last.count + count <= spanPhotos) {
      last.from = startOf(minute);
      last.count += count;
    } else spans.push({ day, from: startOf(minute), before: minuteAfter(minute), count });
  }
  return spans;
}
