import { sessionKey } from "#api/session.ts";
import { readStorage, writeStorage } from "#lib/storage.ts";

/** A documentation or template that was opened lately. */
export interface Visit {
  to: string;
  name: string;
}

const maxRecent = 8;
const session = () => sessionStorage;
const key = () => `recent.${sessionKey()}`;
const recordedPaths = /^\/(documentation|template)\/details\/[\w-]+$/;

/** What was opened lately in this tab and session, the latest first. */
export function recentVisits(): Visit[] {
  try {
    const kept: unknown = JSON.parse(readStorage(key(), session) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isVisit).slice(0, maxRecent) : [];
  } catch {
    return [];
  }
}

const isVisit = (one: unknown): one is Visit =>
  typeof one === "object" &&
  one !== null &&
  "to" in one &&
  "name" in one &&
  typeof one.name === "string" &&
  typeof one.to === "string" &&
  recordedPaths.test(one.to);

/** Notes that a page is open under a title; only documentations and templates are kept. */
export function recordVisit(to: string, name: string): void {
  if (!recordedPaths.test(to)) return;
  const others = recentVisits().filter((one) => one.to !== to);
  writeStorage(key(), JSON.stringify([{ to, name }, ...others].slice(0, maxRecent)), session);
}
