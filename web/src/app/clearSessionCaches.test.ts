import { act, renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { clearBookmark, getNewestBookmark, rememberBookmark } from "#api/bookmark.ts";
import * as images from "#api/imageCache.ts";
import { createQueryClient } from "#api/queries.ts";
import { endSession, startSession } from "#api/session.ts";
import { aSession } from "#testing/fixtures.ts";
import { offerUndo, useUndoables } from "#ui/undo/undoStore.ts";
import { clearCachesOnSessionChange } from "./clearSessionCaches.ts";

test("1§4 a switch clears cached data and keeps the bookmark; a refresh clears nothing, a logout everything", () => {
  const clearImages = vi.spyOn(images, "clearImages");
  const queryClient = createQueryClient(() => {});
  const cachedData = () => queryClient.getQueryData(["cached"]);
  startSession(aSession());
  const stop = clearCachesOnSessionChange(queryClient);
  queryClient.setQueryData(["cached"], 1);
  rememberBookmark("b-1");

  startSession(aSession({ access_token: "access-2" }));
  expect(cachedData()).toBe(1);

  startSession(aSession({ customerId: 8 }));
  expect(cachedData()).toBeUndefined();
  expect(clearImages).toHaveBeenCalledOnce();
  expect(getNewestBookmark()).toBe("b-1");

  // A switch in another tab arrives through local storage.
  queryClient.setQueryData(["cached"], 2);
  const storedRecord = JSON.parse(localStorage.getItem("session")!);
  localStorage.setItem("session", JSON.stringify({ ...storedRecord, userId: 2 }));
  window.dispatchEvent(new StorageEvent("storage", { key: "session" }));
  expect(cachedData()).toBeUndefined();

  endSession();
  expect(getNewestBookmark()).toBe("");
  stop();
  clearBookmark();
});

test("1§4 another user or account cannot undo this user's changes; a refresh keeps the offer", () => {
  startSession(aSession());
  const stop = clearCachesOnSessionChange(createQueryClient(() => {}));
  const { result } = renderHook(useUndoables);
  act(() => offerUndo("Approved", async () => {}));
  act(() => startSession(aSession({ access_token: "access-2" })));
  expect(result.current).toHaveLength(1);
  act(() => startSession(aSession({ customerId: 8 })));
  expect(result.current).toEqual([]);
  stop();
});
