import { beforeEach, expect, test, vi } from "vitest";
import { createDeferred } from "#testing/deferred.ts";
import { fakeApi, problemReply } from "#testing/fakeApi.ts";
import { acquireImage, cachedImageUrl, clearImages, releaseImage } from "./imageCache.ts";
import { keepObjectUrl, prefetchResponse } from "./prefetchedResponses.ts";
import { sessionKey } from "./session.ts";

let createdCount = 0;
const revokedUrls: string[] = [];

beforeEach(() => {
  clearImages();
  createdCount = 0;
  revokedUrls.length = 0;
  vi.spyOn(URL, "createObjectURL").mockImplementation(() => `blob:${++createdCount}`);
  vi.spyOn(URL, "revokeObjectURL").mockImplementation((url) => void revokedUrls.push(url));
});

test("an image acquired twice is fetched once and stays cached after its release", async () => {
  const api = fakeApi({ "GET /photo/1": () => ({}) });
  expect(await Promise.all([acquireImage("/photo/1"), acquireImage("/photo/1")])).toEqual([
    "blob:1",
    "blob:1",
  ]);
  releaseImage("/photo/1");
  releaseImage("/photo/1");
  expect(cachedImageUrl("/photo/1")).toBe("blob:1");
  expect(await acquireImage("/photo/1")).toBe("blob:1");
  expect(api.calls).toHaveLength(1);
  releaseImage("/photo/1");
});

test("design§Web an image that the page showed before the console ran is neither fetched again nor replaced", async () => {
  const api = fakeApi({ "GET /photo/1": () => ({}) });
  await prefetchResponse("/api/photo/1", sessionKey(), {});
  keepObjectUrl("/api/photo/1", "blob:boot");
  expect(cachedImageUrl("/photo/1")).toBe("blob:boot");
  expect(await acquireImage("/photo/1")).toBe("blob:boot");
  expect(api.calls).toHaveLength(1);
  releaseImage("/photo/1");
  clearImages();
  expect(revokedUrls).toEqual(["blob:boot"]);
});

test("beyond two hundred idle images the least recently used are revoked, but never images in use", async () => {
  const paths = Array.from({ length: 205 }, (_, index) => `/photo/${index}`);
  fakeApi(Object.fromEntries(paths.map((path) => [`GET ${path}`, () => ({})])));
  for (const path of paths) await acquireImage(path);
  for (const path of paths.slice(1)) releaseImage(path);
  expect(revokedUrls).toEqual(["blob:2", "blob:3", "blob:4", "blob:5"]);
  expect(cachedImageUrl("/photo/0")).toBe("blob:1");
  releaseImage("/photo/0");
});

test("at most six images load concurrently, urgent ones first", async () => {
  const responses = new Map<string, ReturnType<typeof createDeferred>>();
  const paths = Array.from({ length: 9 }, (_, index) => `/photo/${index}`);
  const api = fakeApi(
    Object.fromEntries(
      paths.map((path) => {
        const response = createDeferred();
        responses.set(path, response);
        return [`GET ${path}`, () => response.promise];
      }),
    ),
  );
  const acquisitions = paths.slice(0, 8).map((path) => acquireImage(path));
  acquisitions.push(acquireImage("/photo/8", true));
  await vi.waitFor(() => expect(api.calls).toHaveLength(6));
  responses.get("/photo/0")!.settle({});
  await vi.waitFor(() => expect(api.calls).toHaveLength(7));
  expect(api.calls[6]?.path).toBe("/photo/8");
  for (const response of responses.values()) response.settle({});
  await Promise.all(acquisitions);
  for (const path of paths) releaseImage(path);
});

test("a failed image is fetched again on the next request", async () => {
  const responses = [problemReply(500, "internal"), {}];
  fakeApi({ "GET /photo/1": () => responses.shift() });
  await expect(acquireImage("/photo/1")).rejects.toMatchObject({ status: 500 });
  releaseImage("/photo/1");
  expect(await acquireImage("/photo/1")).toBe("blob:1");
  releaseImage("/photo/1");
});

test("an image released before it has loaded is aborted", async () => {
  const response = createDeferred();
  fakeApi({ "GET /photo/1": () => response.promise });
  const acquisition = acquireImage("/photo/1");
  releaseImage("/photo/1");
  response.settle({});
  await expect(acquisition).rejects.toMatchObject({ name: "AbortError" });
  expect(createdCount).toBe(0);
});

test("an image that is in sight again before it was cancelled is shown, and fetched once more at most", async () => {
  const response = createDeferred();
  const api = fakeApi({ "GET /photo/2": () => response.promise });
  const cancelled = acquireImage("/photo/2");
  await vi.waitFor(() => expect(api.calls).toHaveLength(1));
  releaseImage("/photo/2");
  const images = Promise.all([acquireImage("/photo/2"), acquireImage("/photo/2")]);
  response.settle({});
  expect(await images).toEqual(["blob:1", "blob:1"]);
  await cancelled.catch(() => undefined);
  expect(api.calls.length).toBeLessThanOrEqual(2);
  releaseImage("/photo/2");
  releaseImage("/photo/2");
});
