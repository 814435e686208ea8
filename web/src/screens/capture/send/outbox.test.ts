import "fake-indexeddb/auto";
import { expect, test, vi } from "vitest";
import { createDraft } from "#domain/capture/draft.ts";
import { deleteDraft, saveDraft } from "#features/captureForm/draft/draftStore.ts";
import { fakeApi, noResponse, problemReply } from "#testing/fakeApi.ts";
import { anId } from "#testing/fixtures.ts";
import { aCaptureLicense, aCaptureTemplate } from "../captureTesting.ts";
import { sendPendingDrafts } from "./outbox.ts";

test("F12 mdn/content#30402 drafts are sent if the service answers, although the system reports no network, as behind some VPNs", async () => {
  const draft = createDraft({
    ...{ userId: 1, creator: "staff", name: "Mast 1", newId: anId, createdAt: "2026-05-04T09:30:00Z" },
    ...{ license: aCaptureLicense(), template: aCaptureTemplate() },
  });
  await saveDraft({ ...draft, finish: "complete" });
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const save = "POST /documentation/saveWithLicenseCode";
  const offline = fakeApi({ "GET /health": noResponse, [save]: noResponse });
  await sendPendingDrafts(1);
  expect(offline.to(save)).toHaveLength(0);
  const healthy = { status: "ok", database: "ok", storage: "ok", queues: "ok" };
  const online = fakeApi({ "GET /health": () => healthy, [save]: () => problemReply(422, "invalid") });
  await sendPendingDrafts(1);
  expect(online.to(save)).toMatchObject([{ body: { documentation: { id: draft.id } } }]);
  await deleteDraft(draft.id);
});
