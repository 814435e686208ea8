import "fake-indexeddb/auto";
import { Blob } from "node:buffer";
import { describe, expect, it } from "vitest";
import type { Draft } from "#domain/capture/draft.ts";
import { aCaptureLicense } from "#screens/capture/captureTesting.ts";
import {
  deleteDraft,
  dropMedia,
  listDrafts,
  readDraft,
  readMedia,
  saveDraft,
  saveMedia,
} from "./draftStore.ts";

const aDraft = (changes: Partial<Draft> = {}): Draft => ({
  id: crypto.randomUUID(),
  userId: 1,
  creator: "staff",
  license: aCaptureLicense(),
  template: {} as Draft["template"],
  name: "Mast 1",
  dateCreated: "2026-05-04T10:00:00Z",
  lastChanged: "2026-05-04T10:00:00Z",
  tasks: [],
  media: [],
  finish: null,
  ...changes,
});
const text = async (id: string) => (await readMedia(id))?.text();

describe("drafts in the browser", () => {
  it("design§Capture stores a draft with the bytes of its photos, lists the newest first, and hides other users' drafts", async () => {
    const [older, newer] = [
      aDraft({ userId: 8 }),
      aDraft({ userId: 8, lastChanged: "2026-05-05T10:00:00Z" }),
    ];
    const foreign = aDraft({ userId: 9 });
    for (const draft of [older, newer, foreign]) await saveDraft(draft);
    await saveMedia(older, "photo-1", new Blob(["jpeg"]) as globalThis.Blob);
    expect(await readDraft(older.id)).toEqual(older);
    expect(await text("photo-1")).toBe("jpeg");
    expect((await listDrafts(8)).map(({ id }) => id)).toEqual([newer.id, older.id]);
  });

  it("design§Capture deletes all bytes of a removed photo and of a finished draft", async () => {
    const [draft, otherDraft] = [aDraft({ userId: 3 }), aDraft({ userId: 3 })];
    for (const id of ["a", "b"]) await saveMedia(draft, id, new Blob([id]) as globalThis.Blob);
    await saveMedia(otherDraft, "c", new Blob(["c"]) as globalThis.Blob);
    await dropMedia(draft, "a");
    expect([await text("a"), await text("b")]).toEqual([undefined, "b"]);
    await deleteDraft(draft.id);
    expect([await readDraft(draft.id), await text("b"), await text("c")]).toEqual([
      undefined,
      undefined,
      "c",
    ]);
  });
});
