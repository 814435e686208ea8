import { env } from "cloudflare:workers";
import { unzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { crc32 } from "./crc32.ts";
import { R2Sink } from "./r2Sink.ts";
import { concatBytes } from "./segments.ts";
import { readZip } from "./zipReader.ts";
import { ZipWriter } from "./zipStream.ts";

const bucket = (env as unknown as { STORAGE: R2Bucket }).STORAGE;
const noise = (length: number, seed: number) => {
  const bytes = new Uint8Array(length);
  for (let index = 0, state = seed; index < length; index += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    bytes[index] = state >>> 24;
  }
  return bytes;
};

describe("design: a zip that is written as a stream", () => {
  test("contains its parts unchanged, names in any script, and checksums after the data", async () => {
    const parts: Uint8Array[] = [];
    const zip = new ZipWriter({ write: async (bytes) => void parts.push(bytes.slice()) }, 0x21_0000);
    await zip.writeText("a.xml", "first");
    const chunks = Array.from({ length: 300 }, (_, index) => `line ${index} åäö\n`.repeat(100));
    await zip.writePart("blad/två.xml", async (write) => {
      for (const chunk of chunks) await write(chunk);
    });
    await zip.writeText("empty", "");
    await zip.close();
    const bytes = concatBytes(parts);
    const files = unzipSync(bytes);
    const text = (name: string) => new TextDecoder().decode(files[name]);
    expect([text("a.xml"), text("empty")]).toEqual(["first", ""]);
    expect(text("blad/två.xml")).toBe(chunks.join(""));
    for (const { name, crc32: checksum, size } of readZip(bytes))
      expect([checksum, size]).toEqual([crc32(files[name]!), files[name]!.length]);
  });

  test("writing fails if the destination accepts no more bytes or the source fails", async () => {
    let remainingWrites = 3;
    const fullSink = {
      write: async () => {
        remainingWrites -= 1;
        if (remainingWrites < 0) throw new Error("full");
      },
    };
    const zip = new ZipWriter(fullSink, 0);
    await expect(
      zip.writePart("a", async (write) => {
        for (let index = 0; index < 200; index += 1)
          await write(String.fromCharCode(...noise(20_000, index)));
      }),
    ).rejects.toThrow("full");
    const unreadZip = new ZipWriter({ write: async () => undefined }, 0);
    await expect(unreadZip.writePart("a", () => Promise.reject(new Error("no rows")))).rejects.toThrow(
      "no rows",
    );
  });
});

describe("design: an R2 object of unknown size", () => {
  test.each([0, 1000, 8 * 1024 * 1024, 20_000_000])("%i bytes arrive unchanged", async (length) => {
    const bytes = noise(length, 7);
    const sink = new R2Sink(bucket, `sink/${length}`, { httpMetadata: { contentType: "text/x" } });
    for (let index = 0; index < length; index += 777_777)
      await sink.write(bytes.subarray(index, index + 777_777));
    const { etag, size } = await sink.close();
    const storedObject = (await bucket.get(`sink/${length}`))!;
    expect([size, storedObject.size, storedObject.etag]).toEqual([length, length, etag]);
    expect(storedObject.httpMetadata?.contentType).toBe("text/x");
    expect(crc32(new Uint8Array(await storedObject.arrayBuffer()))).toBe(crc32(bytes));
  });

  test("an aborted upload leaves nothing behind", async () => {
    const sink = new R2Sink(bucket, "sink/given-up");
    await sink.write(noise(9_000_000, 1));
    await sink.abort();
    expect(await bucket.head("sink/given-up")).toBeNull();
  });
});
