/** Reads a value from browser storage; null if storage is forbidden. Writing to full or forbidden storage has no effect. */
export function readStorage(key: string, storage: () => Storage = () => localStorage): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

export function writeStorage(
  key: string,
  value: string | null,
  storage: () => Storage = () => localStorage,
): void {
  try {
    if (value === null) storage().removeItem(key);
    else storage().setItem(key, value);
  } catch {
    // Storage is forbidden or full: the value is not remembered.
  }
}

/** Whether the browser forbids this site to store anything, as its settings may. */
export function isStorageBlocked(storage: () => Storage = () => localStorage): boolean {
  try {
    storage().getItem("");
    return false;
  } catch {
    return true;
  }
}
