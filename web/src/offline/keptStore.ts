import { type DBSchema, type IDBPDatabase, openDB } from "idb";

/** What a call was answered with, kept for when there is no network. */
export interface KeptAnswer {
  /** Whose session it was and in which account: nobody else is given it. */
  whose: string;
  call: string;
  type: string;
  bytes: ArrayBuffer;
  /** When it was fetched, milliseconds. */
  at: number;
}

interface KeptSchema extends DBSchema {
  answers: { key: [string, string]; value: KeptAnswer };
}

/** What nobody has asked for so long is thrown away. Milliseconds. */
const longestKept = 30 * 24 * 3600_000;

let opened: Promise<IDBPDatabase<KeptSchema>> | undefined;

/** @throws where the browser keeps nothing, in a private window for one. */
function database(): Promise<IDBPDatabase<KeptSchema>> {
  opened ??= openDB<KeptSchema>("siteproof-kept", 1, {
    upgrade: (db) => void db.createObjectStore("answers", { keyPath: ["whose", "call"] }),
    blocking(_current, _blocked, event) {
      (event.target as IDBDatabase).close();
      opened = undefined;
    },
    terminated() {
      opened = undefined;
    },
  });
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
}

export const readAnswer = async (whose: string, call: string): Promise<KeptAnswer | undefined> =>
  (await database()).get("answers", [whose, call]);

/** `isStill` is asked last: who logs out while an answer is on its way leaves nothing of it behind. */
export async function writeAnswer(answer: KeptAnswer, isStill: () => boolean): Promise<void> {
  const db = await database();
  if (isStill()) await db.put("answers", answer);
}

export async function dropAnswer(whose: string, call: string): Promise<void> {
  await (await database()).delete("answers", [whose, call]);
}

/** Forgets what others than `whose` were answered, and what is old. */
export async function forgetAnswers(whose: string, now = Date.now()): Promise<void> {
  const transaction = (await database()).transaction("answers", "readwrite");
  for await (const cursor of transaction.store)
    if (cursor.value.whose !== whose || cursor.value.at < now - longestKept) await cursor.delete();
  await transaction.done;
}
