import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { storedFaceFiles, storeFaces } from "./storedFaces.ts";

it("3§4 puts the faces of the installed packages into the bucket", async () => {
  const stored = new Map<string, Uint8Array>();
  await storeFaces({
    put: (key, bytes) => {
      stored.set(key, bytes);
      return Promise.resolve({ etag: "" });
    },
  });
  expect([...stored.keys()]).toEqual(
    ["JP", "KR", "SC"].map((script) => `fonts/1/NotoSans${script}-Regular.ttf`),
  );
  for (const { key, file } of storedFaceFiles) {
    const bytes = stored.get(key)!;
    // A TrueType file: version 1.0.
    expect([...bytes.subarray(0, 4)]).toEqual([0, 1, 0, 0]);
    expect(bytes.length).toBe((await readFile(file)).length);
  }
});
