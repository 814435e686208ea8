import { describe, expect, it } from "vitest";
import { photoshopHeader, xmpHeader } from "#domain/media/jpeg/descriptionHeaders.ts";
import { readDescribedTime } from "./descriptionDates.ts";
import { inspectBytes } from "./inspect.ts";
import { concat, tiff, withExif, withSegment } from "./testing/exifSegment.ts";
import { quadrants } from "./testing/sampleJpegs.ts";

const now = new Date("2026-11-21T12:00:00Z");
const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const namespaces = `xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:exif="http://ns.adobe.com/exif/1.0/"`;
const xmp = (description: string) =>
  latin1(`${xmpHeader}<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF>${description}</rdf:RDF></x:xmpmeta>`);
const attributes = (text: string) => xmp(`<rdf:Description rdf:about="" ${namespaces} ${text}/>`);

const uint16 = (value: number) => Uint8Array.of(value >> 8, value & 255);
const dataset = (number: number, value: string, record = 2) =>
  concat(Uint8Array.of(0x1c, record, number), uint16(value.length), latin1(value));
const resource = (id: number, data: Uint8Array, name = "") =>
  concat(
    latin1("8BIM"),
    uint16(id),
    latin1(String.fromCharCode(name.length) + name + (name.length % 2 === 0 ? "\0" : "")),
    uint16(0),
    uint16(data.length),
    data,
    new Uint8Array(data.length % 2),
  );
const photoshop = (...resources: Uint8Array[]) => concat(latin1(photoshopHeader), ...resources);
const iptc = (...datasets: Uint8Array[]) =>
  photoshop(
    resource(0x03ed, Uint8Array.of(1, 2, 3), "odd"),
    resource(0x0404, concat(dataset(90, "\x1b%G", 1), dataset(0, "\0\x02"), ...datasets)),
  );
const read = (...segments: Uint8Array[]) => readDescribedTime(segments, { now });

describe("design§Photos P5 immich#5714 Piwigo#1017 the time of a photo without EXIF", () => {
  it.each([
    ['photoshop:DateCreated="2012-05-31T14:05:09+02:00"', "2012-05-31T12:05:09.000Z"],
    ["photoshop:DateCreated='2012-05-31T14:05:09.75Z'", "2012-05-31T14:05:09.000Z"],
    ['xmp:CreateDate="2012-05-31T14:05"', "2012-05-31T12:05:00.000Z"],
    ['exif:DateTimeOriginal="2012-01-31T14:05:09"', "2012-01-31T13:05:09.000Z"],
    // When it was taken comes before when it was digitised.
    [
      'xmp:CreateDate="2020-01-01T00:00:00Z" photoshop:DateCreated="2012-05-31T14:05:09Z"',
      "2012-05-31T14:05:09.000Z",
    ],
    // ModifyDate is that of an edited copy.
    ['xmp:ModifyDate="2020-01-01T00:00:00Z"', null],
    // Dates without a time, partial dates, and dates that cannot be.
    ['photoshop:DateCreated="2012-05-31"', null],
    ['photoshop:DateCreated="2012-05"', null],
    ['photoshop:DateCreated="2012-02-31T10:00:00Z"', null],
    ['photoshop:DateCreated="2050-01-01T10:00:00Z"', null],
    ['photoshop:DateCreated="', null],
  ])("is that of XMP: %s", (text, takenAt) => {
    expect(read(attributes(text))).toEqual(takenAt && { takenAt, source: "XMP" });
  });

  it("is that of XMP's elements and of other prefixes for its namespaces", () => {
    const element = `<rdf:Description ${namespaces}><photoshop:DateCreated>2012-05-31T14:05:09Z</photoshop:DateCreated></rdf:Description>`;
    const older = `<rdf:Description xmlns:xap='http://ns.adobe.com/xap/1.0/' xap:CreateDate='2012-05-31T14:05:09Z'/>`;
    for (const description of [element, older])
      expect(read(xmp(description))).toEqual({ takenAt: "2012-05-31T14:05:09.000Z", source: "XMP" });
  });

  it.each([
    [[dataset(55, "20120531"), dataset(60, "140509+0200")], "2012-05-31T12:05:09.000Z"],
    [[dataset(55, "20120531"), dataset(60, "140509")], "2012-05-31T12:05:09.000Z"],
    [[dataset(55, "2012-05-31"), dataset(60, "14:05:09-05:30")], "2012-05-31T19:35:09.000Z"],
    [[dataset(62, "20120531"), dataset(63, "140509+0000")], "2012-05-31T14:05:09.000Z"],
    [[dataset(55, "20120531")], null],
    [[dataset(60, "140509+0200")], null],
    [[dataset(55, "00000000"), dataset(60, "000000")], null],
    [[dataset(55, "20120500"), dataset(60, "140509")], null],
  ])("is that of IPTC: %#", (datasets, takenAt) => {
    expect(read(iptc(...datasets))).toEqual(takenAt && { takenAt, source: "IPTC" });
  });

  it("is that of XMP before IPTC, and never fails on cut segments", () => {
    const both = [
      iptc(dataset(55, "20120531"), dataset(60, "140509+0200")),
      attributes('xmp:CreateDate="2013-05-31T14:05:09Z"'),
    ];
    expect(read(...both)?.source).toBe("XMP");
    for (const segment of both)
      for (let length = 0; length < segment.length; length += 3)
        expect(() => read(segment.subarray(0, length))).not.toThrow();
  });

  it("comes after EXIF's, wherever the segments stand", () => {
    const described = attributes('photoshop:DateCreated="2012-05-31T14:05:09Z"');
    const exif = tiff({ exif: { 36867: "2011:01:01 12:00:00", 36881: "+00:00" } });
    const dated = (jpeg: Uint8Array) => {
      const inspection = inspectBytes(jpeg, { now });
      return inspection.ok && [inspection.facts.takenAt, inspection.facts.takenAtSource];
    };
    const xmpOnly = withSegment(quadrants(), 0xe1, described);
    expect(dated(xmpOnly)).toEqual(["2012-05-31T14:05:09.000Z", "XMP"]);
    expect(
      dated(withSegment(quadrants(), 0xed, iptc(dataset(55, "20120531"), dataset(60, "140509Z")))),
    ).toEqual([null, "EXIF"]);
    for (const jpeg of [withExif(xmpOnly, exif), withSegment(withExif(quadrants(), exif), 0xe1, described)])
      expect(dated(jpeg)).toEqual(["2011-01-01T12:00:00.000Z", "EXIF"]);
    const undated = withExif(xmpOnly, tiff({ image: { 274: 6 } }));
    expect(dated(undated)).toEqual(["2012-05-31T14:05:09.000Z", "XMP"]);
    const inspection = inspectBytes(undated, { now });
    expect(inspection.ok && inspection.facts.orientation).toBe(6);
  });
});
