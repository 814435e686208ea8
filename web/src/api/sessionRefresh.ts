import {
  isRefreshDue,
  isTokenFresh,
  refreshCheckIntervalMs,
  refreshRetryPausesMs,
  refreshTimeoutMs,
} from "#domain/access/sessionTimes.ts";
import { refreshToken, sessionRecord } from "#domain/endpoints/account/session.ts";
import { withLock } from "#lib/locks.ts";
import { ApiError } from "./apiError.ts";
import {
  endSession,
  getCurrentSession,
  reloadSession,
  type Session,
  sessionKey,
  startSession,
} from "./session.ts";

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
  const session = getCurrentSession();
  if (session && isRefreshDue(session.lastRefresh, Date.now())) await refreshOnce(isDue);
}

const isDue = ({ lastRefresh }: Session): boolean => isRefreshDue(lastRefresh, Date.now());

async function refreshOnce(isNeeded: (session: Session) => boolean): Promise<void> {
  // A refresh token works only once, and reusing one later ends the session: two tabs must not refresh concurrently.
  refreshing ??= withLock("siteproof-refresh", {}, () => refresh(isNeeded)).finally(() => {
    refreshing = null;
  });
  await refreshing;
}

/** The token for the next call. If it expired during sleep, before the next check, the call waits for a refresh. */
export async function ensureFreshAccessToken(): Promise<string | null> {
  const session = getCurrentSession();
  if (session && !isTokenFresh(session.lastRefresh, Date.now())) await refreshIfDue();
  return getCurrentSession()?.access_token ?? null;
}

/**
 * Refreshes a session whose token the service has refused: this browser's clock may be wrong. Resolves to whether `owner` has another
 * token to send the call with. A refused refresh has ended the session.
 * @throws ApiError of a lost connection if the refresh got no response: the session may still be good
 */
export async function renewRefusedToken(token: string, owner: string): Promise<boolean> {
  const isRefused = ({ access_token }: Session) => access_token === token;
  await refreshOnce(isRefused);
  const session = getCurrentSession();
  if (session && isRefused(session)) throw new ApiError({ status: 0 });
  return session !== null && sessionKey(session) === owner;
}

/** @param isNeeded asked with the newest session: another tab may have refreshed it */
async function refresh(isNeeded: (session: Session) => boolean): Promise<void> {
  const session = reloadSession();
  if (!session || !isNeeded(session)) return;
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
 * Other errors are temporary, and the access token is still valid. If only the response was lost, the service repeats it for a minute,
 * so the retries follow quickly. If they all fail, the next scheduled check tries again.
 */
function retryLater(): void {
  const delayMs = refreshRetryPausesMs[failureCount];
  failureCount = delayMs === undefined ? 0 : failureCount + 1;
  if (delayMs !== undefined) setTimeout(() => void refreshIfDue(), delayMs);
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
