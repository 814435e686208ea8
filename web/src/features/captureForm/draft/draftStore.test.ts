import "fake-indexeddb/auto";
import { Blob } from "node:buffer";
import { openDB } from "idb";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Draft } from "#domain/capture/draft.ts";
import { aCaptureLicense } from "#screens/capture/captureTesting.ts";
import {
  deleteDraft,
  dropMedia,
  listDrafts,
  readDraft,
  readMedia,
  saveBytes,
  saveDraft,
  saveMedia,
} from "./draftStore.ts";
import { storageFaultOf } from "./storageFault.ts";

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
const readText = async (id: string) => (await readMedia(id))?.text();

afterEach(() => {
  vi.restoreAllMocks();
});

/** Makes the browser refuse to store rows for which `isRefused` returns true. */
function refuse(isRefused: (row: object) => boolean, error: DOMException) {
  const { put } = IDBObjectStore.prototype;
  vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function (this: IDBObjectStore, row, key) {
    if (isRefused(row)) throw error;
    return key === undefined ? put.call(this, row) : put.call(this, row, key);
  });
}
const isBlob = (value: unknown) => value instanceof Blob || value instanceof globalThis.Blob;

describe("the draft store", () => {
  it("design§Capture stores a draft with the bytes of its photos, lists the newest first, and hides other users' drafts", async () => {
    const [olderDraft, newerDraft] = [
      aDraft({ userId: 8 }),
      aDraft({ userId: 8, lastChanged: "2026-05-05T10:00:00Z" }),
    ];
    const foreignDraft = aDraft({ userId: 9 });
    for (const draft of [olderDraft, newerDraft, foreignDraft]) await saveDraft(draft);
    await saveMedia(olderDraft, "photo-1", new Blob(["jpeg"]) as globalThis.Blob);
    expect(await readDraft(olderDraft.id)).toEqual(olderDraft);
    expect(await readText("photo-1")).toBe("jpeg");
    expect((await listDrafts(8)).map(({ id }) => id)).toEqual([newerDraft.id, olderDraft.id]);
  });

  it("design§Capture deletes all bytes of a removed photo and of a finished draft", async () => {
    const [draft, otherDraft] = [aDraft({ userId: 3 }), aDraft({ userId: 3 })];
    for (const id of ["a", "b"]) await saveMedia(draft, id, new Blob([id]) as globalThis.Blob);
    await saveMedia(otherDraft, "c", new Blob(["c"]) as globalThis.Blob);
    await dropMedia(draft, "a");
    expect([await readText("a"), await readText("b")]).toEqual([undefined, "b"]);
    await deleteDraft(draft.id);
    expect([await readDraft(draft.id), await readText("b"), await readText("c")]).toEqual([
      undefined,
      undefined,
      "c",
    ]);
  });

  it("B2 stores photos with their type in a browser that refuses Blobs (WebKit's private windows)", async () => {
    refuse((row) => Object.values(row).some(isBlob), new DOMException("no blobs", "UnknownError"));
    const draft = aDraft();
    const photo = new Blob(["jpeg"], { type: "image/jpeg" }) as globalThis.Blob;
    await saveMedia(draft, "photo-2", photo);
    await saveBytes(draft.id, "photo-3", photo);
    for (const id of ["photo-2", "photo-3"])
      expect([await readText(id), (await readMedia(id))?.type]).toEqual(["jpeg", "image/jpeg"]);
  });

  it("B2 still reads a Blob that an earlier version stored", async () => {
    await saveDraft(aDraft());
    const db = await openDB("siteproof-capture");
    await db.put("media", { id: "old", draftId: "draft", bytes: new Blob(["old"]) });
    db.close();
    expect(await readText("old")).toBe("old");
  });

  it("B2 distinguishes a full device from a browser that refuses, and from a file that cannot be read", async () => {
    const add = async (bytes: Blob) =>
      saveMedia(aDraft(), "photo-4", bytes as globalThis.Blob).then(() => "stored", storageFaultOf);
    const unreadableFile = new Blob(["x"]);
    unreadableFile.arrayBuffer = () => Promise.reject(new DOMException("gone", "NotReadableError"));
    expect(await add(unreadableFile)).toBe("unread");
    refuse(() => true, new DOMException("full", "QuotaExceededError"));
    expect(await add(new Blob(["x"]))).toBe("full");
    vi.restoreAllMocks();
    refuse(() => true, new DOMException("insecure", "SecurityError"));
    expect(await add(new Blob(["x"]))).toBe("refused");
    expect(storageFaultOf("anything")).toBe("refused");
  });
});
