import sharp from "sharp";
import { timeZone } from "#domain/core/calendar/days.ts";

/** The metadata that a camera records with a photo. */
export interface Shot {
  takenAt: Date;
  /** WGS84 degrees. */
  lat: number;
  lng: number;
  /** Degrees clockwise from north; unknown to phones without a compass. */
  direction?: number;
  /** Maker and model. */
  camera?: string;
}

const clock = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });

/** Local time in Sweden, as EXIF writes it: "2024:05:31 14:05:09", and its offset from UTC apart: "+02:00". */
function toExifTime(instant: Date): { time: string; offset: string } {
  const local = clock.format(instant);
  const minutes = (Date.parse(`${local.replace(" ", "T")}Z`) - Math.floor(+instant / 1000) * 1000) / 60_000;
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0"));
  return { time: local.replaceAll("-", ":"), offset: `+${hours}:${rest}` };
}

/** Degrees, minutes and ten-thousandths of seconds as EXIF rationals. */
function sexagesimal(degrees: number): string {
  const seconds = Math.round(Math.abs(degrees) * 36_000_000);
  return `${Math.floor(seconds / 36_000_000)}/1 ${Math.floor(seconds / 600_000) % 60}/1 ${seconds % 600_000}/10000`;
}

/**
 * Replaces the EXIF of a JPEG, its first segment, with that of another shot. Picture and orientation stay byte for byte. sharp writes
 * EXIF only with a picture, so the segment comes from one of a single pixel.
 */
export async function withShot(
  jpeg: Buffer,
  { takenAt, lat, lng, direction, camera = "Apple iPhone 15" }: Shot,
): Promise<Buffer> {
  const { orientation = 1, width, height } = await sharp(jpeg).metadata();
  const { time, offset } = toExifTime(takenAt);
  const [make = "", ...model] = camera.split(" ");
  const utc = takenAt.toISOString();
  const pixel = await sharp({ create: { width: 1, height: 1, channels: 3, background: "black" } })
    .jpeg()
    .withMetadata({ orientation, density: 72 })
    .withExifMerge({
      IFD0: { Make: make, Model: model.join(" "), Software: "Siteproof demo", DateTime: time },
      IFD2: {
        DateTimeOriginal: time,
        DateTimeDigitized: time,
        OffsetTime: offset,
        OffsetTimeOriginal: offset,
        OffsetTimeDigitized: offset,
        SubSecTimeOriginal: utc.slice(20, 23),
        ExposureTime: "1/120",
        FNumber: "9/5",
        ISOSpeedRatings: "64",
        FocalLength: "26/5",
        FocalLengthIn35mmFilm: "26",
        PixelXDimension: String(width),
        PixelYDimension: String(height),
      },
      IFD3: {
        GPSLatitudeRef: lat < 0 ? "S" : "N",
        GPSLatitude: sexagesimal(lat),
        GPSLongitudeRef: lng < 0 ? "W" : "E",
        GPSLongitude: sexagesimal(lng),
        ...(direction !== undefined && { GPSImgDirectionRef: "T", GPSImgDirection: `${direction}/1` }),
        GPSTimeStamp: `${utc.slice(11, 13)}/1 ${utc.slice(14, 16)}/1 ${utc.slice(17, 19)}/1`,
        GPSDateStamp: utc.slice(0, 10).replaceAll("-", ":"),
      },
    })
    .toBuffer();
  const { exif = Buffer.alloc(0) } = await sharp(pixel).metadata();
  const header = Buffer.from([0xff, 0xe1, (exif.length + 2) >> 8, (exif.length + 2) & 0xff]);
  return Buffer.concat([jpeg.subarray(0, 2), header, exif, jpeg.subarray(4 + jpeg.readUInt16BE(4))]);
}
