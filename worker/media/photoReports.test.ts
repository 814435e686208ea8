import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { readColours } from "#worker/testing/pictureTesting.ts";
import { createDerivatives } from "./derivatives.ts";
import { readDescribedTime } from "./descriptionDates.ts";
import { readExif } from "./exif.ts";
import { inspectBytes } from "./inspectPhoto.ts";
import { createPhotoKey } from "./photoKeys.ts";
import { addExif, addSegment, concat, type ExifTags, makeTiff } from "./testing/exifSegment.ts";
import { makeQuadrantsJpeg } from "./testing/sampleJpegs.ts";

/* Reports from users of photo libraries and galleries. Colours and orientations are those that Chromium shows. */

const now = new Date("2026-11-21T12:00:00Z");
const encodeLatin1 = (latin1: string) => Uint8Array.from(latin1, (character) => character.charCodeAt(0));
const readFacts = (jpeg: Uint8Array) => {
  const inspection = inspectBytes(jpeg, { now });
  return inspection.ok ? inspection.facts : inspection;
};

const orientationTag = 0x112;
const modelTag = 0x110;
const takenTag = 0x9003;
const digitisedTag = 0x9004;

describe("design§Photos which EXIF counts", () => {
  it("exifr#63 Pillow#2944 the first segment has the orientation, and later ones what it lacks", () => {
    const gps = { 1: "N", 2: [59, 20, 4], 3: "E", 4: [18, 4, 7], 17: [90] };
    const toRationals = (parts: string | number[]) =>
      typeof parts === "string" ? parts : parts.map((part) => [part, 1] as const);
    const later = makeTiff({
      image: { [orientationTag]: 6, [modelTag]: "Later" },
      exif: { [takenTag]: "2024:07:01 12:00:00" },
      gps: Object.fromEntries(Object.entries(gps).map(([tag, parts]) => [tag, toRationals(parts)])),
    });
    const makeTwoSegments = (first: ExifTags) =>
      addExif(addExif(makeQuadrantsJpeg(), later), makeTiff(first));
    expect(readFacts(makeTwoSegments({ image: { [orientationTag]: 3, [modelTag]: "First" } }))).toMatchObject(
      {
        ...{ orientation: 3, camera: "First", takenAt: "2024-07-01T10:00:00.000Z" },
        ...{ lat: 59.3344444, lng: 18.0686111, direction: 90 },
      },
    );
    expect(readFacts(makeTwoSegments({ image: { [modelTag]: "First" } }))).toMatchObject({ orientation: 1 });
    expect(readFacts(makeTwoSegments({ exif: { [takenTag]: "2020:01:01 12:00:00" } }))).toMatchObject({
      takenAt: "2020-01-01T11:00:00.000Z",
    });
  });

  it("earendil-works/pi#8571 it may come after XMP", () => {
    const xmp = encodeLatin1("http://ns.adobe.com/xap/1.0/\0<x/>");
    const jpeg = addExif(makeQuadrantsJpeg(), makeTiff({ image: { [orientationTag]: 6 } }));
    expect(readFacts(addSegment(jpeg, 0xe1, xmp))).toMatchObject({ orientation: 6 });
  });

  it.each([
    [1, 6],
    [6, 1],
  ])(
    "JavaScript-Load-Image#103 of the orientations %i and %i in one directory the first counts",
    (first, second) => {
      const exif = makeTiff({ image: { [modelTag]: "AB", [orientationTag]: second } });
      // The entry of the model becomes a second orientation.
      exif.set([0x12, 0x01, 3, 0, 1, 0, 0, 0, first, 0, 0, 0], 10);
      expect(readExif(exif, { now }).orientation).toBe(first);
    },
  );

  it("photoprism#3309 the time of capture comes before the time of digitising", () => {
    const exif = { [takenTag]: "2017:05:31 18:43:23", [digitisedTag]: "2002:12:08 12:00:00" };
    expect(readExif(makeTiff({ exif }), { now }).takenAt).toBe("2017-05-31T16:43:23.000Z");
  });

  it("GeoTag#91 exiftool#28 zenphoto#1176 a position marked as void counts if it is possible", () => {
    const read = (latitude: readonly (readonly [number, number])[]) =>
      readExif(makeTiff({ gps: { 1: "N", 2: latitude, 3: "E", 4: [[18, 1]], 9: "V" } }), { now }).lat;
    expect(read([[59, 1]])).toBe(59);
    const infinite = [[1, 0], [6, 0], [36, 1]] as const; // biome-ignore format: one row
    expect(read(infinite)).toBe(1000);
    expect(read([[17_056_881, 1]])).toBe(1000);
  });

  it.each<[string, number, ExifTags["gps"]]>([
    ["exif-parser#37 without hemispheres is unknown", 1000, { 2: [[50, 1]], 4: [[14, 1]] }],
    ["hsexif#8 with blank hemispheres is unknown", 1000, { 1: "", 2: [[38, 1]], 3: "", 4: [[7, 1]] }],
    ["goexif2#7 of 0/0 is unknown", 1000, { 1: "N", 2: [[0, 0]], 3: "E", 4: [[18, 1]] }],
    // biome-ignore format: one row each
    ["metadata-extractor#15 may have zeros", 59, { 1: "N", 2: [[59, 1], [0, 1], [0, 1]], 3: "E", 4: [[18, 1]] }],
    // biome-ignore format: one row each
    ["exiv2#432 has unsigned parts", 43.8643117, { 1: "N", 2: [[43, 1], [51, 1], [2_576_100_059, 50_000_000]], 3: "E", 4: [[11, 1]] }],
    [
      "TNThieding/exif#24 with hemispheres as words",
      43,
      { 1: "North", 2: [[43, 1]], 3: "East", 4: [[11, 1]] },
    ],
  ])("a position %s", (_, lat, gps) => {
    expect(readExif(makeTiff({ gps }), { now }).lat).toBe(lat);
  });

  it.each([true, false])(
    "JPEGsnoop#55 go-exif#59 exif-py#182 directories that point at themselves and counts of a thousand million end (little-endian: %s)",
    (isLittleEndian) => {
      const exif = makeTiff({ image: { [modelTag]: "AB" }, exif: {}, gps: {} }, isLittleEndian);
      const view = new DataView(exif.buffer);
      // The pointers of the three entries and of the next directory are set to the first directory; the model gets a huge count.
      view.setUint32(14, 1_006_641_184, isLittleEndian);
      for (const offset of [30, 42, 46]) view.setUint32(offset, 8, isLittleEndian);
      expect(readExif(exif, { now })).toMatchObject({ orientation: 1, camera: null, lat: 1000 });
    },
  );

  it("mapillary_issues#535 a negative direction written as unsigned is unknown", () => {
    expect(readExif(makeTiff({ gps: { 17: [[4_294_967_206, 1]] } }), { now }).direction).toBeNull();
  });
});

describe("design§Photos P5 dates beside EXIF", () => {
  it("immich#14824 XMP with a fraction and an offset of half an hour", () => {
    const xmp = 'http://ns.adobe.com/xap/1.0/\0<a photoshop:DateCreated="2024-02-21T10:14:22.27-05:30"/>';
    expect(readDescribedTime([encodeLatin1(xmp)], { now })?.takenAt).toBe("2024-02-21T15:44:22.000Z");
  });

  it.each(["20231029", "2023-10-29", "2023:10:29"])("darktable#15494 IPTC with the date %s", (date) => {
    const makeDataset = (dataset: number, text: string) =>
      concat(Uint8Array.of(0x1c, 2, dataset, 0, text.length), encodeLatin1(text));
    const iptc = concat(makeDataset(55, date), makeDataset(60, "120000"));
    const resource = concat(encodeLatin1("8BIM\x04\x04\0\0\0\0\0"), Uint8Array.of(iptc.length), iptc);
    expect(readDescribedTime([concat(encodeLatin1("Photoshop 3.0\0"), resource)], { now })?.takenAt).toBe(
      "2023-10-29T11:00:00.000Z",
    );
  });
});

const adobe = (transform: number) =>
  concat(encodeLatin1("Adobe"), Uint8Array.of(0, 100, 0, 0, 0, 0, transform));
const jfif = concat(encodeLatin1("JFIF\0"), Uint8Array.of(1, 1, 0, 0, 1, 0, 1, 0, 0));
const quadrants = ["red", "green", "blue", "white"];

/** The quadrants with other component ids. The data is YCbCr, so a decoder that treats it as RGB shows other colours. */
function withComponentIds(...ids: number[]): Uint8Array {
  const jpeg = makeQuadrantsJpeg();
  const findMarker = (marker: number) =>
    jpeg.findIndex((byte, index) => byte === 0xff && jpeg[index + 1] === marker);
  const [frame, scan] = [findMarker(0xc0), findMarker(0xda)];
  for (const [index, id] of ids.entries()) {
    jpeg[frame + 10 + index * 3] = id;
    jpeg[scan + 5 + index * 2] = id;
  }
  return jpeg;
}

const { STORAGE } = env as unknown as { STORAGE: R2Bucket };

async function drawColours(jpeg: Uint8Array, pictures: "codec" | "service"): Promise<unknown> {
  const inspection = inspectBytes(jpeg);
  if (!inspection.ok) return inspection;
  const id = crypto.randomUUID();
  const derivatives = await createDerivatives({
    env: { ...(env as unknown as { IMAGES: ImagesBinding }), PICTURES: pictures, STORAGE },
    original: { open: async () => ({ body: new Response(jpeg).body!, size: jpeg.length }) },
    facts: inspection.facts,
    keys: {
      thumbnail: createPhotoKey("c1", id, "thumbnail"),
      rendition: createPhotoKey("c1", id, "rendition"),
    },
  });
  if (!derivatives.ok) return derivatives;
  const rendition = await STORAGE.get(derivatives.rendition.key);
  return readColours(new Uint8Array(await rendition!.arrayBuffer()));
}

describe.each(["codec", "service"] as const)("design§Photos colours drawn by the %s", (pictures) => {
  it.each([
    [
      "stb#426 jpeg-js#23 jpeg-decoder#249 JFIF beside Adobe's mark for RGB",
      addSegment(addSegment(makeQuadrantsJpeg(), 0xee, adobe(0)), 0xe0, jfif),
    ],
    [
      "ImageSharp#1732 components called R, G, B beside JFIF",
      addSegment(withComponentIds(82, 71, 66), 0xe0, jfif),
    ],
    [
      "ImageSharp#1732 components called R, G, B beside Adobe's mark for YCbCr",
      addSegment(withComponentIds(82, 71, 66), 0xee, adobe(1)),
    ],
    ["GPUJPEG#53 components called r, g, b", withComponentIds(114, 103, 98)],
    ["GPUJPEG#53 components numbered 0, 1, 2", withComponentIds(0, 1, 2)],
    ["GPUJPEG#53 components numbered 0, 34, 35", withComponentIds(0, 34, 35)],
    [
      "stb#423 a second height at the end",
      concat(makeQuadrantsJpeg().slice(0, -2), Uint8Array.of(0xff, 0xdc, 0, 4, 0, 64, 0xff, 0xd9)),
    ],
    [
      "jpeg-decoder#94 an empty segment of Huffman tables",
      addSegment(makeQuadrantsJpeg(), 0xc4, new Uint8Array(0)),
    ],
  ])("%s", async (_, jpeg) => expect(await drawColours(jpeg, pictures)).toEqual(quadrants));

  it.each([
    ["ImageSharp#1732 components called R, G, B", withComponentIds(82, 71, 66)],
    ["stb#426 Adobe's mark for RGB", addSegment(makeQuadrantsJpeg(), 0xee, adobe(0))],
  ])("are those of RGB: %s", async (_, jpeg) => {
    const colours = await drawColours(jpeg, pictures);
    const expectedColours = ["76,84,255", "151,44,21", "29,255,107", "255,128,128"];
    expect(Array.isArray(colours) && colours.length).toBe(4);
    for (const [index, colour] of (colours as string[]).entries()) {
      const channels = colour.split(",").map(Number);
      for (const [channel, value] of expectedColours[index]!.split(",").map(Number).entries())
        expect(Math.abs(channels[channel]! - value)).toBeLessThan(12);
    }
  });

  it("zune-image#410 a height of 0, which no browser shows, is refused with the reason", async () => {
    const jpeg = makeQuadrantsJpeg();
    const frame = jpeg.findIndex((byte, index) => byte === 0xff && jpeg[index + 1] === 0xc0);
    jpeg.set([0, 0], frame + 5);
    expect(await drawColours(jpeg, pictures)).toMatchObject({ ok: false, reason: "photoCorrupt" });
  });
});
