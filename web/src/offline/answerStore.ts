import { type DBSchema, type IDBPDatabase, openDB } from "idb";

/** The answer to a call, kept for offline use. */
export interface CachedAnswer {
  /** User and account of the session: nobody else is given it. */
  whose: string;
  call: string;
  type: string;
  bytes: ArrayBuffer;
  /** When it was fetched, in milliseconds. */
  at: number;
}

interface AnswerDbSchema extends DBSchema {
  answers: { key: [string, string]; value: CachedAnswer };
}

/** Milliseconds after which an unused answer is deleted. */
const maxAgeMs = 30 * 24 * 3600_000;

let opened: Promise<IDBPDatabase<AnswerDbSchema>> | undefined;

/** @throws where the browser has no storage, in some private windows for instance. */
function database(): Promise<IDBPDatabase<AnswerDbSchema>> {
  opened ??= openDB<AnswerDbSchema>("siteproof-kept", 1, {
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

export const readAnswer = async (whose: string, call: string): Promise<CachedAnswer | undefined> =>
  (await database()).get("answers", [whose, call]);

/** Writes an answer. `isStill` is checked last: a logout while the answer is on its way leaves nothing behind. */
export async function writeAnswer(answer: CachedAnswer, isStill: () => boolean): Promise<void> {
  const db = await database();
  if (isStill()) await db.put("answers", answer);
}

export async function deleteAnswer(whose: string, call: string): Promise<void> {
  await (await database()).delete("answers", [whose, call]);
}

/** Deletes answers of others than `whose`, and old ones. */
export async function deleteOtherAnswers(whose: string, now = Date.now()): Promise<void> {
  const transaction = (await database()).transaction("answers", "readwrite");
  for await (const cursor of transaction.store)
    if (cursor.value.whose !== whose || cursor.value.at < now - maxAgeMs) await cursor.delete();
  await transaction.done;
}
