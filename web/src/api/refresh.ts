import { refreshToken, sessionRecord } from "../../../domain/endpoints/session";
import { accessTokenLifetime, refreshCheckEvery, refreshIsDue } from "../../../domain/rules/session";
import { Failure } from "./failure";
import { currentSession, endSession, rereadSession, type Session, startSession } from "./session";

/** A token this close to its end is not sent any more: the clocks of both sides differ. Milliseconds. */
const margin = 60_000;

/**
 * Looks whether the session is to be refreshed: when the page opens, when it is looked at again, and every fifteen minutes
 * (1§4). Answers how to stop.
 */
export function startSessionClock(): () => void {
  const check = () => void refreshIfDue();
  const onVisible = () => document.visibilityState === "visible" && check();
  check();
  const timer = setInterval(check, refreshCheckEvery);
  document.addEventListener("visibilitychange", onVisible);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", onVisible);
  };
}

let refreshing: Promise<void> | null = null;

export async function refreshIfDue(): Promise<void> {
  const session = currentSession();
  if (!session || !refreshIsDue(session.lastRefresh, Date.now())) return;
  refreshing ??= oneTabAtATime(refresh).finally(() => {
    refreshing = null;
  });
  await refreshing;
}

/** The token for the next call. After a long sleep it has run out before the clock's next check: then the call waits. */
export async function freshAccessToken(): Promise<string | null> {
  const session = currentSession();
  if (session && Date.now() - session.lastRefresh > accessTokenLifetime * 1000 - margin) await refreshIfDue();
  return currentSession()?.access_token ?? null;
}

/** Each refresh token works once, and using an old one ends the session: no two tabs may hold the same at a time. */
async function oneTabAtATime(work: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return work();
  await navigator.locks.request("siteproof-refresh", work);
}

async function refresh(): Promise<void> {
  const held = rereadSession();
  if (!held || !refreshIsDue(held.lastRefresh, Date.now())) return;
  try {
    const record = await exchange(held);
    // Logged out, or in as somebody else, while the answer was on its way: that stands.
    if (rereadSession()?.refresh_token === held.refresh_token) startSession(record);
  } catch (error) {
    const refused = error instanceof Failure && error.status === 401;
    if (refused && rereadSession()?.refresh_token === held.refresh_token) endSession();
    // Anything else passes: the access token is good for a while and the clock comes round again.
  }
}

/** Not through `call`: a call asks for a fresh token first. */
async function exchange(session: Session) {
  const response = await fetch(`/api${refreshToken.path}`, {
    method: refreshToken.method,
    headers: {
      "content-type": "application/json",
      accept: "application/json",
      "accept-language": document.documentElement.lang || "en",
    },
    body: JSON.stringify({ refresh_token: session.refresh_token }),
    credentials: "omit",
  });
  if (!response.ok) throw new Failure({ status: response.status });
  return sessionRecord.parse(await response.json());
}
