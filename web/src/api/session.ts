import { useSyncExternalStore } from "react";
import { z } from "zod";
import type { Grants } from "#domain/access/authorities.ts";
import { type SessionRecord, sessionRecord } from "#domain/endpoints/account/session.ts";
import { isStorageBlocked, readStorage, writeStorage } from "#lib/storage.ts";

/** The session record with the time of its last refresh (1§3), milliseconds. */
const storedSession = sessionRecord.extend({ lastRefresh: z.number() });
export type Session = z.output<typeof storedSession>;

const storageKey = "session";
/** True while the page keeps a session that the service has ended, for its unsaved changes. */
let isLocked = false;
let hasUnsavedChanges = () => false;
const listeners = new Set<() => void>();
let currentSession = readStoredSession();
let cachedGrants: { session: Session | null; grants: Grants | null } = { session: null, grants: null };

function readStoredSession(): Session | null {
  const text = readStorage(storageKey);
  if (!text) return null;
  try {
    return storedSession.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

export const getCurrentSession = (): Session | null => currentSession;

/**
 * Reads the session from local storage: another tab may have logged out or refreshed before its event arrived. Where storage is blocked,
 * the session lives in this page alone.
 */
export function reloadSession(): Session | null {
  if (isStorageBlocked()) return currentSession;
  const savedSession = readStoredSession();
  if (isLocked && !savedSession) return currentSession;
  if (JSON.stringify(savedSession) !== JSON.stringify(currentSession)) {
    isLocked = false;
    currentSession = savedSession;
    notifyListeners();
  }
  return currentSession;
}

/** Identifies user and account of a session; empty if there is no session. */
export const sessionKey = (session: Session | null = currentSession): string =>
  session ? `${session.userId}/${session.customerId}` : "";

/** True if the service ended the last session, not a logout: the login page then says so. */
let isEndedByServer = false;
export const wasEndedByServer = (): boolean => isEndedByServer;

export function startSession(record: SessionRecord, refreshedAtMs = Date.now()): void {
  isEndedByServer = false;
  isLocked = false;
  currentSession = { ...record, lastRefresh: refreshedAtMs };
  writeStorage(storageKey, JSON.stringify(currentSession));
  notifyListeners();
}

/** @param test whether the page has changes that are kept when the service ends the session, until the user logs in again */
export function keepSessionWhile(test: () => boolean): void {
  hasUnsavedChanges = test;
}

/** Logs out in this browser. `byService`: the service no longer accepts the session. */
export function endSession({ byService = false } = {}): void {
  if (!currentSession && readStorage(storageKey) === null) return;
  isEndedByServer = byService;
  isLocked = byService && currentSession !== null && hasUnsavedChanges();
  if (!isLocked) currentSession = null;
  writeStorage(storageKey, null);
  notifyListeners();
}

export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

window.addEventListener("storage", ({ key }) => {
  if (key === storageKey || key === null) reloadSession();
});
// A page that the browser had put aside, and now shows again, has missed those events.
window.addEventListener("pageshow", ({ persisted }) => {
  if (persisted) reloadSession();
});

export const useIsSessionLocked = (): boolean => useSyncExternalStore(subscribeToSession, () => isLocked);

export const useSession = (): Session | null => useSyncExternalStore(subscribeToSession, getCurrentSession);

/** The session's grants, as `domain/access` takes them. */
export function grantsOfSession(session: Session | null): Grants | null {
  if (cachedGrants.session !== session)
    cachedGrants = {
      session,
      grants: session && { authorities: new Set(session.roles), products: new Set(session.products) },
    };
  return cachedGrants.grants;
}

const noGrants: Grants = { authorities: new Set(), products: new Set() };

export const useGrants = (): Grants => grantsOfSession(useSession()) ?? noGrants;

/** The customer whose rows are shown. It is the first part of every query key, so that no cached data survives a switch. */
export const useCustomerId = (): number => useSession()?.customerId ?? 0;
