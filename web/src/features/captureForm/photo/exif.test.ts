import { expect, test } from "vitest";
import { findDescriptions, isHeic, isJpeg, withDescriptions, withUprightOrientation } from "./exif.ts";

/** An APP1 segment with one IFD0 entry: the orientation. */
function anExifSegment(orientation: number, isLittleEndian: boolean): number[] {
  const uint16 = (value: number) => (isLittleEndian ? [value & 255, value >> 8] : [value >> 8, value & 255]);
  const uint32 = (value: number) => (isLittleEndian ? [...uint16(value), 0, 0] : [0, 0, ...uint16(value)]);
  const tiff = [
    ...(isLittleEndian ? [0x49, 0x49] : [0x4d, 0x4d]),
    ...uint16(42),
    ...uint32(8),
    ...uint16(1),
    ...uint16(0x0112),
    ...uint16(3),
    ...uint32(1),
    ...uint16(orientation),
    0,
    0,
    ...uint32(0),
  ];
  const body = [0x45, 0x78, 0x69, 0x66, 0, 0, ...tiff];
  return [0xff, 0xe1, 0, body.length + 2, ...body];
}
const aJpeg = (...parts: number[]) =>
  Uint8Array.from([0xff, 0xd8, ...parts, 0xff, 0xda, 0, 2, 1, 0xff, 0xd9]);
const jfif = [0xff, 0xe0, 0, 4, 1, 2];

const aText = (marker: number, text: string) => [
  0xff,
  marker,
  0,
  text.length + 2,
  ...Buffer.from(text, "latin1"),
];
const segmentsOf = (jpeg: Uint8Array) => findDescriptions(jpeg).map((segment) => [...segment]);

test.each([true, false])(
  "design§Capture time and position are copied to a reduced photo, with upright orientation (little-endian: %s)",
  async (isLittleEndian) => {
    const descriptions = findDescriptions(aJpeg(...jfif, ...anExifSegment(6, isLittleEndian)));
    expect(descriptions.map((segment) => [...segment])).toEqual([anExifSegment(6, isLittleEndian)]);
    const reducedPhoto = withDescriptions(
      new Blob([aJpeg(...jfif) as Uint8Array<ArrayBuffer>]),
      descriptions,
    );
    const bytes = new Uint8Array(await reducedPhoto.arrayBuffer());
    expect(isJpeg(bytes)).toBe(true);
    expect(segmentsOf(bytes)).toEqual([anExifSegment(1, isLittleEndian)]);
  },
);

test("FormSG#5754 a reduced photo keeps XMP, IPTC and a second segment of EXIF, where the time of some photos is", async () => {
  const xmp = aText(0xe1, 'http://ns.adobe.com/xap/1.0/\0<x photoshop:DateCreated="2024-02-21T10:14:22"/>');
  const iptc = aText(0xed, "Photoshop 3.0\x008BIM");
  const other = aText(0xe1, "http://ns.adobe.com/xmp/extension/\0");
  const photo = aJpeg(...anExifSegment(6, true), ...other, ...xmp, ...iptc, ...anExifSegment(3, false));
  const reducedPhoto = withDescriptions(
    new Blob([aJpeg() as Uint8Array<ArrayBuffer>]),
    findDescriptions(photo),
  );
  const bytes = new Uint8Array(await reducedPhoto.arrayBuffer());
  expect(segmentsOf(bytes)).toEqual([anExifSegment(1, true), xmp, iptc, anExifSegment(1, false)]);
});

test("design§Capture nothing is copied from a file that is not a JPEG, has no EXIF or is truncated", () => {
  expect(findDescriptions(aJpeg(...jfif))).toEqual([]);
  expect(findDescriptions(Uint8Array.from([0x89, 0x50, 0x4e, 0x47]))).toEqual([]);
  expect(findDescriptions(aJpeg(...anExifSegment(1, true)).slice(0, 20))).toEqual([]);
  expect([...withUprightOrientation(Uint8Array.from([0xff, 0xe1, 0, 2]))]).toEqual([0xff, 0xe1, 0, 2]);
});

test("P6 circles-api#36 EXIF behind stray and fill bytes is found", () => {
  const exif = anExifSegment(6, true);
  expect(segmentsOf(aJpeg(0, 7, 0xff, 0xff, 0, ...jfif, 0x2a, ...exif))).toEqual([exif]);
});

test("design§Capture a HEIC photo is recognised by its content, regardless of its name", () => {
  const box = (brand: string) => new TextEncoder().encode(`\0\0\0 ftyp${brand}`);
  expect(["heic", "heix", "mif1", "mp42"].map((brand) => isHeic(box(brand)))).toEqual([
    true,
    true,
    true,
    false,
  ]);
});
