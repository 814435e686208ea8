import { describe, expect, it } from "vitest";
import { readBase64Body } from "./base64Body.ts";
import { readLimitedBody } from "./jsonBody.ts";

/** Creates a request whose body has 64 kB chunks after the first one, and a function that returns how many were read. */
function createCountingRequest(firstChunk: string, chunkCount: number) {
  let readCount = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (readCount === chunkCount) return controller.close();
      controller.enqueue(
        readCount === 0 ? new TextEncoder().encode(firstChunk) : new Uint8Array(65_536).fill(0x41),
      );
      readCount += 1;
    },
  });
  const request = new Request("http://siteproof.test/", { method: "POST", body });
  return { request, readCount: () => readCount };
}

describe("request bodies", () => {
  it("design§HTTP are read to their end before they are refused as too large, so that the client reads the response", async () => {
    for (const read of [
      (request: Request) => readLimitedBody(request, 100_000),
      (request: Request) => readBase64Body(request, 100_000),
    ]) {
      const { request, readCount } = createCountingRequest('{"data":"', 50);
      await expect(read(request)).rejects.toMatchObject({ code: "tooLarge" });
      expect(readCount()).toBe(50);
    }
  });

  it("2§7 have their base64 decoded wherever the chunk boundaries are, and the rest is kept", async () => {
    const data = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 256));
    const text = JSON.stringify({
      photo: { id: "data", data: data.toString("base64").replaceAll("/", "\\/") },
      'da"ta': [1],
    }).replaceAll("\\\\/", "\\/");
    for (const chunkBytes of [1, 2, 3, 7, 1000, 5000]) {
      const bytes = new TextEncoder().encode(text);
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          for (let index = 0; index < bytes.length; index += chunkBytes)
            controller.enqueue(bytes.slice(index, index + chunkBytes));
          controller.close();
        },
      });
      const result = await readBase64Body(
        new Request("http://siteproof.test/", { method: "POST", body }),
        10_000,
      );
      expect(Buffer.from(result.bytes).equals(data)).toBe(true);
      expect(result.json).toEqual({ photo: { id: "data", data: "" }, 'da"ta': [1] });
    }
  });

  it("2§7 may contain base64 with any JSON escapes, and anything else is refused", async () => {
    const data = Buffer.from([0xfb, 0xff, 0xbf, 1, 2, 3, 4, 5, 6, 7]);
    const encodedData = data.toString("base64");
    const read = (text: string) =>
      readBase64Body(
        new Request("http://siteproof.test/", { method: "POST", body: `{"data":"${text}"}` }),
        1000,
      );
    for (const text of [
      encodedData,
      encodedData.replaceAll("=", "\\u003d"),
      encodedData.replaceAll("+", "\\u002B"),
      encodedData.replaceAll("/", "\\/"),
      encodedData.replace(/(.{4})/g, "$1\\r\\n"),
      `data:image/jpeg;base64,${encodedData}`,
      encodedData.replaceAll("=", ""),
    ])
      expect([text, Buffer.from((await read(text)).bytes).equals(data)]).toEqual([text, true]);
    for (const text of ["AAAAA", "AA==AAAA", "A*AA", "AAAA\\x", 'AAAA","data":"BBBB'])
      await expect(read(text), text).rejects.toMatchObject({ code: "invalid" });
  });
});
