import { afterEach, describe, expect, test, vi } from "vitest";
import {
  clearPrefetchedResponses,
  keepObjectUrl,
  prefetchResponse,
  takeObjectUrl,
  takePrefetchedResponse,
} from "./prefetchedResponses.ts";

const stubFetch = (respond: () => Promise<Response>) => vi.stubGlobal("fetch", vi.fn(respond));

afterEach(() => {
  clearPrefetchedResponses();
  vi.unstubAllGlobals();
});

describe("design§Web responses prefetched before the console runs", () => {
  test("are used once, by the same call of the same user", async () => {
    stubFetch(async () => Response.json({ name: "Mast" }));
    void prefetchResponse("/api/overview", "u/7", {});
    expect(await takePrefetchedResponse("/api/overview?x=1", "u/7")).toBeNull();
    expect(await takePrefetchedResponse("/api/overview", "u/8")).toBeNull();
    expect(await (await takePrefetchedResponse("/api/overview", "u/7"))?.json()).toEqual({ name: "Mast" });
    expect(await takePrefetchedResponse("/api/overview", "u/7")).toBeNull();
  });

  test("of images that the page shows are handed over with their object URL, once, to the same user", () => {
    stubFetch(async () => new Response("jpeg"));
    void prefetchResponse("/api/photo/1", "u/7", {});
    expect(takeObjectUrl("/api/photo/1", "u/7")).toBeNull();
    keepObjectUrl("/api/photo/1", "blob:1");
    expect(takeObjectUrl("/api/photo/1", "u/8")).toBeNull();
    expect(takeObjectUrl("/api/photo/1", "u/7")).toBe("blob:1");
    expect(takeObjectUrl("/api/photo/1", "u/7")).toBeNull();
    expect(() => keepObjectUrl("/api/photo/2", "blob:2")).not.toThrow();
  });

  test("are fetched again if they failed or never arrived", async () => {
    stubFetch(async () => new Response(null, { status: 401 }));
    void prefetchResponse("/api/overview", "u/7", {});
    expect(await takePrefetchedResponse("/api/overview", "u/7")).toBeNull();
    stubFetch(() => Promise.reject(new TypeError("offline")));
    prefetchResponse("/api/overview", "u/7", {}).catch(() => undefined);
    expect(await takePrefetchedResponse("/api/overview", "u/7")).toBeNull();
    vi.useFakeTimers();
    stubFetch(() => new Promise(() => {}));
    void prefetchResponse("/api/overview", "u/7", {});
    const response = takePrefetchedResponse("/api/overview", "u/7");
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await response).toBeNull();
    vi.useRealTimers();
  });

  test("are discarded after a write or after half a minute", async () => {
    vi.useFakeTimers();
    stubFetch(async () => Response.json({}));
    void prefetchResponse("/api/overview", "u/7", {});
    clearPrefetchedResponses();
    expect(await takePrefetchedResponse("/api/overview", "u/7")).toBeNull();
    void prefetchResponse("/api/overview", "u/7", {});
    vi.advanceTimersByTime(30_000);
    expect(await takePrefetchedResponse("/api/overview", "u/7")).toBeNull();
    vi.useRealTimers();
  });
});
