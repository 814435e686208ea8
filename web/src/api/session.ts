import { useSyncExternalStore } from "react";
import { z } from "zod";
import type { Grants } from "#domain/access/authorities.ts";
import { type SessionRecord, sessionRecord } from "#domain/endpoints/account/session.ts";
import { readStorage, writeStorage } from "#lib/storage.ts";

/** The session record with the time of its last refresh (1§3), milliseconds. */
const storedSession = sessionRecord.extend({ lastRefresh: z.number() });
export type Session = z.output<typeof storedSession>;

const storageKey = "session";
const listeners = new Set<() => void>();
let current = read();
let grantsOf: { session: Session | null; grants: Grants | null } = { session: null, grants: null };

function read(): Session | null {
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

export const currentSession = (): Session | null => current;

/** The session in local storage right now: another tab may have logged out or refreshed before its event got here. */
export function reloadSession(): Session | null {
  const stored = read();
  if (JSON.stringify(stored) !== JSON.stringify(current)) {
    current = stored;
    notifyListeners();
  }
  return current;
}

/** Identifies user and account of a session; empty when nobody is logged in. */
export const sessionKey = (session: Session | null = current): string =>
  session ? `${session.userId}/${session.customerId}` : "";

/** Whether the service ended the last session, and nobody logged out: then the login page says so. */
let refused = false;
export const wasEndedByServer = (): boolean => refused;

export function startSession(record: SessionRecord, at = Date.now()): void {
  refused = false;
  current = { ...record, lastRefresh: at };
  writeStorage(storageKey, JSON.stringify(current));
  notifyListeners();
}

/** Logs out here. `byService`: the service takes the session no longer. */
export function endSession({ byService = false } = {}): void {
  if (!current && readStorage(storageKey) === null) return;
  refused = byService;
  current = null;
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

export const useSession = (): Session | null => useSyncExternalStore(subscribeToSession, currentSession);

/** The session's grants in the form that `domain/access` takes. */
export function grantsOfSession(session: Session | null): Grants | null {
  if (grantsOf.session !== session)
    grantsOf = {
      session,
      grants: session && { authorities: new Set(session.roles), products: new Set(session.products) },
    };
  return grantsOf.grants;
}

const noGrants: Grants = { authorities: new Set(), products: new Set() };

export const useGrants = (): Grants => grantsOfSession(useSession()) ?? noGrants;

/** The customer whose rows are shown: the first part of every query key, so that no cache outlives a switch. */
export const useCustomerId = (): number => useSession()?.customerId ?? 0;
