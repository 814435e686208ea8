import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { describe, expect, it } from "vitest";
import { inspectFile } from "./fileFacts.ts";
import { sniffType } from "./sniff.ts";
import { makeQuadrantsJpeg } from "./testing/sampleJpegs.ts";

const bytesOf = (latin1: string) => Uint8Array.from(latin1, (character) => character.charCodeAt(0));
/** The local header of a stored zip entry, then its content. */
const makeZipEntry = (name: string, content = "") =>
  `PK\x03\x04\x14\0\0\0\0\0\0\0!\0\0\0\0\0\0\0\0\0\0\0\0\0${String.fromCharCode(name.length)}\0\0\0${name}${content}`;

describe("design§Photos ordinary files", () => {
  it("have size, CRC-32, SHA-256, MD5 and the type by content", async () => {
    const jpeg = makeQuadrantsJpeg();
    expect(await inspectFile(new Response(jpeg).body!)).toEqual({
      size: jpeg.length,
      crc32: crc32(jpeg) >>> 0,
      sha256: createHash("sha256").update(jpeg).digest("hex"),
      md5: createHash("md5").update(jpeg).digest("hex"),
      contentType: "image/jpeg",
    });
    expect(await inspectFile(new Response("").body ?? new Blob([]).stream())).toMatchObject({
      size: 0,
      crc32: 0,
      contentType: "application/octet-stream",
    });
  });

  it.each([
    ["%PDF-1.7\n\xe2\xe3", "application/pdf"],
    ["\x89PNG\r\n\x1a\n\0\0", "image/png"],
    [makeZipEntry("photo.jpg", "\xff\xd8"), "application/zip"],
    [
      makeZipEntry("[Content_Types].xml") + makeZipEntry("word/document.xml"),
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ],
    [
      makeZipEntry("[Content_Types].xml") + makeZipEntry("xl/workbook.xml"),
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ],
    [
      makeZipEntry("_rels/.rels") + makeZipEntry("ppt/presentation.xml"),
      "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    ],
    [
      makeZipEntry("mimetype", `application/vnd.oasis.opendocument.text${makeZipEntry("content.xml")}`),
      "application/vnd.oasis.opendocument.text",
    ],
    ["\0\0\0\x18ftypmp42\0\0\0\0", "video/mp4"],
    ["\0\0\0\x14ftypqt  \0\0\0\0", "video/quicktime"],
    ["plain words\r\n\tand \xc3\xa5", "text/plain"],
    ["\xef\xbb\xbfname;value", "text/plain"],
    ['<?xml version="1.0"?><a/>', "application/xml"],
    ['<?xml version="1.0"?>\n<svg/>', "image/svg+xml"],
    ["<html><script>", "text/html"],
    ["\xe5 in latin-1", "application/octet-stream"],
    ["a\0b", "application/octet-stream"],
    ["", "application/octet-stream"],
  ])("have their type by content: %j is %s", (content, contentType) =>
    expect(sniffType(bytesOf(content)).contentType).toBe(contentType),
  );
});
