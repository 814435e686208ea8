import { type DBSchema, type IDBPDatabase, type OpenDBCallbacks, openDB } from "idb";

/**
 * Errors of a connection that is gone. Browsers close connections of pages in the background and under memory pressure, and
 * Safari often without the event that says so.
 */
const lostConnectionErrors = new Set(["InvalidStateError", "UnknownError", "AbortError"]);
const isConnectionLost = (error: unknown): boolean =>
  (error instanceof Error || error instanceof DOMException) && lostConnectionErrors.has(error.name);

/**
 * Prepares access to a database of this browser, which opens with its first use.
 * @returns a function that runs work in the database, once more if the connection was lost, so the work must be repeatable. It throws
 *   what the work throws, and if the browser has no storage, as in some private windows.
 */
export function createDatabase<Schema extends DBSchema>(
  name: string,
  version: number,
  upgrade: NonNullable<OpenDBCallbacks<Schema>["upgrade"]>,
): <T>(work: (db: IDBPDatabase<Schema>) => Promise<T>) => Promise<T> {
  let connection: Promise<IDBPDatabase<Schema>> | undefined;

  function connect(): Promise<IDBPDatabase<Schema>> {
    const opened = openDB<Schema>(name, version, {
      upgrade,
      // A newer console in another tab wants to upgrade the database: close it, and reopen it with the next call.
      blocking: () => disconnect(opened),
      terminated: () => disconnect(opened),
    });
    // A failure in a private window or on a full device may be temporary.
    opened.catch(() => disconnect(opened));
    return opened;
  }

  function disconnect(lost: Promise<IDBPDatabase<Schema>>): void {
    if (connection === lost) connection = undefined;
    lost.then((db) => db.close()).catch(() => {});
  }

  return async (work) => {
    connection ??= connect();
    const current = connection;
    try {
      return await work(await current);
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
      disconnect(current);
      connection ??= connect();
      return work(await connection);
    }
  };
}
