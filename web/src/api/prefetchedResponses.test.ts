import { afterEach, describe, expect, test, vi } from "vitest";
import { clearPrefetchedResponses, prefetchResponse, takePrefetchedResponse } from "./prefetchedResponses.ts";

const answers = (answer: () => Promise<Response>) => vi.stubGlobal("fetch", vi.fn(answer));

afterEach(() => {
  clearPrefetchedResponses();
  vi.unstubAllGlobals();
});

describe("design§Web answers asked for before the console runs", () => {
  test("are for the same call of the same user, once", async () => {
    answers(async () => Response.json({ name: "Mast" }));
    void prefetchResponse("/api/overview", "u/7", {});
    expect(await takePrefetchedResponse("/api/overview?x=1", "u/7")).toBeNull();
    expect(await takePrefetchedResponse("/api/overview", "u/8")).toBeNull();
    expect(await (await takePrefetchedResponse("/api/overview", "u/7"))?.json()).toEqual({ name: "Mast" });
    expect(await takePrefetchedResponse("/api/overview", "u/7")).toBeNull();
  });

  test("are asked for again where they failed or did not come", async () => {
    answers(async () => new Response(null, { status: 401 }));
    void prefetchResponse("/api/overview", "u/7", {});
    expect(await takePrefetchedResponse("/api/overview", "u/7")).toBeNull();
    answers(() => Promise.reject(new TypeError("offline")));
    prefetchResponse("/api/overview", "u/7", {}).catch(() => undefined);
    expect(await takePrefetchedResponse("/api/overview", "u/7")).toBeNull();
  });

  test("say nothing once something has been changed, or after half a minute", async () => {
    vi.useFakeTimers();
    answers(async () => Response.json({}));
    void prefetchResponse("/api/overview", "u/7", {});
    clearPrefetchedResponses();
    expect(await takePrefetchedResponse("/api/overview", "u/7")).toBeNull();
    void prefetchResponse("/api/overview", "u/7", {});
    vi.advanceTimersByTime(30_000);
    expect(await takePrefetchedResponse("/api/overview", "u/7")).toBeNull();
    vi.useRealTimers();
  });
});
