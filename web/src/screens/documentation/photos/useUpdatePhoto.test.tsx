import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { describe, expect, test } from "vitest";
import { fakeApi, problemReply } from "#testing/fakeApi.ts";
import { aPhoto } from "#testing/fixtures.ts";
import { useUpdatePhoto } from "./useUpdatePhoto.ts";

interface Change {
  version: number;
  rotation?: number;
  reviewComment?: string;
}

/** A photo of version 1 that accepts changes by version. */
function renderUpdatePhoto() {
  let photo = aPhoto();
  const versions: number[] = [];
  fakeApi({
    [`PUT /photos/${photo.id}`]: ({ body }) => {
      const { version, ...change } = body as Change;
      versions.push(version);
      if (version !== photo.version) return problemReply(422, "staleVersion");
      photo = { ...photo, ...change, version: version + 1 };
      return photo;
    },
  });
  const queryClient = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useUpdatePhoto(photo.documentationId), { wrapper });
  return {
    id: photo.id,
    change: result.current,
    versions,
    getPhoto: () => photo,
    changeByOtherUser: () => {
      photo = { ...photo, version: photo.version + 1 };
    },
  };
}

describe("2§5 changes of one photo", () => {
  test("requested concurrently are made one after the other, each on top of the previous one", async () => {
    const { id, change, versions, getPhoto } = renderUpdatePhoto();
    await Promise.all([
      change(id, { reviewComment: "Rust" }, 1),
      change(id, { rotation: 1 }, 1),
      change(id, { reviewComment: "Much rust" }, 1),
    ]);
    expect(versions).toEqual([1, 2, 3]);
    expect(getPhoto()).toMatchObject({ rotation: 1, reviewComment: "Much rust" });
  });

  test("another user's change in between is a conflict for all that follow", async () => {
    const { id, change, getPhoto, changeByOtherUser } = renderUpdatePhoto();
    await change(id, { rotation: 1 }, 1);
    changeByOtherUser();
    const results = await Promise.allSettled([
      change(id, { rotation: 2 }, 2),
      change(id, { rotation: 3 }, 1),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(getPhoto().rotation).toBe(1);
    // A change on top of the newest version is accepted.
    await change(id, { rotation: 3 }, 3);
    expect(getPhoto()).toMatchObject({ rotation: 3, version: 4 });
  });
});
