import { beforeEach, expect, test, vi } from "vitest";
import { fakeApi, problemReply } from "#testing/fakeApi.ts";
import { until } from "#testing/until.ts";
import { acquireImage, cachedImageUrl, clearImages, releaseImage } from "./imageCache.ts";

let made = 0;
const revoked: string[] = [];

beforeEach(() => {
  clearImages();
  made = 0;
  revoked.length = 0;
  vi.spyOn(URL, "createObjectURL").mockImplementation(() => `blob:${++made}`);
  vi.spyOn(URL, "revokeObjectURL").mockImplementation((url) => void revoked.push(url));
});

test("an image held twice is fetched once, and kept for a while after its release", async () => {
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

test("beyond two hundred the longest unused are revoked, those on the screen never", async () => {
  const paths = Array.from({ length: 205 }, (_, index) => `/photo/${index}`);
  fakeApi(Object.fromEntries(paths.map((path) => [`GET ${path}`, () => ({})])));
  for (const path of paths) await acquireImage(path);
  for (const path of paths.slice(1)) releaseImage(path);
  expect(revoked).toEqual(["blob:2", "blob:3", "blob:4", "blob:5"]);
  expect(cachedImageUrl("/photo/0")).toBe("blob:1");
  releaseImage("/photo/0");
});

test("at most six are fetched at a time, the urgent one next", async () => {
  const answers = new Map<string, ReturnType<typeof until>>();
  const paths = Array.from({ length: 9 }, (_, index) => `/photo/${index}`);
  const api = fakeApi(
    Object.fromEntries(
      paths.map((path) => {
        const answer = until();
        answers.set(path, answer);
        return [`GET ${path}`, () => answer.promise];
      }),
    ),
  );
  const all = paths.slice(0, 8).map((path) => acquireImage(path));
  all.push(acquireImage("/photo/8", true));
  await vi.waitFor(() => expect(api.calls).toHaveLength(6));
  answers.get("/photo/0")!.settle({});
  await vi.waitFor(() => expect(api.calls).toHaveLength(7));
  expect(api.calls[6]?.path).toBe("/photo/8");
  for (const answer of answers.values()) answer.settle({});
  await Promise.all(all);
  for (const path of paths) releaseImage(path);
});

test("a failed one is fetched again on the next request", async () => {
  const answers = [problemReply(500, "internal"), {}];
  fakeApi({ "GET /photo/1": () => answers.shift() });
  await expect(acquireImage("/photo/1")).rejects.toMatchObject({ status: 500 });
  releaseImage("/photo/1");
  expect(await acquireImage("/photo/1")).toBe("blob:1");
  releaseImage("/photo/1");
});

test("one scrolled past before it loaded is given up", async () => {
  const answer = until();
  fakeApi({ "GET /photo/1": () => answer.promise });
  const held = acquireImage("/photo/1");
  releaseImage("/photo/1");
  answer.settle({});
  await expect(held).rejects.toMatchObject({ name: "AbortError" });
  expect(made).toBe(0);
});
