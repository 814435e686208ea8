import { timeZone } from "#domain/core/calendar/days.ts";

/** The hour, in Swedish time, at which daily and weekly mails are sent. */
const mailHour = 7;
const hourFormat = new Intl.DateTimeFormat("sv-SE", { timeZone, hour: "2-digit", hourCycle: "h23" });

export const isMailHour = (runAt: Date): boolean => Number(hourFormat.format(runAt)) === mailHour;
