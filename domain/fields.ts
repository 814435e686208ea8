import { z } from "zod";

/** The building blocks of contracts: what a name, an instant or an id is, said once. */

/** Control characters never belong in a line of text; NUL would even cut it short in SQLite's functions. */
const line = /^\P{Cc}*$/u;
const prose = /^[\P{Cc}\n\r\t]*$/u;

export const uuid = () => z.uuid().meta({ description: "UUID" });
export const serial = () => z.int().positive().meta({ description: "A number that the service gives" });
export const customerId = () => z.int().positive().meta({ description: "The customer the row belongs to" });
export const version = () =>
  z
    .int()
    .positive()
    .meta({ description: "Counts the changes of the row; an update names the version it was made from" });

/** A required single line: trimmed, not empty, at most `max` characters. */
export const name = (max = 255) => z.string().trim().min(1).max(max).regex(line);
/** An optional single line; empty means not set. */
export const optionalName = (max = 255) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(line)
    .nullable()
    .default(null)
    .transform((value) => value || null);
/** An optional e-mail address; empty means not set. */
export const email = () =>
  z
    .email()
    .max(254)
    .or(z.literal(""))
    .nullable()
    .default(null)
    .transform((value) => value || null);

/** Text of several lines. */
export const text = (max: number) => z.string().max(max).regex(prose);
export const flag = () => z.boolean().default(false);
/** Yes or no as an address says it, which is text, and as a body may say it, too. */
export const textFlag = () => z.union([z.boolean(), z.stringbool()]);

/** An instant in UTC to the second, `YYYY-MM-DDTHH:mm:ssZ` (2§9). Other ISO 8601 forms are taken in and written so. */
export const instant = () =>
  z.iso
    .datetime({ offset: true })
    .transform((value) => isoSeconds(new Date(value)))
    .meta({ description: "UTC instant, YYYY-MM-DDTHH:mm:ssZ", examples: ["2026-05-04T09:30:00Z"] });

export const isoSeconds = (date: Date) => `${date.toISOString().slice(0, 19)}Z`;
export const now = () => isoSeconds(new Date());
/** The instant so many seconds from now; negative ones have passed. */
export const inSeconds = (seconds: number) => isoSeconds(new Date(Date.now() + seconds * 1000));

/** WGS84 degrees; 1000 stands for an unknown position (2§9). */
export const unknownPosition = 1000;
export const latitude = () =>
  z.number().min(-90).max(90).or(z.literal(unknownPosition)).default(unknownPosition);
export const longitude = () =>
  z.number().min(-180).max(180).or(z.literal(unknownPosition)).default(unknownPosition);
export const hasPosition = (place: { lat: number; lng: number }) =>
  place.lat !== unknownPosition && place.lng !== unknownPosition;

/** Free key/value pairs. */
export const params = () => z.record(z.string().min(1).max(100), z.string().max(2000)).default({});
