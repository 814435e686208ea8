import {
  accessTokenLifetimeSeconds,
  refreshCheckIntervalMs,
  refreshIsDue,
  refreshRetryPausesMs,
  refreshTimeoutMs,
} from "#domain/access/sessionTimes.ts";
import { refreshToken, sessionRecord } from "#domain/endpoints/account/session.ts";
import { ApiError } from "./failure.ts";
import { currentSession, endSession, reloadSession, type Session, startSession } from "./session.ts";

/** Milliseconds before its expiry at which a token is no longer sent, because the clocks of client and service differ. */
const expiryMarginMs = 60_000;

/**
 * Refreshes the session when due: on page load, when the page becomes visible, and every fifteen minutes (1§4). Returns a
 * function that stops the checks.
 */
export function startSessionRefresh(): () => void {
  const check = () => void refreshIfDue();
  const onVisible = () => document.visibilityState === "visible" && check();
  check();
  const timer = setInterval(check, refreshCheckIntervalMs);
  document.addEventListener("visibilitychange", onVisible);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", onVisible);
  };
}

let refreshing: Promise<void> | null = null;
/** Refreshes in a row without a response. */
let failureCount = 0;

export async function refreshIfDue(): Promise<void> {
  const session = currentSession();
  if (!session || !refreshIsDue(session.lastRefresh, Date.now())) return;
  refreshing ??= withTabLock(refresh).finally(() => {
    refreshing = null;
  });
  await refreshing;
}

/** The token for the next call. If it expired during sleep, before the next check, the call waits for a refresh. */
export async function freshAccessToken(): Promise<string | null> {
  const session = currentSession();
  if (session && Date.now() - session.lastRefresh > accessTokenLifetimeSeconds * 1000 - expiryMarginMs)
    await refreshIfDue();
  return currentSession()?.access_token ?? null;
}

/** A refresh token works only once, and reusing one later ends the session: two tabs must not refresh concurrently. */
async function withTabLock(work: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return work();
  await navigator.locks.request("siteproof-refresh", work);
}

async function refresh(): Promise<void> {
  const session = reloadSession();
  if (!session || !refreshIsDue(session.lastRefresh, Date.now())) return;
  try {
    const record = await exchange(session);
    failureCount = 0;
    // A logout or another login in the meantime takes precedence.
    if (reloadSession()?.refresh_token === session.refresh_token) startSession(record);
  } catch (error) {
    const isRefused = error instanceof ApiError && error.status === 401;
    if (isRefused && reloadSession()?.refresh_token === session.refresh_token)
      endSession({ byService: true });
    if (isRefused) failureCount = 0;
    else retryLater();
  }
}

/**
 * Other errors are temporary, and the access token is still valid. If only the response was lost, the service repeats it for a minute, so
 * the retries come soon; after them the next check tries again.
 */
function retryLater(): void {
  const pause = refreshRetryPausesMs[failureCount];
  failureCount = pause === undefined ? 0 : failureCount + 1;
  if (pause !== undefined) setTimeout(() => void refreshIfDue(), pause);
}

/** Does not use `call`, which would wait for a fresh token. */
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
    signal: AbortSignal.timeout(refreshTimeoutMs),
  });
  if (!response.ok) throw new ApiError({ status: response.status });
  return sessionRecord.parse(await response.json());
}
