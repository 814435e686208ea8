import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { crc32 } from "./crc32.ts";
import type { ObjectSource } from "./objectSource.ts";
import { createR2Source } from "./r2Source.ts";
import {
  concatBytes,
  createInlineSegment,
  createObjectSegment,
  type ExportFile,
  exportFileOf,
} from "./segments.ts";
import { serveExport } from "./serveExport.ts";
import { MemorySource } from "./testing/samplePlans.ts";

const makeBytes = (length: number, seed: number) =>
  Uint8Array.from({ length }, (_, index) => (index * 31 + seed * 17 + (index >> 8)) & 0xff);

/** Header, object, header, object, end: the shape of every export. */
function makeSample(source = new MemorySource(), objects = 3) {
  const segments = Array.from({ length: objects }, (_, index) => [
    createInlineSegment(makeBytes(9, index)),
    createObjectSegment(source.put(`object-${index}`, makeBytes(20 + index, index + 50))),
  ]).flat();
  const exportFile = exportFileOf([...segments, createInlineSegment(makeBytes(6, 99))], {
    fileName: "Odenplan 2.zip",
    contentType: "application/zip",
  });
  return { source, exportFile, fullBytes: source.bytesOf(exportFile) };
}

function requestFile(
  exportFile: ExportFile,
  source: ObjectSource,
  headers: Record<string, string> = {},
  method = "GET",
) {
  return serveExport(exportFile, new Request("https://siteproof.test/file", { method, headers }), source);
}

const bodyOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());

describe("2§7 downloads over HTTP", () => {
  test("GET returns the whole file with its exact length and a strong entity tag", async () => {
    const { source, exportFile, fullBytes } = makeSample();
    const response = requestFile(exportFile, source);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-length": String(fullBytes.length),
      "content-type": "application/zip",
      etag: exportFile.etag,
      "accept-ranges": "bytes",
      "cache-control": "private, no-cache, no-transform",
      "x-content-type-options": "nosniff",
      "content-disposition": "attachment; filename=\"Odenplan 2.zip\"; filename*=UTF-8''Odenplan%202.zip",
    });
    expect(await bodyOf(response)).toEqual(fullBytes);
  });

  test("HEAD returns the same headers without a body, and opens no object", async () => {
    const { source, exportFile, fullBytes } = makeSample();
    const response = requestFile(exportFile, source, { range: "bytes=0-4" }, "HEAD");
    expect(response.status).toBe(200);
    expect(response.headers.get("content-length")).toBe(String(fullBytes.length));
    expect(response.headers.get("etag")).toBe(exportFile.etag);
    expect(response.body).toBeNull();
    expect(source.openedRanges).toEqual([]);
  });

  test("a download that is interrupted anywhere resumes to the same bytes", async () => {
    const { source, exportFile, fullBytes } = makeSample();
    const nearOffsets = exportFile.offsets.flatMap((offset) => [offset - 1, offset, offset + 1]);
    for (const cutOffset of nearOffsets.filter((offset) => offset > 0 && offset < fullBytes.length)) {
      const firstPart = await bodyOf(requestFile(exportFile, source, { range: `bytes=0-${cutOffset - 1}` }));
      const secondPart = requestFile(exportFile, source, {
        range: `bytes=${cutOffset}-`,
        "if-range": exportFile.etag,
      });
      expect(secondPart.status).toBe(206);
      expect(secondPart.headers.get("content-range")).toBe(
        `bytes ${cutOffset}-${fullBytes.length - 1}/${fullBytes.length}`,
      );
      expect(secondPart.headers.get("content-length")).toBe(String(fullBytes.length - cutOffset));
      expect(crc32(concatBytes([firstPart, await bodyOf(secondPart)]))).toBe(crc32(fullBytes));
    }
  });

  test("a range opens only the objects it overlaps, and only the overlapping part", async () => {
    const { source, exportFile } = makeSample();
    const start = exportFile.offsets[3]!;
    await bodyOf(requestFile(exportFile, source, { range: `bytes=${start + 5}-${start + 9}` }));
    expect(source.openedRanges.map(({ key, range }) => [key, range.offset, range.length])).toEqual([
      ["object-1", 5, 5],
    ]);
  });

  test.each([
    ["bytes=-4", 206],
    ["bytes=1000000-", 416],
    ["bytes=0-1,4-5", 200],
    ["bytes=9-3", 200],
    ["lines=0-1", 200],
  ])("Range %s is %i", async (range, status) => {
    const { source, exportFile, fullBytes } = makeSample();
    const response = requestFile(exportFile, source, { range });
    expect(response.status).toBe(status);
    if (status === 416) expect(response.headers.get("content-range")).toBe(`bytes */${fullBytes.length}`);
    if (status === 206) expect(await bodyOf(response)).toEqual(fullBytes.subarray(-4));
    if (status === 200) expect(await bodyOf(response)).toEqual(fullBytes);
  });

  test("If-Range with another state, a weak tag or a date returns the whole file", async () => {
    const { source, exportFile, fullBytes } = makeSample();
    for (const ifRange of ['"other"', `W/${exportFile.etag}`, "Mon, 04 May 2026 11:37:00 GMT"]) {
      const response = requestFile(exportFile, source, { range: "bytes=5-", "if-range": ifRange });
      expect(response.status).toBe(200);
      expect(await bodyOf(response)).toEqual(fullBytes);
    }
  });

  test("a matching If-None-Match is 304, and a failing If-Match is 412", () => {
    const { source, exportFile } = makeSample();
    for (const tag of [exportFile.etag, `W/${exportFile.etag}`, `"x", ${exportFile.etag}`, "*"]) {
      expect(requestFile(exportFile, source, { "if-none-match": tag }).status).toBe(304);
    }
    expect(requestFile(exportFile, source, { "if-none-match": '"x"' }, "HEAD").status).toBe(200);
    expect(requestFile(exportFile, source, { "if-match": exportFile.etag }, "HEAD").status).toBe(200);
    expect(requestFile(exportFile, source, { "if-match": `W/${exportFile.etag}` }).status).toBe(412);
    expect(requestFile(exportFile, source, { "if-match": '"x"' }).status).toBe(412);
    expect(source.openedRanges).toEqual([]);
  });

  test("other methods are 405", () => {
    const { source, exportFile } = makeSample();
    const response = requestFile(exportFile, source, {}, "POST");
    expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });

  test("an empty file is an empty response", async () => {
    const exportFile = exportFileOf([], { fileName: "a", contentType: "text/plain" });
    const response = requestFile(exportFile, new MemorySource());
    expect(response.headers.get("content-length")).toBe("0");
    expect((await bodyOf(response)).length).toBe(0);
  });
});

describe("design: exports stream", () => {
  test("only a few objects are opened ahead", async () => {
    const { source, exportFile, fullBytes } = makeSample(new MemorySource(), 40);
    expect(await bodyOf(requestFile(exportFile, source))).toEqual(fullBytes);
    expect(source.openedRanges.map(({ key }) => key)).toEqual(
      Array.from({ length: 40 }, (_, index) => `object-${index}`),
    );
    expect(source.maxOpenCount).toBeGreaterThan(1);
    expect(source.maxOpenCount).toBeLessThanOrEqual(3);
    expect(source.openCount).toBe(0);
  });

  test("an object that has changed since planning aborts the download", async () => {
    const { source, exportFile } = makeSample();
    source.put("object-1", makeBytes(21, 7));
    await expect(bodyOf(requestFile(exportFile, source))).rejects.toThrow();
  });

  test("a missing object aborts the download, and objects opened ahead are released", async () => {
    const { source, exportFile } = makeSample(new MemorySource(), 6);
    source.objects.delete("object-1");
    await expect(bodyOf(requestFile(exportFile, source))).rejects.toThrow();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(source.openCount).toBe(0);
    expect(source.openedRanges.length).toBeLessThan(6);
  });

  test("the objects are released if the client disconnects", async () => {
    const { source, exportFile } = makeSample(new MemorySource(), 30);
    const reader = requestFile(exportFile, source).body!.getReader();
    await reader.read();
    await reader.cancel();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(source.openCount).toBe(0);
    expect(source.openedRanges.length).toBeLessThan(30);
  });
});

describe("design: exports from R2", () => {
  const bucket = (env as unknown as { STORAGE: R2Bucket }).STORAGE;

  async function storeObject(key: string, content: Uint8Array) {
    const { etag } = (await bucket.put(key, content))!;
    return { key, etag, size: content.length, crc32: crc32(content) };
  }

  async function storeFile(prefix: string) {
    const objects = [
      await storeObject(`${prefix}/1`, makeBytes(300_000, 1)),
      await storeObject(`${prefix}/2`, makeBytes(5, 2)),
    ];
    const segments = [
      createInlineSegment(makeBytes(9, 3)),
      ...objects.map(createObjectSegment),
      createInlineSegment(makeBytes(9, 4)),
    ];
    const exportFile = exportFileOf(segments, { fileName: "a.zip", contentType: "application/zip" });
    const expected = concatBytes([makeBytes(9, 3), makeBytes(300_000, 1), makeBytes(5, 2), makeBytes(9, 4)]);
    return { exportFile, fullBytes: expected };
  }

  test("bytes and ranges are served straight from storage", async () => {
    const { exportFile, fullBytes } = await storeFile("straight");
    const source = createR2Source(bucket);
    expect(crc32(await bodyOf(requestFile(exportFile, source)))).toBe(crc32(fullBytes));
    const part = await bodyOf(requestFile(exportFile, source, { range: "bytes=150000-300011" }));
    expect(crc32(part)).toBe(crc32(fullBytes.subarray(150_000, 300_012)));
  });

  test("an object that was overwritten or deleted aborts the download", async () => {
    const { exportFile } = await storeFile("overwritten");
    await bucket.put("overwritten/2", makeBytes(5, 9));
    await expect(bodyOf(requestFile(exportFile, createR2Source(bucket)))).rejects.toThrow();
    const { exportFile: deletedFile } = await storeFile("deleted");
    await bucket.delete("deleted/1");
    await expect(bodyOf(requestFile(deletedFile, createR2Source(bucket)))).rejects.toThrow();
  });

  test("an object of another size than planned is not opened", async () => {
    const { etag } = await storeObject("sized", makeBytes(10, 1));
    const range = { etag, offset: 0, length: 5 };
    expect(await createR2Source(bucket).open("sized", { ...range, size: 11 })).toBeNull();
    const object = await createR2Source(bucket).open("sized", { ...range, size: 10 });
    expect(await bodyOf(new Response(object))).toEqual(makeBytes(10, 1).subarray(0, 5));
  });
});
