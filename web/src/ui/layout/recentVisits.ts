import { sessionKey } from "#api/session.ts";
import { readStorage, writeStorage } from "#lib/storage.ts";

/** A recently opened documentation or template. */
export interface Visit {
  to: string;
  name: string;
  /** Distinguishes visits with the same name; may be empty. */
  note: string;
}

const maxVisits = 8;
const getSessionStorage = () => sessionStorage;
const storageKey = () => `recent.${sessionKey()}`;
const recordedPaths = /^\/(documentation|template)\/details\/[\w-]+$/;

/** Loads the recent visits in this tab and session, latest first. */
export function loadRecentVisits(): Visit[] {
  try {
    const storedVisits: unknown = JSON.parse(readStorage(storageKey(), getSessionStorage) ?? "[]");
    return Array.isArray(storedVisits) ? storedVisits.filter(isVisit).slice(0, maxVisits) : [];
  } catch {
    return [];
  }
}

const isVisit = (value: unknown): value is Visit =>
  typeof value === "object" &&
  value !== null &&
  "to" in value &&
  "name" in value &&
  "note" in value &&
  typeof value.note === "string" &&
  typeof value.name === "string" &&
  typeof value.to === "string" &&
  recordedPaths.test(value.to);

/** Records that the page of a documentation or template was opened. */
export function recordVisit(to: string, name: string, note: string): void {
  if (!recordedPaths.test(to)) return;
  const otherVisits = loadRecentVisits().filter((visit) => visit.to !== to);
  writeStorage(
    storageKey(),
    JSON.stringify([{ to, name, note }, ...otherVisits].slice(0, maxVisits)),
    getSessionStorage,
  );
}
