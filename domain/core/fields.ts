import { z } from "zod";
import { maxNameLength } from "./limits.ts";
import type { FieldError } from "./problem.ts";
import { normalizeLine, normalizeLines } from "./text/normalizeText.ts";

/** Zod schemas for the fields of requests and responses. */

/**
 * Texts are normalised, not refused: one control character in an answer must not cause the documentation to be refused. A text many
 * times longer than allowed is refused without being normalised, which would be expensive.
 */
const normalizedText = (max: number, normalize: (text: string) => string) =>
  z.string().overwrite((text) => (text.length > 20 * max ? text : normalize(text)));

/** A single line in its normal form (core/text/normalizeText.ts), possibly empty. */
export const line = (max = maxNameLength) => normalizedText(max, normalizeLine).max(max);

/** Lower-cased, so that each id has a single spelling. */
export const uuid = () => z.uuid().toLowerCase().meta({ description: "UUID" });
export const serial = () => z.int().positive().meta({ description: "A number assigned by the service" });
export const customerId = () => z.int().positive().meta({ description: "The customer the row belongs to" });
export const version = () =>
  z
    .int()
    .positive()
    .meta({ description: "Counts the changes of the row; an update names the version it is based on" });

/** A required single line. */
export const name = (max = maxNameLength) => normalizedText(max, normalizeLine).min(1).max(max);
/** An optional single line; empty means not set. */
export const optionalName = (max = maxNameLength) =>
  line(max)
    .nullable()
    .default(null)
    .transform((value) => value || null);
/** The name of a file from another system. If it has only invisible characters, it becomes `_`. */
export const fileName = (max = maxNameLength) =>
  normalizedText(max, (text) => normalizeLine(text) || (text && "_"))
    .min(1)
    .max(max);
/** A search term, in the normal form of stored texts. */
export const searchTerm = (max = 200) => line(max);
/** An optional email address; empty means not set. */
export const email = () =>
  normalizedText(254, normalizeLine)
    .check(z.email())
    .max(254)
    .or(z.literal(""))
    .nullable()
    .default(null)
    .transform((value) => value || null);

/** Text of several lines in its normal form. */
export const text = (max: number) => normalizedText(max, normalizeLines).max(max);
export const flag = () => z.boolean().default(false);
/** A boolean, or its text form as in a query string. */
export const booleanOrString = () => z.union([z.boolean(), z.stringbool()]);

/**
 * A day from a client, YYYY-MM-DD. Limited to the years 0002 to 9998, so that neighbouring days and the instants at which they
 * begin also have four-digit years.
 */
export const day = () =>
  z.iso
    .date()
    .refine((value) => value >= "0002-01-01" && value < "9999-01-01")
    .meta({ examples: ["2026-05-04"] });

const responseSchemas = new WeakMap<z.core.$ZodType, z.ZodType>();
/** The schema of a field in responses, if it differs from the one in requests. */
export const responseSchemaOf = (requestSchema: z.core.$ZodType): z.ZodType | undefined =>
  responseSchemas.get(requestSchema);

const instantMeta = { description: "UTC instant, YYYY-MM-DDTHH:mm:ssZ", examples: ["2026-05-04T09:30:00Z"] };

/**
 * An instant in a response: UTC to the second, `YYYY-MM-DDTHH:mm:ssZ` (2§9). Any stored text is accepted, so that one bad row does
 * not break a whole list; `isInstant` checks whether it can be shown as a time.
 */
export const instant = () => z.string().meta(instantMeta);

/** Whether a field is an instant, in a request or a response, nullable or not. */
export function isInstantField(schema: z.ZodType | undefined): boolean {
  const innerSchema = schema instanceof z.ZodNullable ? schema.unwrap() : schema;
  return innerSchema !== undefined && z.globalRegistry.get(innerSchema)?.examples === instantMeta.examples;
}

/**
 * An instant from a client: any ISO 8601 form with a zone, converted to UTC to the second. Years 0001 to 9999 in UTC: beyond them
 * an instant is written with a sign and six digits, and no longer sorts or parses with the others.
 */
export const instantInput = () => instantSchema(() => null, instantMeta.description);

/** Seconds by which a device's clock may be ahead. */
const maxClockLeadSeconds = 24 * 3600;

/** Whether a reported instant is at most a day in the future: a later one would stay at the top of every list. */
export const isPlausible = (instant: string): boolean => instant <= addSeconds(maxClockLeadSeconds);

/** When something was captured, from a user: an `instantInput` at most a day from now. */
export const capturedAtInput = () =>
  instantSchema(
    (value) => (isPlausible(value) ? null : "inFuture"),
    `${instantMeta.description}, at most a day from now`,
  );

/** Clocks that were never set show earlier dates. */
const earliestDeviceTime = "2010-01-01T00:00:00Z";

/** Whether a device's clock may have been right: the time is neither before the service existed (1970) nor in the future (2050). */
export const isPossibleDeviceTime = (instant: string): boolean =>
  instant >= earliestDeviceTime && isPlausible(instant);

/**
 * When something happened, from a device's clock. The service replaces an impossible time, because refusing it would keep the device
 * from delivering.
 */
export const deviceTimeInput = () =>
  instantSchema(
    () => null,
    `${instantMeta.description}. If the device's clock is obviously wrong, the time of arrival is used instead, and the documentation's history says so`,
  );

/**
 * When a photo or file was captured, from a device's clock. An impossible time (1970, 2050) is left out rather than refused: the photo's
 * EXIF time is better, and refusing would keep the device from delivering the photo.
 */
export const captureTimeInput = () =>
  instantInput()
    .nullable()
    .default(null)
    .transform((value) => (value && isPossibleDeviceTime(value) ? value : null))
    .meta({ description: "Left out if the device's clock is obviously wrong" });

function instantSchema(errorOf: (instant: string) => FieldError | null, description: string) {
  const schema = z.iso
    .datetime({ offset: true })
    .transform((value, context) => {
      const utcInstant = toIsoSeconds(new Date(value));
      const error = isInstant(utcInstant) ? errorOf(utcInstant) : "invalid";
      if (error) context.issues.push({ code: "custom", input: value, params: { fault: error } });
      return utcInstant;
    })
    .meta({ ...instantMeta, description });
  responseSchemas.set(schema, instant());
  return schema;
}

export const isInstant = (text: string): boolean =>
  /^(?!0000)\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/.test(text) && !Number.isNaN(Date.parse(text));

export const toIsoSeconds = (date: Date) => `${date.toISOString().slice(0, 19)}Z`;
export const now = () => toIsoSeconds(new Date());
/** The instant `seconds` after `start`, which defaults to now; negative values go back. */
export const addSeconds = (seconds: number, start = new Date()) =>
  toIsoSeconds(new Date(start.getTime() + seconds * 1000));

/** WGS84 degrees; 1000 means an unknown position (2§9). */
export const unknownCoordinate = 1000;
export const latitude = () =>
  z.number().min(-90).max(90).or(z.literal(unknownCoordinate)).default(unknownCoordinate);
export const longitude = () =>
  z.number().min(-180).max(180).or(z.literal(unknownCoordinate)).default(unknownCoordinate);
export const unknownCoordinates = { lat: unknownCoordinate, lng: unknownCoordinate } as const;
export const hasPosition = ({ lat, lng }: { lat: number; lng: number }): boolean =>
  Math.abs(lat) <= 90 && Math.abs(lng) <= 180;

/** The name of a field in both languages. */
export interface Names {
  en: string;
  sv: string;
}
/** A field of an entity with its name, which forms and the audit log show. */
export const named = <S extends z.ZodType>(schema: S, names: Names): S & { names: Names } =>
  Object.assign(schema, { names });

/** Free key/value pairs. */
export const params = () => z.record(name(100), text(2000)).default({});

/** Key/value pairs that are passed on to other systems unchanged: their addresses, paths and user names. */
export const rawParams = () => z.record(z.string().min(1).max(100), z.string().max(2000)).default({});

/** Params of a precondition. The id of its task is lower-cased, because it is compared with lower-case ids. */
export const preconditionParamsSchema = () =>
  params().overwrite((value) => (value.task ? { ...value, task: value.task.toLowerCase() } : value));
