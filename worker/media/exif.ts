import { timeZone } from "#domain/core/calendar/days.ts";
import { unknownCoordinates } from "#domain/core/fields.ts";
import { truncate } from "#domain/core/text/trim.ts";
import { TiffDirectory } from "./tiff.ts";

/** Facts from a photo's EXIF. Values that are absent, broken or implausible are null, 1000 or upright. */
export interface ExifFacts {
  /** 1 to 8 as in EXIF; 1 is upright. */
  orientation: number;
  /** ISO 8601, UTC. */
  takenAt: string | null;
  /** WGS84 degrees; both 1000 when unknown. */
  lat: number;
  lng: number;
  /** Degrees clockwise from north, from 0 to below 360: where the camera pointed. */
  direction: number | null;
  /** Maker and model. */
  camera: string | null;
}

export interface ExifOptions {
  /** Times more than a day after this are implausible. Default: now. */
  now?: Date;
  /** The zone of times without an offset. Default: the service's. */
  timeZone?: string;
}

export const noExif: ExifFacts = {
  orientation: 1,
  takenAt: null,
  ...unknownCoordinates,
  direction: null,
  camera: null,
};

const exifTags = {
  make: 0x010f,
  model: 0x0110,
  orientation: 0x0112,
  exif: 0x8769,
  gps: 0x8825,
  modifiedAt: 0x0132,
  takenAt: 0x9003,
  digitisedAt: 0x9004,
  modifiedOffset: 0x9010,
  takenOffset: 0x9011,
  digitisedOffset: 0x9012,
  latitudeRef: 1,
  latitude: 2,
  longitudeRef: 3,
  longitude: 4,
  gpsTime: 7,
  direction: 17,
  gpsDate: 29,
} as const;

const millisecondsPerDay = 86_400_000;
/** Earlier times are implausible: cameras whose clock has never been set write 1970 or 1980. */
const earliestTime = Date.UTC(1990, 0, 1);

/** Reads the TIFF structure of an EXIF segment. Never throws; allocates a few kilobytes at most. */
export function readExif(tiff: Uint8Array, options: ExifOptions = {}): ExifFacts {
  const image = TiffDirectory.open(tiff);
  if (!image) return noExif;
  const gps = image.openChild(exifTags.gps);
  return {
    orientation: readOrientation(image),
    takenAt: readTakenAt(image.openChild(exifTags.exif), image, gps, options),
    ...readPosition(gps),
    direction: readDirection(gps),
    camera: createCameraName(image.text(exifTags.make), image.text(exifTags.model)),
  };
}

/** The facts of all EXIF segments: the orientation of the first, as in browsers, and each other fact of the first that has it. */
export function readExifs(tiffs: readonly Uint8Array[], options: ExifOptions = {}): ExifFacts {
  const [firstFacts = noExif, ...otherFacts] = tiffs.map((tiff) => readExif(tiff, options));
  const allFacts = [firstFacts, ...otherFacts];
  const findFirst = <T>(read: (facts: ExifFacts) => T | null): T | null =>
    allFacts.map(read).find((value) => value !== null) ?? null;
  const { lat, lng } = allFacts.find((facts) => facts.lat !== unknownCoordinates.lat) ?? firstFacts;
  return {
    ...{ orientation: firstFacts.orientation, takenAt: findFirst(({ takenAt }) => takenAt), lat, lng },
    direction: findFirst(({ direction }) => direction),
    camera: findFirst(({ camera }) => camera),
  };
}

/** Accepts only the type that browsers accept, because they display photos on the capture page and in downloads. */
function readOrientation(image: TiffDirectory): number {
  const value = image.short(exifTags.orientation);
  return value !== null && value >= 1 && value <= 8 ? value : 1;
}

/** A date and its offset, each as its tag has it. */
interface ExifDate {
  text: string | null;
  offset: string | null;
}

/**
 * The time of capture. EXIF times are wall-clock times, and only newer cameras add an offset; without one the service's zone is
 * assumed. Some phones write the offset of only one of several equal dates. GPS time (UTC, but perhaps of an old fix) is used only when
 * the camera gives none. ModifyDate itself is never used: in an edited copy it is not the time of capture.
 */
function readTakenAt(
  exif: TiffDirectory,
  image: TiffDirectory,
  gps: TiffDirectory,
  options: ExifOptions,
): string | null {
  const readDate = (directory: TiffDirectory, dateTag: number, offsetTag: number): ExifDate => ({
    text: directory.readBytesAsText(dateTag),
    offset: exif.readBytesAsText(offsetTag) ?? directory.readBytesAsText(offsetTag),
  });
  // Some programs write the dates where the camera's name is.
  const dates = [exif, image].flatMap((directory) => [
    readDate(directory, exifTags.takenAt, exifTags.takenOffset),
    readDate(directory, exifTags.digitisedAt, exifTags.digitisedOffset),
  ]);
  const modifiedDate = readDate(image, exifTags.modifiedAt, exifTags.modifiedOffset);
  const findOffset = ({ text, offset }: ExifDate): string | null =>
    parseOffset(offset) === null
      ? ([...dates, modifiedDate].find((other) => other.text === text && parseOffset(other.offset) !== null)
          ?.offset ?? null)
      : offset;
  const zone = options.timeZone ?? timeZone;
  return findPlausibleInstant(
    [...dates.map((date) => parseInstant(date.text, findOffset(date), zone)), readSatelliteTime(gps)],
    options,
  );
}

/** The first of the dates as written in EXIF, XMP or IPTC that can be true, or null. */
export const findTakenAt = (dates: readonly (string | null)[], options: ExifOptions): string | null =>
  findPlausibleInstant(
    dates.map((date) => parseInstant(date, null, options.timeZone ?? timeZone)),
    options,
  );

function findPlausibleInstant(instants: readonly (number | null)[], { now }: ExifOptions): string | null {
  const latestTime = (now?.getTime() ?? Date.now()) + millisecondsPerDay;
  const instant = instants.find((value) => value !== null && value >= earliestTime && value <= latestTime);
  return instant === undefined || instant === null ? null : new Date(instant).toISOString();
}

/** An offset inside the date's text is part of it; an offset in a separate tag may be damaged without affecting the date. */
function parseInstant(text: string | null, offset: string | null, zone: string): number | null {
  const parsedDate = parseExifDate(text);
  if (parsedDate === null) return null;
  const offsetMinutes = parsedDate.offsetMinutes ?? parseOffset(offset);
  return offsetMinutes === null
    ? toInstant(parsedDate.wallTime, zone)
    : parsedDate.wallTime - offsetMinutes * 60_000;
}

/**
 * EXIF writes "2024:05:31 14:05:09". Programs and phones also write other separators, ISO 8601, spaces instead of zeros, fractions, a
 * zone, and hours of a twelve-hour clock. What follows is ignored.
 */
const datePattern =
  /^(\d{4})[:/.-] ?(\d{1,2})[:/.-] ?(\d{1,2})[ T]{1,2}([AP]M )?(\d{1,2}):[ ]?(\d{1,2})(?::[ ]?(\d{1,2})(?:[.,]\d{1,9})?)? ?([AP]M)? ?(Z|UTC|GMT|[+-]\d{1,2}(?::?\d{2})?)?(?![\d:])/i;

/**
 * A date and time as if it were UTC, in milliseconds, and the offset in its text in minutes; null for dates and times that do not exist.
 * Some phones write the hour after midnight as 24.
 */
function parseExifDate(text: string | null): { wallTime: number; offsetMinutes: number | null } | null {
  const parts = datePattern.exec(text?.trim() ?? "");
  if (!parts) return null;
  const [year = 0, month = 0, day = 0] = parts.slice(1, 4).map(Number);
  const [minute = 0, second = 0] = [Number(parts[6]), Number(parts[7] ?? 0)];
  const meridiem = (parts[4] ?? parts[8])?.trim().toUpperCase();
  const hour = toHour(Number(parts[5]), meridiem);
  if (hour === null) return null;
  const wallTime = Date.UTC(year, month - 1, day, hour, minute, second);
  // Date.UTC accepts 31 April as 1 May and month 0 as December of the previous year, and reads year 24 as 1924.
  const date = new Date(wallTime);
  const isValid =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isValid && minute < 60 && second <= 60
    ? { wallTime, offsetMinutes: parseOffset(parts[9] ?? null) }
    : null;
}

/** @param meridiem AM or PM, which some phones also write after hours of the 24-hour clock */
function toHour(hour: number, meridiem: string | undefined): number | null {
  if (meridiem === "AM" && hour === 12) return 0;
  if (meridiem === "PM" && hour < 12) return hour + 12;
  return hour === 24 ? 0 : hour < 24 ? hour : null;
}

function parseOffset(text: string | null): number | null {
  const offset = text?.trim() ?? "";
  if (/^(?:Z|UTC|GMT)$/i.test(offset)) return 0;
  const parts = /^([+-])(\d{1,2})(?::?(\d{2}))?$/.exec(offset);
  if (!parts) return null;
  const minutes = Number(parts[2]) * 60 + Number(parts[3] ?? 0);
  if (minutes > 14 * 60 || Number(parts[3] ?? 0) > 59) return null;
  return parts[1] === "-" ? -minutes : minutes;
}

/** The instant at which clocks in `zone` show `wallTime`. In the hour that clocks skip or repeat, either interpretation. */
function toInstant(wallTime: number, zone: string): number {
  const estimate = wallTime - computeZoneOffset(wallTime, zone);
  return wallTime - computeZoneOffset(estimate, zone);
}

const formatByZone = new Map<string, Intl.DateTimeFormat>();

/** Offset of `zone` from UTC at `instant`, in milliseconds; positive to the east. */
function computeZoneOffset(instant: number, zone: string): number {
  let format = formatByZone.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    formatByZone.set(zone, format);
  }
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const getPart = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
  const localTime = Date.UTC(
    getPart("year"),
    getPart("month") - 1,
    getPart("day"),
    getPart("hour"),
    getPart("minute"),
    getPart("second"),
  );
  return localTime - instant;
}

function readSatelliteTime(gps: TiffDirectory): number | null {
  const [hour, minute, second] = gps.readNumbers(exifTags.gpsTime) ?? [];
  const date = gps.readBytesAsText(exifTags.gpsDate);
  if (date === null || hour === undefined || minute === undefined || second === undefined) return null;
  if (!(hour < 24 && minute < 60 && second < 61)) return null;
  const formatTwoDigits = (value: number) => String(Math.floor(value)).padStart(2, "0");
  const text = `${date.trim()} ${formatTwoDigits(hour)}:${formatTwoDigits(minute)}:${formatTwoDigits(second)}`;
  return parseExifDate(text)?.wallTime ?? null;
}

/**
 * Reads both coordinates or neither. A position without hemispheres is unknown because its sign would be a guess. So is 0° N 0° E
 * (in the sea off Ghana), which devices without a fix write.
 */
function readPosition(gps: TiffDirectory): { lat: number; lng: number } {
  const lat = parseCoordinate(
    gps.readNumbers(exifTags.latitude),
    gps.text(exifTags.latitudeRef),
    "N",
    "S",
    90,
  );
  const lng = parseCoordinate(
    gps.readNumbers(exifTags.longitude),
    gps.text(exifTags.longitudeRef),
    "E",
    "W",
    180,
  );
  if (lat === null || lng === null || (lat === 0 && lng === 0)) {
    return unknownCoordinates;
  }
  return { lat, lng };
}

function parseCoordinate(
  parts: number[] | null,
  reference: string | null,
  positiveHemisphere: string,
  negativeHemisphere: string,
  maxDegrees: number,
): number | null {
  const hemisphere = reference?.charAt(0).toUpperCase();
  if (!parts || (hemisphere !== positiveHemisphere && hemisphere !== negativeHemisphere)) return null;
  // Devices that give decimal degrees may write minutes and seconds as 0/0, which counts as 0; degrees are required.
  const [degrees = Number.NaN, minutes = 0, seconds = 0] = parts.map((part, index) =>
    index > 0 && Number.isNaN(part) ? 0 : part,
  );
  const value = degrees + minutes / 60 + seconds / 3600;
  if (
    !(degrees >= 0 && minutes >= 0 && minutes <= 60 && seconds >= 0 && seconds <= 60 && value <= maxDegrees)
  )
    return null;
  // Seven decimals correspond to a centimetre; more would only be rounding errors.
  const roundedValue = Math.round(value * 1e7) / 1e7;
  return hemisphere === negativeHemisphere && roundedValue !== 0 ? -roundedValue : roundedValue;
}

/**
 * The direction of GPSImgDirection, whether its reference is true or magnetic north: in Sweden they differ by a few degrees, and many phones
 * write the wrong reference.
 */
function readDirection(gps: TiffDirectory): number | null {
  const [degrees = Number.NaN] = gps.readNumbers(exifTags.direction) ?? [];
  if (!(degrees >= 0 && degrees <= 360)) return null;
  return (Math.round(degrees * 10) / 10) % 360;
}

/** Maker and model, or the model alone if it repeats the maker ("EASTMAN KODAK COMPANY", "KODAK CX7530"). */
function createCameraName(make: string | null, model: string | null): string | null {
  const cleanText = (text: string | null) =>
    truncate((text ?? "").replace(/[\p{Cc}\p{Cf}\ufffd\s]+/gu, " ").trim(), 80);
  const maker = cleanText(make);
  const name = cleanText(model);
  const [brand = ""] = name.toLowerCase().split(" ");
  const isRepeated = brand !== "" && maker.toLowerCase().split(" ").includes(brand);
  const camera = isRepeated ? name : `${maker} ${name}`.trim();
  return camera === "" ? null : camera;
}
