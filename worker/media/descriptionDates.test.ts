import { describe, expect, it } from "vitest";
import { photoshopHeader, xmpHeader } from "#domain/media/jpeg/descriptionHeaders.ts";
import { readDescribedTime } from "./descriptionDates.ts";
import { inspectBytes } from "./inspectPhoto.ts";
import { addExif, addSegment, concat, makeTiff } from "./testing/exifSegment.ts";
import { makeQuadrantsJpeg } from "./testing/sampleJpegs.ts";

const now = new Date("2026-11-21T12:00:00Z");
const encodeLatin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const namespaces = `xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:exif="http://ns.adobe.com/exif/1.0/"`;
const makeXmp = (description: string) =>
  encodeLatin1(
    `${xmpHeader}<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF>${description}</rdf:RDF></x:xmpmeta>`,
  );
const makeXmpAttributes = (text: string) => makeXmp(`<rdf:Description rdf:about="" ${namespaces} ${text}/>`);

const encodeUint16 = (value: number) => Uint8Array.of(value >> 8, value & 255);
const makeDataset = (number: number, value: string, record = 2) =>
  concat(Uint8Array.of(0x1c, record, number), encodeUint16(value.length), encodeLatin1(value));
const makeResource = (id: number, data: Uint8Array, name = "") =>
  concat(
    encodeLatin1("8BIM"),
    encodeUint16(id),
    encodeLatin1(String.fromCharCode(name.length) + name + (name.length % 2 === 0 ? "\0" : "")),
    encodeUint16(0),
    encodeUint16(data.length),
    data,
    new Uint8Array(data.length % 2),
  );
const makePhotoshop = (...resources: Uint8Array[]) => concat(encodeLatin1(photoshopHeader), ...resources);
const makeIptc = (...datasets: Uint8Array[]) =>
  makePhotoshop(
    makeResource(0x03ed, Uint8Array.of(1, 2, 3), "odd"),
    makeResource(0x0404, concat(makeDataset(90, "\x1b%G", 1), makeDataset(0, "\0\x02"), ...datasets)),
  );
const readTime = (...segments: Uint8Array[]) => readDescribedTime(segments, { now });

describe("design§Photos P5 immich#5714 Piwigo#1017 the time of a photo without EXIF", () => {
  it.each([
    ['photoshop:DateCreated="2012-05-31T14:05:09+02:00"', "2012-05-31T12:05:09.000Z"],
    ["photoshop:DateCreated='2012-05-31T14:05:09.75Z'", "2012-05-31T14:05:09.000Z"],
    ['xmp:CreateDate="2012-05-31T14:05"', "2012-05-31T12:05:00.000Z"],
    ['exif:DateTimeOriginal="2012-01-31T14:05:09"', "2012-01-31T13:05:09.000Z"],
    // The time taken comes before the time digitised.
    [
      'xmp:CreateDate="2020-01-01T00:00:00Z" photoshop:DateCreated="2012-05-31T14:05:09Z"',
      "2012-05-31T14:05:09.000Z",
    ],
    // ModifyDate is the date of an edited copy.
    ['xmp:ModifyDate="2020-01-01T00:00:00Z"', null],
    // Dates without a time, partial dates, and impossible dates.
    ['photoshop:DateCreated="2012-05-31"', null],
    ['photoshop:DateCreated="2012-05"', null],
    ['photoshop:DateCreated="2012-02-31T10:00:00Z"', null],
    ['photoshop:DateCreated="2050-01-01T10:00:00Z"', null],
    ['photoshop:DateCreated="', null],
  ])("comes from XMP: %s", (text, takenAt) => {
    expect(readTime(makeXmpAttributes(text))).toEqual(takenAt && { takenAt, source: "XMP" });
  });

  it("comes from XMP elements, and from other prefixes of its namespaces", () => {
    const element = `<rdf:Description ${namespaces}><photoshop:DateCreated>2012-05-31T14:05:09Z</photoshop:DateCreated></rdf:Description>`;
    const olderElement = `<rdf:Description xmlns:xap='http://ns.adobe.com/xap/1.0/' xap:CreateDate='2012-05-31T14:05:09Z'/>`;
    for (const description of [element, olderElement])
      expect(readTime(makeXmp(description))).toEqual({ takenAt: "2012-05-31T14:05:09.000Z", source: "XMP" });
  });

  it.each([
    [[makeDataset(55, "20120531"), makeDataset(60, "140509+0200")], "2012-05-31T12:05:09.000Z"],
    [[makeDataset(55, "20120531"), makeDataset(60, "140509")], "2012-05-31T12:05:09.000Z"],
    [[makeDataset(55, "2012-05-31"), makeDataset(60, "14:05:09-05:30")], "2012-05-31T19:35:09.000Z"],
    [[makeDataset(62, "20120531"), makeDataset(63, "140509+0000")], "2012-05-31T14:05:09.000Z"],
    [[makeDataset(55, "20120531")], null],
    [[makeDataset(60, "140509+0200")], null],
    [[makeDataset(55, "00000000"), makeDataset(60, "000000")], null],
    [[makeDataset(55, "20120500"), makeDataset(60, "140509")], null],
  ])("comes from IPTC: %#", (datasets, takenAt) => {
    expect(readTime(makeIptc(...datasets))).toEqual(takenAt && { takenAt, source: "IPTC" });
  });

  it("comes from XMP rather than IPTC, and never fails on cut segments", () => {
    const bothSegments = [
      makeIptc(makeDataset(55, "20120531"), makeDataset(60, "140509+0200")),
      makeXmpAttributes('xmp:CreateDate="2013-05-31T14:05:09Z"'),
    ];
    expect(readTime(...bothSegments)?.source).toBe("XMP");
    for (const segment of bothSegments)
      for (let length = 0; length < segment.length; length += 3)
        expect(() => readTime(segment.subarray(0, length))).not.toThrow();
  });

  it("is not used if EXIF has one, wherever the segments are", () => {
    const xmpSegment = makeXmpAttributes('photoshop:DateCreated="2012-05-31T14:05:09Z"');
    const exif = makeTiff({ exif: { 36867: "2011:01:01 12:00:00", 36881: "+00:00" } });
    const readDate = (jpeg: Uint8Array) => {
      const inspection = inspectBytes(jpeg, { now });
      return inspection.ok && [inspection.facts.takenAt, inspection.facts.takenAtSource];
    };
    const xmpPhoto = addSegment(makeQuadrantsJpeg(), 0xe1, xmpSegment);
    expect(readDate(xmpPhoto)).toEqual(["2012-05-31T14:05:09.000Z", "XMP"]);
    expect(
      readDate(
        addSegment(
          makeQuadrantsJpeg(),
          0xed,
          makeIptc(makeDataset(55, "20120531"), makeDataset(60, "140509Z")),
        ),
      ),
    ).toEqual([null, "EXIF"]);
    for (const jpeg of [
      addExif(xmpPhoto, exif),
      addSegment(addExif(makeQuadrantsJpeg(), exif), 0xe1, xmpSegment),
    ])
      expect(readDate(jpeg)).toEqual(["2011-01-01T12:00:00.000Z", "EXIF"]);
    const undatedPhoto = addExif(xmpPhoto, makeTiff({ image: { 274: 6 } }));
    expect(readDate(undatedPhoto)).toEqual(["2012-05-31T14:05:09.000Z", "XMP"]);
    const inspection = inspectBytes(undatedPhoto, { now });
    expect(inspection.ok && inspection.facts.orientation).toBe(6);
  });
});
