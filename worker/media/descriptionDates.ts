import { photoshopHeader, xmpHeader } from "#domain/media/jpeg/descriptionHeaders.ts";
import { type ExifOptions, findTakenAt } from "./exif.ts";

/**
 * When a photo was taken according to its XMP or IPTC: cameras write EXIF, but programs that edit photos and scanners often keep only
 * these. Dates without a time are not read.
 */
export interface DescribedTime {
  takenAt: string;
  source: "XMP" | "IPTC";
}

/** @param descriptions segments of a JPEG with their headers */
export function readDescribedTime(
  descriptions: readonly Uint8Array[],
  options: ExifOptions = {},
): DescribedTime | null {
  const texts = descriptions.map(latin1);
  const ofKind = (header: string) => texts.filter((text) => text.startsWith(header));
  const xmpTime = findTakenAt(ofKind(xmpHeader).flatMap(xmpDates), options);
  if (xmpTime !== null) return { takenAt: xmpTime, source: "XMP" };
  const iptcTime = findTakenAt(ofKind(photoshopHeader).flatMap(iptcDates), options);
  return iptcTime === null ? null : { takenAt: iptcTime, source: "IPTC" };
}

/** Bytes as characters: positions stay those of the bytes, and dates are ASCII. */
const latin1 = (bytes: Uint8Array): string => {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return text;
};

/** The properties in the order in which they are trusted, as EXIF's: when it was taken, then when it was digitised. */
const xmpProperties = [
  { namespace: "http://ns.adobe.com/exif/1.0/", prefix: "exif", name: "DateTimeOriginal" },
  { namespace: "http://ns.adobe.com/photoshop/1.0/", prefix: "photoshop", name: "DateCreated" },
  { namespace: "http://ns.adobe.com/exif/1.0/", prefix: "exif", name: "DateTimeDigitized" },
  { namespace: "http://ns.adobe.com/xap/1.0/", prefix: "xmp", name: "CreateDate" },
] as const;
/** Longer than any date. */
const maxDateLength = 40;

const xmpDates = (xmp: string): (string | null)[] =>
  xmpProperties.map(({ namespace, prefix: usualPrefix, name }) => {
    const prefix = prefixOf(xmp, namespace) ?? usualPrefix;
    // An attribute of the description, or an element in it.
    const attribute = between(xmp, `${prefix}:${name}="`, '"') ?? between(xmp, `${prefix}:${name}='`, "'");
    return attribute ?? between(xmp, `<${prefix}:${name}>`, "<");
  });

/** Older programs call the namespace of `xmp` `xap`, and any name is allowed. */
function prefixOf(xmp: string, namespace: string): string | undefined {
  const at = xmp.search(new RegExp(`=["']${namespace.replaceAll(".", "\\.")}["']`));
  return at < 0 ? undefined : /xmlns:([\w.-]{1,40})$/.exec(xmp.slice(Math.max(0, at - 60), at))?.[1];
}

function between(text: string, start: string, end: string): string | null {
  const from = text.indexOf(start);
  if (from < 0) return null;
  const value = text.slice(from + start.length, from + start.length + maxDateLength);
  const to = value.indexOf(end);
  return to < 0 ? null : value.slice(0, to);
}

/** Photoshop's resource that holds IPTC, and the datasets of its application record (IIM 4.2): 2:55 and 2:60, 2:62 and 2:63. */
const iptcResource = 0x0404;
const applicationRecord = 2;
const [dateCreated, timeCreated, dateDigitised, timeDigitised] = [55, 60, 62, 63];

function iptcDates(photoshop: string): (string | null)[] {
  const values = readDatasets(findResource(photoshop, iptcResource) ?? "");
  return [
    [dateCreated, timeCreated],
    [dateDigitised, timeDigitised],
  ].map(([date, time]) => toDateText(values.get(date!), values.get(time!)));
}

const uint16At = (text: string, at: number): number => (text.charCodeAt(at) << 8) | text.charCodeAt(at + 1);
const uint32At = (text: string, at: number): number => uint16At(text, at) * 65_536 + uint16At(text, at + 2);

/** The data of one of Photoshop's resources: "8BIM", its number, an even-sized Pascal name, its length and data of even size. */
function findResource(photoshop: string, wanted: number): string | null {
  for (let at = photoshopHeader.length; photoshop.startsWith("8BIM", at); ) {
    const nameBytes = 1 + photoshop.charCodeAt(at + 6);
    const lengthAt = at + 6 + nameBytes + (nameBytes % 2);
    const length = uint32At(photoshop, lengthAt);
    if (Number.isNaN(length)) return null;
    if (uint16At(photoshop, at + 4) === wanted) return photoshop.slice(lengthAt + 4, lengthAt + 4 + length);
    at = lengthAt + 4 + length + (length % 2);
  }
  return null;
}

/** The first value of each dataset of the application record: 0x1C, record, dataset, length, value. */
function readDatasets(iptc: string): Map<number, string> {
  const values = new Map<number, string>();
  for (let at = 0; iptc.charCodeAt(at) === 0x1c && at + 5 <= iptc.length; ) {
    const [record, dataset, length] = [
      iptc.charCodeAt(at + 1),
      iptc.charCodeAt(at + 2),
      uint16At(iptc, at + 3),
    ];
    // Longer values have a length of their own length, and none of those read here.
    if (length >= 0x8000) break;
    if (record === applicationRecord && !values.has(dataset))
      values.set(dataset, iptc.slice(at + 5, at + 5 + length));
    at += 5 + length;
  }
  return values;
}

/** "20240531" and "140509+0200" as EXIF would write them. */
function toDateText(date: string | undefined, time: string | undefined): string | null {
  const day = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(date?.trim() ?? "");
  const clock = /^(\d{2}):?(\d{2}):?(\d{2})([+-]\d{2}:?\d{2})?$/.exec(time?.trim() ?? "");
  return day && clock ? `${day.slice(1).join(":")} ${clock.slice(1, 4).join(":")}${clock[4] ?? ""}` : null;
}
