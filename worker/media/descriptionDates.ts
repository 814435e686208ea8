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
  const texts = descriptions.map(decodeLatin1);
  const filterTexts = (header: string) => texts.filter((text) => text.startsWith(header));
  const xmpTime = findTakenAt(filterTexts(xmpHeader).flatMap(readXmpDates), options);
  if (xmpTime !== null) return { takenAt: xmpTime, source: "XMP" };
  const iptcTime = findTakenAt(filterTexts(photoshopHeader).flatMap(readIptcDates), options);
  return iptcTime === null ? null : { takenAt: iptcTime, source: "IPTC" };
}

/** Decodes each byte to one character, so that offsets stay byte offsets; dates are ASCII. */
const decodeLatin1 = (bytes: Uint8Array): string => {
  let text = "";
  for (let offset = 0; offset < bytes.length; offset += 8192)
    text += String.fromCharCode(...bytes.subarray(offset, offset + 8192));
  return text;
};

/** The properties in order of trust, as for EXIF: the time taken, then the time digitised. */
const xmpProperties = [
  { namespace: "http://ns.adobe.com/exif/1.0/", prefix: "exif", name: "DateTimeOriginal" },
  { namespace: "http://ns.adobe.com/photoshop/1.0/", prefix: "photoshop", name: "DateCreated" },
  { namespace: "http://ns.adobe.com/exif/1.0/", prefix: "exif", name: "DateTimeDigitized" },
  { namespace: "http://ns.adobe.com/xap/1.0/", prefix: "xmp", name: "CreateDate" },
] as const;
/** Longer than any date. */
const maxDateLength = 40;

const readXmpDates = (xmp: string): (string | null)[] =>
  xmpProperties.map(({ namespace, prefix: defaultPrefix, name }) => {
    const prefix = findPrefix(xmp, namespace) ?? defaultPrefix;
    // An attribute of the description, or an element in it.
    const attribute =
      findValue(xmp, `${prefix}:${name}="`, '"') ?? findValue(xmp, `${prefix}:${name}='`, "'");
    return attribute ?? findValue(xmp, `<${prefix}:${name}>`, "<");
  });

/** Older programs call the namespace of `xmp` `xap`, and any name is allowed. */
function findPrefix(xmp: string, namespace: string): string | undefined {
  const offset = xmp.search(new RegExp(`=["']${namespace.replaceAll(".", "\\.")}["']`));
  return offset < 0
    ? undefined
    : /xmlns:([\w.-]{1,40})$/.exec(xmp.slice(Math.max(0, offset - 60), offset))?.[1];
}

function findValue(text: string, start: string, end: string): string | null {
  const startIndex = text.indexOf(start);
  if (startIndex < 0) return null;
  const value = text.slice(startIndex + start.length, startIndex + start.length + maxDateLength);
  const endIndex = value.indexOf(end);
  return endIndex < 0 ? null : value.slice(0, endIndex);
}

/** Photoshop's resource that holds IPTC, and the datasets of its application record (IIM 4.2): 2:55 and 2:60, 2:62 and 2:63. */
const iptcResource = 0x0404;
const applicationRecord = 2;
const [dateCreated, timeCreated, dateDigitised, timeDigitised] = [55, 60, 62, 63];

function readIptcDates(photoshop: string): (string | null)[] {
  const values = readDatasets(findResource(photoshop, iptcResource) ?? "");
  return [
    [dateCreated, timeCreated],
    [dateDigitised, timeDigitised],
  ].map(([date, time]) => toDateText(values.get(date!), values.get(time!)));
}

const readUint16 = (text: string, offset: number): number =>
  (text.charCodeAt(offset) << 8) | text.charCodeAt(offset + 1);
const readUint32 = (text: string, offset: number): number =>
  readUint16(text, offset) * 65_536 + readUint16(text, offset + 2);

/** The data of one of Photoshop's resources: "8BIM", its number, an even-sized Pascal name, its length and data of even size. */
function findResource(photoshop: string, resourceId: number): string | null {
  for (let offset = photoshopHeader.length; photoshop.startsWith("8BIM", offset); ) {
    const nameBytes = 1 + photoshop.charCodeAt(offset + 6);
    const lengthOffset = offset + 6 + nameBytes + (nameBytes % 2);
    const length = readUint32(photoshop, lengthOffset);
    if (Number.isNaN(length)) return null;
    if (readUint16(photoshop, offset + 4) === resourceId)
      return photoshop.slice(lengthOffset + 4, lengthOffset + 4 + length);
    offset = lengthOffset + 4 + length + (length % 2);
  }
  return null;
}

/** The first value of each dataset of the application record: 0x1C, record, dataset, length, value. */
function readDatasets(iptc: string): Map<number, string> {
  const values = new Map<number, string>();
  for (let offset = 0; iptc.charCodeAt(offset) === 0x1c && offset + 5 <= iptc.length; ) {
    const [record, dataset, length] = [
      iptc.charCodeAt(offset + 1),
      iptc.charCodeAt(offset + 2),
      readUint16(iptc, offset + 3),
    ];
    // Longer values have an extended length, and no date is that long.
    if (length >= 0x8000) break;
    if (record === applicationRecord && !values.has(dataset))
      values.set(dataset, iptc.slice(offset + 5, offset + 5 + length));
    offset += 5 + length;
  }
  return values;
}

/** "20240531" and "140509+0200" as EXIF would write them. Some programs separate the parts as in EXIF or ISO 8601. */
function toDateText(date: string | undefined, time: string | undefined): string | null {
  const day = /^(\d{4})[-:]?(\d{2})[-:]?(\d{2})$/.exec(date?.trim() ?? "");
  const clock = /^(\d{2}):?(\d{2}):?(\d{2})([+-]\d{2}:?\d{2})?$/.exec(time?.trim() ?? "");
  return day && clock ? `${day.slice(1).join(":")} ${clock.slice(1, 4).join(":")}${clock[4] ?? ""}` : null;
}
