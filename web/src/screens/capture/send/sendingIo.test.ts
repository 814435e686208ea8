import "fake-indexeddb/auto";
import { expect, test } from "vitest";
import type { Draft, DraftMedia } from "#domain/capture/draft.ts";
import { createDraft } from "#domain/capture/draft.ts";
import { fakeApi, problemReply } from "#testing/fakeApi.ts";
import { anId } from "#testing/fixtures.ts";
import { aCaptureLicense, aCaptureTemplate } from "../captureTesting.ts";
import { createSendingIo } from "./sendingIo.ts";

const createdAt = "2026-05-04T09:30:00Z";

test("design§Retakes a retaken photo is sent under the id of the earlier photo, which the service still has", async () => {
  const id = anId();
  const earlierPhoto: DraftMedia = {
    ...{ id, kind: "PHOTO" as const, taskId: anId(), name: "Mast_01", comment: "", type: "image/jpeg" },
    ...{ size: 9, sha256: "ab", md5: "", dateCreated: createdAt, confirmed: true, onServer: true },
  };
  const { onServer: _, ...base } = earlierPhoto;
  const photo: DraftMedia = { ...base, sha256: "cd", size: 4, confirmed: false, replaces: earlierPhoto };
  const draft: Draft = {
    ...createDraft({
      ...{ userId: 1, creator: "second ", name: "Mast 1", newId: anId, createdAt },
      ...{ license: aCaptureLicense(), template: aCaptureTemplate() },
    }),
    media: [photo],
  };
  let sha256 = "ab";
  const api = fakeApi({
    "POST /photo/announceUploads": () => ({
      items: [{ id, stored: { id, hasData: true, dataSize: 9, sha256 }, upload: null, failure: null }],
    }),
    "POST /photo/reserveUpload": () => problemReply(422, "samePhoto"),
  });
  const io = createSendingIo(async () => {}, new AbortController().signal);
  expect(await io.announce(draft, photo)).toEqual({ hasData: false, sha256: null });
  await expect(io.upload(draft, photo, new Blob(["new!"]), () => {})).rejects.toThrow();
  expect(api.to("POST /photo/reserveUpload")).toMatchObject([
    { body: { id, size: 4, retaken: { creator: "second", comment: null, dateCreated: createdAt } } },
  ]);
  // If only the confirmation was lost, the photo is not sent again.
  sha256 = "cd";
  expect(await io.announce(draft, photo)).toMatchObject({ hasData: true, sha256: "cd" });
});
