import { dayOf } from "#domain/core/calendar/days.ts";

/** The number of photos in one hour, `YYYY-MM-DDTHH` in UTC. */
export interface Hour {
  hour: string;
  count: number;
}

/**
 * A range of photos within one Swedish day, taken at or after `from` and before `before`. Without a day: photos of unknown time that
 * arrived then.
 */
export interface Span {
  day: string | null;
  from: string;
  before: string;
  count: number;
}

/** Maximum number of photos in a span, unless a single hour has more. */
export const maxPhotosPerSpan = 200;

export const toHourStart = (hour: string): string => `${hour}:00:00Z`;
export const toHourEnd = (hour: string): string =>
  `${new Date(Date.parse(toHourStart(hour)) + 3_600_000).toISOString().slice(0, 19)}Z`;

/**
 * Groups hours, newest first, into spans, newest first, which a timeline fetches one at a time. Relies on the time zone being whole
 * hours from UTC.
 */
export function groupIntoSpans(hours: readonly Hour[], isTimeKnown = true): Span[] {
  const spans: Span[] = [];
  for (const { hour, count } of hours) {
    if (count === 0) continue;
    const day = isTimeKnown ? dayOf(toHourStart(hour)) : null;
    const lastSpan = spans.at(-1);
    if (lastSpan?.day === day && lastSpan.count + count <= maxPhotosPerSpan) {
      lastSpan.from = toHourStart(hour);
      lastSpan.count += count;
    } else spans.push({ day, from: toHourStart(hour), before: toHourEnd(hour), count });
  }
  return spans;
}
