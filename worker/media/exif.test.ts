import { describe, expect, it } from "vitest";
import { readExif } from "./exif.ts";
import { inspectBytes } from "./inspectPhoto.ts";
import { addExif, type ExifTags, makeTiff } from "./testing/exifSegment.ts";
import { makeQuadrantsJpeg } from "./testing/sampleJpegs.ts";

const makeTag = 0x10f;
const modelTag = 0x110;
const orientationTag = 0x112;
const dateTimeOriginalTag = 0x9003;
const dateTimeDigitizedTag = 0x9004;
const offsetTimeTag = 0x9010;
const offsetTimeOriginalTag = 0x9011;
const offsetTimeDigitizedTag = 0x9012;
const dateTimeTag = 0x132;

const referenceDate = new Date("2026-11-21T12:00:00Z");
const readTags = (tags: ExifTags, littleEndian = true) =>
  readExif(makeTiff(tags, littleEndian), { now: referenceDate });
const readTakenAt = (text: string, offset = "") =>
  readTags({ exif: { [dateTimeOriginalTag]: text, [offsetTimeOriginalTag]: offset } }).takenAt;

type Rationals = readonly (readonly [number, number])[];
const readPosition = (lat: Rationals, latRef: string, lng: Rationals, lngRef: string) => {
  const facts = readTags({ gps: { 1: latRef, 2: lat, 3: lngRef, 4: lng } });
  return [facts.lat, facts.lng];
};
const toRationals = (...parts: number[]): Rationals => parts.map((part) => [part, 1] as const);
const unknownPosition = [1000, 1000];

describe("design§Photos EXIF time", () => {
  it("uses the camera's offset", () => {
    expect(readTakenAt("2024:05:31 14:05:09", "+02:00")).toBe("2024-05-31T12:05:09.000Z");
    expect(readTakenAt("2024:05:31 14:05:09", "-05:30")).toBe("2024-05-31T19:35:09.000Z");
    expect(readTakenAt("2024:05:31 14:05:09", "Z")).toBe("2024-05-31T14:05:09.000Z");
  });

  it("reads a time without an offset as Swedish time, in summer and in winter", () => {
    expect(readTakenAt("2024:07:01 12:00:00")).toBe("2024-07-01T10:00:00.000Z");
    expect(readTakenAt("2024:01:01 12:00:00")).toBe("2024-01-01T11:00:00.000Z");
    expect(readTakenAt("2024:01:01 12:00:00", "nonsense")).toBe("2024-01-01T11:00:00.000Z");
  });

  it("is correct on both sides of the skipped and the repeated hour", () => {
    expect(readTakenAt("2024:03:31 01:59:59")).toBe("2024-03-31T00:59:59.000Z");
    expect(readTakenAt("2024:03:31 03:00:00")).toBe("2024-03-31T01:00:00.000Z");
    expect(readTakenAt("2024:10:27 01:59:59")).toBe("2024-10-26T23:59:59.000Z");
    expect(readTakenAt("2024:10:27 03:00:00")).toBe("2024-10-27T02:00:00.000Z");
  });

  it.each([
    // LG, Nokia and others write the first hour of a day as 24.
    ["2015:08:22 24:08:19", "2015-08-21T22:08:19.000Z"],
    ["2019:01:01 24:04:20", "2018-12-31T23:04:20.000Z"],
    ["2015:02:01 14:42:59+01:00", "2015-02-01T13:42:59.000Z"],
    ["2025:01:08 07:18:55+0000", "2025-01-08T07:18:55.000Z"],
    ["2024:08:13 17:14:26.123-05:30", "2024-08-13T22:44:26.000Z"],
    ["2018-01-20T11:46:00Z", "2018-01-20T11:46:00.000Z"],
    ["2018-01-20T11:46:00.5+02", "2018-01-20T09:46:00.000Z"],
    ["2018:05:10 13:23:29+02:00 DST", "2018-05-10T11:23:29.000Z"],
    ["2018:05:10 13:23:29 UTC", "2018-05-10T13:23:29.000Z"],
    ["2024: 7: 1 12: 0: 9", "2024-07-01T10:00:09.000Z"],
    ["2024/7/1 9:05", "2024-07-01T07:05:00.000Z"],
    ["2024:07:01 03:04:05 PM", "2024-07-01T13:04:05.000Z"],
    ["2024:07:01 PM 03:04:05", "2024-07-01T13:04:05.000Z"],
    ["2024:07:01 12:04:05 AM", "2024-06-30T22:04:05.000Z"],
    ["2024:07:01 12:00:00 and more", "2024-07-01T10:00:00.000Z"],
    ["2024:07:01 12:00:00+99:99", "2024-07-01T10:00:00.000Z"],
    ["2024:07:01 12:00:60", "2024-07-01T10:01:00.000Z"],
  ])("P5 immich#5714 ente#5147 camerahub#874 reads %j as %s", (text, instant) =>
    expect(readTakenAt(text)).toBe(instant),
  );

  it("P5 ente#5147 prefers an offset in the text to the offset tag, and ignores a damaged offset", () => {
    expect(readTakenAt("2024:07:01 12:00:00+05:00", "+02:00")).toBe("2024-07-01T07:00:00.000Z");
    expect(readTakenAt("2024:07:01 12:00:00", " +05:00 ")).toBe("2024-07-01T07:00:00.000Z");
    expect(readTakenAt("2024:07:01 12:00:00", "+5:00")).toBe("2024-07-01T07:00:00.000Z");
    expect(readTakenAt("2024:07:01 12:00:00", "   :  ")).toBe("2024-07-01T10:00:00.000Z");
  });

  it("P5 exiftool-vendored#220 goexif2#3 takes the offset of an equal date, but not that of a later change", () => {
    const [taken, changed] = ["2024:07:01 12:00:00", "2024:12:24 18:00:00"];
    const read = (dateTime: string, exif: Record<number, string>) =>
      readTags({ image: { [dateTimeTag]: dateTime }, exif: { [dateTimeOriginalTag]: taken, ...exif } })
        .takenAt;
    expect(read(taken, { [offsetTimeTag]: "+03:00" })).toBe("2024-07-01T09:00:00.000Z");
    expect(read(changed, { [dateTimeDigitizedTag]: taken, [offsetTimeDigitizedTag]: "+03:00" })).toBe(
      "2024-07-01T09:00:00.000Z",
    );
    expect(read(changed, { [offsetTimeTag]: "+03:00" })).toBe("2024-07-01T10:00:00.000Z");
    expect(read(taken, { [offsetTimeTag]: "+03:00", [offsetTimeOriginalTag]: "-05:00" })).toBe(
      "2024-07-01T17:00:00.000Z",
    );
  });

  it("can be read in another time zone", () => {
    const exif = makeTiff({ exif: { [dateTimeOriginalTag]: "2024:07:01 12:00:00" } });
    expect(readExif(exif, { now: referenceDate, timeZone: "Europe/Helsinki" }).takenAt).toBe(
      "2024-07-01T09:00:00.000Z",
    );
  });

  it.each([
    "0000:00:00 00:00:00",
    "    :  :     :  :  ",
    "1980:01:01 00:00:00",
    "2024:02:30 10:00:00",
    "2024:13:01 10:00:00",
    "2024:05:31 25:00:00",
    "2024:05:31 10:60:00",
    "2024:05:31 10:00:611",
    "2024:05:31",
    "31.05.2024 10:00:00",
    "2026:11:23 12:00:00",
    "yesterday",
    "",
  ])("ignores %j", (text) => expect(readTakenAt(text)).toBeNull());

  it("falls back to the time of digitising, then to the GPS time", () => {
    const gps = { 7: toRationals(8, 30, 15), 29: "2023:06:01" };
    expect(
      readTags({
        exif: { [dateTimeOriginalTag]: "0000:00:00 00:00:00", [dateTimeDigitizedTag]: "2024:01:01 12:00:00" },
        gps,
      }).takenAt,
    ).toBe("2024-01-01T11:00:00.000Z");
    expect(readTags({ exif: { [dateTimeOriginalTag]: "0000:00:00 00:00:00" }, gps }).takenAt).toBe(
      "2023-06-01T08:30:15.000Z",
    );
    expect(readTags({ gps }).takenAt).toBe("2023-06-01T08:30:15.000Z");
  });

  it("P5 reads DateTimeOriginal from IFD0", () => {
    expect(readTags({ image: { [dateTimeOriginalTag]: "2024:01:01 12:00:00" } }).takenAt).toBe(
      "2024-01-01T11:00:00.000Z",
    );
  });

  it("never uses the date of the last change as the photo's time", () => {
    expect(readTags({ image: { [dateTimeTag]: "2024:01:01 12:00:00" } }).takenAt).toBeNull();
  });
});

describe("2§9 EXIF position", () => {
  it("reads both hemispheres, to the centimetre", () => {
    const lat: Rationals = [
      [59, 1],
      [19, 1],
      [4582, 100],
    ];
    const lng: Rationals = [
      [18, 1],
      [4, 1],
      [717, 100],
    ];
    expect(readPosition(lat, "N", lng, "E")).toEqual([59.3293944, 18.0686583]);
    expect(readPosition(lat, "S", lng, "W")).toEqual([-59.3293944, -18.0686583]);
  });

  it("P5 exiv2#432 GPXSee#260 reads large numerators, and ignores a position with a negative signed rational", () => {
    const lat: Rationals = [
      [43, 1],
      [51, 1],
      [2_576_100_059, 50_000_000],
    ];
    expect(readPosition(lat, "N", toRationals(11, 0, 0), "E")).toEqual([43.8643117, 11]);
    const exif = makeTiff({ gps: { 1: "N", 2: lat, 3: "E", 4: toRationals(11, 0, 0) } });
    // The type of both coordinates becomes SRATIONAL.
    for (let offset = 0; offset + 12 < exif.length; offset += 1)
      if (exif[offset + 2] === 5 && exif[offset + 3] === 0 && exif[offset + 4] === 3) exif[offset + 2] = 10;
    const facts = readExif(exif, { now: referenceDate });
    expect([Math.round(facts.lng), facts.lat]).toEqual([1000, 1000]);
  });

  it("reads decimal degrees whose minutes and seconds are 0/0", () => {
    const brokenRational = [0, 0] as const;
    expect(
      readPosition([[593294, 10_000], brokenRational, brokenRational], "N", [[180_687, 10_000]], "E"),
    ).toEqual([59.3294, 18.0687]);
  });

  it.each<[string, Rationals, string, Rationals, string]>([
    ["0, 0", toRationals(0, 0, 0), "N", toRationals(0, 0, 0), "E"],
    [
      "0/0",
      [
        [0, 0],
        [0, 0],
        [0, 0],
      ],
      "N",
      toRationals(18, 0, 0),
      "E",
    ],
    ["too far north", toRationals(91, 0, 0), "N", toRationals(18, 0, 0), "E"],
    ["too far east", toRationals(59, 0, 0), "N", toRationals(181, 0, 0), "E"],
    ["no hemisphere", toRationals(59, 0, 0), "", toRationals(18, 0, 0), "E"],
    ["absurd minutes", toRationals(59, 4_000_000_000, 0), "N", toRationals(18, 0, 0), "E"],
  ])("is unknown (1000) for %s", (_name, lat, latRef, lng, lngRef) =>
    expect(readPosition(lat, latRef, lng, lngRef)).toEqual(unknownPosition),
  );

  it("accepts a zero in one coordinate: on the equator or the Greenwich meridian", () => {
    expect(readPosition(toRationals(0, 0, 0), "N", toRationals(36, 0, 0), "E")).toEqual([0, 36]);
    expect(Object.is(readPosition(toRationals(51, 0, 0), "N", toRationals(0, 0, 0), "W")[1], 0)).toBe(true);
  });
});

describe("design§Photos EXIF direction", () => {
  const readDirection = (...[numerator, denominator]: readonly [number, number]) =>
    readTags({ gps: { 16: "T", 17: [[numerator, denominator]] } }).direction;

  it("is read without a position, to a tenth of a degree", () => {
    expect(readDirection(315, 1)).toBe(315);
    expect(readDirection(0, 1)).toBe(0);
    expect(readDirection(1_234_567, 10_000)).toBe(123.5);
  });

  it("reads 360 degrees, and values that round to it, as 0", () => {
    expect(readDirection(360, 1)).toBe(0);
    expect(readDirection(35_998, 100)).toBe(0);
  });

  it("is unknown when it is missing, broken or impossible", () => {
    expect(readTags({ gps: { 16: "T" } }).direction).toBeNull();
    expect(readTags({ gps: { 17: "315" } }).direction).toBeNull();
    expect(readDirection(315, 0)).toBeNull();
    expect(readDirection(0, 0)).toBeNull();
    expect(readDirection(361, 1)).toBeNull();
  });
});

describe("design§Photos EXIF orientation and camera", () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])("reads orientation %i in both byte orders", (orientation) => {
    expect(readTags({ image: { [orientationTag]: orientation } }).orientation).toBe(orientation);
    expect(readTags({ image: { [orientationTag]: orientation } }, false).orientation).toBe(orientation);
  });

  it.each([1, 2, 4, 6, 7, 8, 9])(
    "P4 libvips#4072 ignores an orientation of TIFF type %i, as browsers do",
    (type) => {
      const exif = makeTiff({ image: { [orientationTag]: 6 } });
      exif[12] = type;
      expect(readExif(exif, { now: referenceDate }).orientation).toBe(1);
    },
  );

  it.each([0, 9, 65_535])("reads orientation %i as upright", (orientation) =>
    expect(readTags({ image: { [orientationTag]: orientation } }).orientation).toBe(1),
  );

  it.each([
    ["Canon", "Canon EOS 40D", "Canon EOS 40D"],
    ["NIKON CORPORATION", "NIKON D70", "NIKON D70"],
    ["EASTMAN KODAK COMPANY", "KODAK CX7530", "KODAK CX7530"],
    ["Apple", "iPhone 15", "Apple iPhone 15"],
    ["Jolla", "Jolla", "Jolla"],
    ["", "SM-S911B", "SM-S911B"],
    ["   ", "", null],
  ])("does not repeat the make: %j and %j are %j", (make, model, camera) =>
    expect(readTags({ image: { [makeTag]: make, [modelTag]: model } }).camera).toBe(camera),
  );
});

describe("design§Photos broken EXIF is never a reason to refuse a photo", () => {
  const noExif = { orientation: 1, takenAt: null, lat: 1000, lng: 1000, direction: null, camera: null };

  it.each<[string, Uint8Array]>([
    ["no TIFF header", new Uint8Array(64)],
    ["only a header", makeTiff({}).subarray(0, 8)],
    ["a directory outside the data", new Uint8Array([0x49, 0x49, 42, 0, 255, 255, 255, 255, 0, 0, 0, 0])],
    ["a directory in the header", new Uint8Array([0x49, 0x49, 42, 0, 0, 0, 0, 0, 0, 0, 0, 0])],
  ])("%s", (_name, exif) =>
    expect(inspectBytes(addExif(makeQuadrantsJpeg(), exif))).toMatchObject({ ok: true, facts: noExif }),
  );

  it("keeps the readable tags when one is broken", () => {
    const exif = makeTiff({ image: { [makeTag]: "A maker", [orientationTag]: 6 } });
    const view = new DataView(exif.buffer);
    view.setUint32(10 + 8, 0xffff_fff0, true); // The maker's value lies outside the data.
    expect(readExif(exif)).toEqual({ ...noExif, orientation: 6 });
  });

  it("allocates nothing for a count of four billion", () => {
    const exif = makeTiff({ image: { [makeTag]: "A maker", [orientationTag]: 6 } });
    new DataView(exif.buffer).setUint32(10 + 12 + 4, 0xffff_ffff, true);
    expect(readExif(exif).orientation).toBe(1);
  });

  it("does not follow a directory that points to itself", () => {
    const exif = makeTiff({ image: { [orientationTag]: 3 }, exif: {}, gps: {} });
    const view = new DataView(exif.buffer);
    view.setUint32(10 + 12 + 8, 8, true);
    view.setUint32(10 + 24 + 8, 8, true);
    expect(readExif(exif)).toEqual({ ...noExif, orientation: 3 });
  });

  it("survives any single changed byte", () => {
    const exif = makeTiff({
      image: { [makeTag]: "Maker", [orientationTag]: 6 },
      exif: { [dateTimeOriginalTag]: "2024:05:31 14:05:09" },
      gps: {
        1: "N",
        2: toRationals(59, 1, 2),
        3: "E",
        4: toRationals(18, 1, 2),
        7: toRationals(1, 2, 3),
        29: "2023:06:01",
      },
    });
    for (let index = 0; index < exif.length; index++) {
      for (const value of [0, 1, 0x7f, 0x80, 0xff]) {
        const damagedExif = exif.slice();
        damagedExif[index] = value;
        const { orientation, lat, lng } = readExif(damagedExif, { now: referenceDate });
        expect(orientation).toBeGreaterThanOrEqual(1);
        expect(orientation).toBeLessThanOrEqual(8);
        expect((lat === 1000 && lng === 1000) || (Math.abs(lat) <= 90 && Math.abs(lng) <= 180)).toBe(true);
      }
    }
  });
});
