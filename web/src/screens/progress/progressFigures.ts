import { addDays } from "#domain/core/calendar/days.ts";
import { formatDuration } from "#domain/core/text/duration.ts";
import type { Progress } from "#domain/endpoints/documentation/progress.ts";
import { getLanguage } from "#i18n/language.ts";
import type { ProgressLinks } from "./progressLinks.ts";

export interface SectionProps {
  progress: Progress;
  links: ProgressLinks;
}

export const formatSeconds = (seconds: number | null): string =>
  seconds === null ? "–" : formatDuration(seconds, getLanguage());

/** The last day of a week. */
export const lastDayOfWeek = (startDate: string): string => addDays(startDate, 6);
