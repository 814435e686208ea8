import { describe, expect, test, vi } from "vitest";
import { fakeStorage } from "#testing/fakeStorage.ts";
import { uploadToSignedUrl } from "./putSigned.ts";

const signedUrl = { url: "https://storage.example/photo", headers: {} };
const put = (body: Blob, signal = new AbortController().signal) =>
  uploadToSignedUrl(signedUrl, body, () => {}, signal).then(
    () => "stored",
    ({ name, status }) => [name, status],
  );

describe("an upload to a signed URL", () => {
  test.each([
    ["a small file", 1000, 61_000],
    ["what a slow line may still send without progress", 4_000_000, 561_000],
    ["a large file", 9_000_000, 561_000],
  ])(
    "P7 filesender#217 internxt/drive-web#2142 that makes no progress counts as a lost network: %s",
    async (_, size, limitMs) => {
      vi.useFakeTimers();
      fakeStorage("stalled");
      let outcome: unknown;
      void put(new Blob([new Uint8Array(size)])).then((result) => {
        outcome = result;
      });
      await vi.advanceTimersByTimeAsync(limitMs - 1500);
      expect(outcome).toBeUndefined();
      await vi.advanceTimersByTimeAsync(1500);
      expect(outcome).toEqual(["ApiError", 0]);
    },
  );

  test("P7 that the device reports as offline ends at once, and one that its user stops is aborted", async () => {
    fakeStorage("stalled", "stalled");
    const lost = put(new Blob(["photo"]));
    window.dispatchEvent(new Event("offline"));
    expect(await lost).toEqual(["ApiError", 0]);
    const controller = new AbortController();
    const stopped = put(new Blob(["photo"]), controller.signal);
    controller.abort();
    expect((await stopped)[0]).toBe("AbortError");
    expect((await put(new Blob(["photo"]), controller.signal))[0]).toBe("AbortError");
  });
});
