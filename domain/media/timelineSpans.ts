import { dayOf } from "#domain/core/calendar/days.ts";

/** Photos of one hour, `YYYY-MM-DDTHH` in UTC. */
export interface Hour {
  hour: string;
  count: number;
}

/** A run of photos within one Swedish day: those taken at or after `from` and before `before`. */
export interface Span {
  day: string;
  from: string;
  before: string;
  count: number;
}

/** Photos in a span at most, unless they are of one hour. */
export const targetPhotosPerSpan = 200;

export const startOfHour = (hour: string): string => `${hour}:00:00Z`;
export const hourAfter = (hour: string): string =>
  `${new Date(Date.parse(startOfHour(hour)) + 3_600_000).toISOString().slice(0, 19)}Z`;

/** Hours, newest first, as spans, newest first: what a timeline fetches at a time. The zone is whole hours from UTC. */
export function spansOf(hours: readonly Hour[]): Span[] {
  const spans: Span[] = [];
  for (const { hour, count } of hours) {
    if (count === 0) continue;
    const day = dayOf(startOfHour(hour));
    const last = spans.at(-1);
    if (last?.day === day && last.count + count <= targetPhotosPerSpan) {
      last.from = startOfHour(hour);
      last.count += count;
    } else spans.push({ day, from: startOfHour(hour), before: hourAfter(hour), count });
  }
  return spans;
}
