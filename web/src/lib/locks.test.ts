import { expect, test, vi } from "vitest";
import { withLock } from "./locks.ts";

const stubLocks = (request: (...args: never[]) => unknown) =>
  vi.stubGlobal("navigator", { ...navigator, locks: { request } });
const rejectRequest = () => Promise.reject(new DOMException("blocked", "SecurityError"));

test("B6 work runs where the browser blocks locks, as Firefox does with blocked site data, or has no locks", async () => {
  stubLocks(rejectRequest);
  expect(await withLock("a", {}, async (lock) => lock?.name)).toBe("a");
  stubLocks(() => {
    throw new DOMException("blocked", "InvalidStateError");
  });
  expect(await withLock("b", { ifAvailable: true }, async (lock) => lock !== null)).toBe(true);
  vi.stubGlobal("navigator", {});
  expect(await withLock("c", { mode: "shared" }, async (lock) => lock?.mode)).toBe("shared");
});

test("B6 errors of the work, a lost lock and an aborted wait are not mistaken for blocked locks", async () => {
  const work = vi.fn(async () => {
    throw new Error("inside");
  });
  stubLocks(async (_name: never, _options: never, start: (lock: null) => unknown) => start(null));
  await expect(withLock("a", {}, work)).rejects.toThrow("inside");
  expect(work).toHaveBeenCalledTimes(1);

  stubLocks(() => Promise.reject(new DOMException("aborted", "AbortError")));
  await expect(withLock("a", { signal: AbortSignal.abort() }, work)).rejects.toThrow("aborted");
  expect(work).toHaveBeenCalledTimes(1);
});
