import "fake-indexeddb/auto";
import { type DBSchema, openDB } from "idb";
import { describe, expect, test } from "vitest";
import { createDatabase } from "./database.ts";

interface NoteSchema extends DBSchema {
  note: { key: string; value: string };
}

const createNotes = (name = crypto.randomUUID()) =>
  createDatabase<NoteSchema>(name, 1, (db) => {
    db.createObjectStore("note");
  });

describe("a database of the browser", () => {
  test("B2 idb#229 dexie#1139 is opened again after the browser closed its connection without an event, as iOS does in the background", async () => {
    const runInNotes = createNotes();
    await runInNotes((db) => db.put("note", "taken", "photo"));
    await runInNotes(async (db) => db.close());
    const [photo] = await Promise.all([
      runInNotes((db) => db.get("note", "photo")),
      runInNotes((db) => db.put("note", "taken", "file")),
    ]);
    expect([photo, await runInNotes((db) => db.get("note", "file"))]).toEqual(["taken", "taken"]);
  });

  test.each(["UnknownError", "AbortError", "InvalidStateError"])(
    "B2 localForage#887 instant#2541 work that loses its connection is repeated once, and its second failure is reported: %s",
    async (name) => {
      const runInNotes = createNotes();
      let runCount = 0;
      const loseConnection = async (times: number) => {
        runCount += 1;
        if (runCount <= times) throw new DOMException("Connection to Indexed Database server lost", name);
        return "stored";
      };
      expect(await runInNotes(() => loseConnection(1))).toBe("stored");
      runCount = 0;
      await expect(runInNotes(() => loseConnection(3))).rejects.toMatchObject({ name });
      expect(runCount).toBe(2);
    },
  );

  test("B2 other failures are not repeated, such as that of a full device", async () => {
    let runCount = 0;
    const work = createNotes()(async () => {
      runCount += 1;
      throw new DOMException("full", "QuotaExceededError");
    });
    await expect(work).rejects.toMatchObject({ name: "QuotaExceededError" });
    expect(runCount).toBe(1);
  });

  test("B2 gives way to a newer version of the console in another tab", async () => {
    const name = crypto.randomUUID();
    await createNotes(name)((db) => db.put("note", "taken", "photo"));
    const newer = await openDB<NoteSchema>(name, 2);
    expect(await newer.get("note", "photo")).toBe("taken");
    newer.close();
  });
});
