import { describe, expect, test, vi } from "vitest";
import {
  refreshAgeMs,
  refreshCheckIntervalMs,
  refreshGraceSeconds,
  refreshRetryPausesMs,
  refreshTimeoutMs,
} from "#domain/access/sessionTimes.ts";
import { createDeferred } from "#testing/deferred.ts";
import { fakeApi, noResponse, problemReply } from "#testing/fakeApi.ts";
import { aSession } from "#testing/fixtures.ts";
import { getCurrentSession, reloadSession, startSession } from "./session.ts";
import { ensureFreshAccessToken, refreshIfDue, startSessionRefresh } from "./sessionRefresh.ts";

const path = "POST /accessToken/refreshToken";
const renewedSession = aSession({ access_token: "access-2", refresh_token: "refresh-2" });
const overdueRefreshAt = () => Date.now() - refreshAgeMs - 1;

describe("the session clock", () => {
  test("1§4 refreshes only when the last refresh is older than ten minutes", async () => {
    const api = fakeApi({ [path]: () => renewedSession });
    startSession(aSession(), Date.now() - refreshAgeMs + 1000);
    await refreshIfDue();
    expect(api.calls).toHaveLength(0);

    startSession(aSession(), overdueRefreshAt());
    const startedAt = Date.now();
    await refreshIfDue();
    expect(api.to(path)[0]?.body).toEqual({ refresh_token: "refresh-1" });
    expect(api.to(path)[0]?.headers.get("accept-language")).toBe("en");
    expect(getCurrentSession()).toMatchObject({ access_token: "access-2", refresh_token: "refresh-2" });
    expect(getCurrentSession()!.lastRefresh).toBeGreaterThanOrEqual(startedAt);
    await refreshIfDue();
    expect(api.calls).toHaveLength(1);
  });

  test("1§4, 1§9 checks every fifteen minutes", async () => {
    vi.useFakeTimers();
    const api = fakeApi({ [path]: () => renewedSession });
    startSession(aSession());
    const stop = startSessionRefresh();
    await vi.advanceTimersByTimeAsync(refreshCheckIntervalMs - 1);
    expect(api.calls).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(api.calls).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(refreshCheckIntervalMs);
    expect(api.calls).toHaveLength(2);
    stop();
    await vi.advanceTimersByTimeAsync(refreshCheckIntervalMs);
    expect(api.calls).toHaveLength(2);
  });

  test("1§4 checks when the page opens", async () => {
    const api = fakeApi({ [path]: () => renewedSession });
    startSession(aSession(), overdueRefreshAt());
    const stop = startSessionRefresh();
    await vi.waitFor(() => expect(api.calls).toHaveLength(1));
    stop();
  });

  test("two concurrent checks refresh once, because a refresh token works only once", async () => {
    const response = createDeferred<unknown>();
    const api = fakeApi({ [path]: () => response.promise });
    startSession(aSession(), overdueRefreshAt());
    const refreshes = Promise.all([refreshIfDue(), refreshIfDue()]);
    response.settle(renewedSession);
    await refreshes;
    expect(api.calls).toHaveLength(1);
  });

  test("a session refreshed by another tab is used, not refreshed again", async () => {
    const api = fakeApi({ [path]: () => renewedSession });
    startSession(aSession(), overdueRefreshAt());
    localStorage.setItem("session", JSON.stringify({ ...renewedSession, lastRefresh: Date.now() }));
    await refreshIfDue();
    expect(api.calls).toHaveLength(0);
    expect(getCurrentSession()?.refresh_token).toBe("refresh-2");
  });

  test("a refused refresh ends the session; one without a response does not", async () => {
    vi.useFakeTimers();
    fakeApi({ [path]: noResponse });
    startSession(aSession(), overdueRefreshAt());
    await refreshIfDue();
    expect(getCurrentSession()).not.toBeNull();

    fakeApi({ [path]: () => problemReply(401, "sessionEnded") });
    await refreshIfDue();
    expect(getCurrentSession()).toBeNull();
    expect(localStorage.getItem("session")).toBeNull();
  });

  test("1§4 a refresh without a response is retried as long as the service would repeat that response", async () => {
    vi.useFakeTimers();
    const api = fakeApi({ [path]: noResponse });
    startSession(aSession(), overdueRefreshAt());
    await refreshIfDue();
    await vi.advanceTimersByTimeAsync(refreshGraceSeconds * 1000);
    expect(api.to(path).map(({ body }) => body)).toEqual(
      Array.from({ length: refreshRetryPausesMs.length + 1 }, () => ({ refresh_token: "refresh-1" })),
    );
    const lastStartMs =
      refreshRetryPausesMs.reduce((sum, pause) => sum + pause + refreshTimeoutMs, 0) + refreshTimeoutMs;
    expect(lastStartMs).toBeLessThan(refreshGraceSeconds * 1000);

    const lossy = fakeApi({ [path]: () => (lossy.calls.length === 1 ? noResponse() : renewedSession) });
    await refreshIfDue();
    await vi.advanceTimersByTimeAsync(refreshRetryPausesMs[0]);
    expect(lossy.calls).toHaveLength(2);
    expect(getCurrentSession()?.refresh_token).toBe("refresh-2");
  });

  test("a logout during the refresh takes precedence", async () => {
    const response = createDeferred<unknown>();
    fakeApi({ [path]: () => response.promise });
    startSession(aSession(), overdueRefreshAt());
    const refreshing = refreshIfDue();
    localStorage.removeItem("session");
    reloadSession();
    response.settle(renewedSession);
    await refreshing;
    expect(getCurrentSession()).toBeNull();
  });

  test("after a long sleep a call waits for a valid token", async () => {
    fakeApi({ [path]: () => renewedSession });
    startSession(aSession(), Date.now() - 3_600_000);
    expect(await ensureFreshAccessToken()).toBe("access-2");
  });
});

describe("the session record", () => {
  test("1§3 is stored in local storage with the time of the last refresh, and restored", () => {
    startSession(aSession(), 1234);
    const storedRecord = JSON.parse(localStorage.getItem("session")!);
    expect(storedRecord).toEqual({ ...aSession(), lastRefresh: 1234 });
    localStorage.setItem("session", JSON.stringify({ ...storedRecord, username: "other" }));
    window.dispatchEvent(new StorageEvent("storage", { key: "session" }));
    expect(getCurrentSession()?.username).toBe("other");
  });

  test("auth0-react#562 modelence#308 a page shown again by Back reads the logout that it missed", () => {
    startSession(aSession());
    localStorage.removeItem("session");
    const show = (persisted: boolean) =>
      window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));
    show(false);
    expect(getCurrentSession()).not.toBeNull();
    show(true);
    expect(getCurrentSession()).toBeNull();
  });

  test("is ignored if broken or of another version", () => {
    for (const text of ["", "{", "{}", JSON.stringify({ ...aSession(), roles: ["ROLE_UNHEARD_OF"] })]) {
      localStorage.setItem("session", text);
      expect(reloadSession()).toBeNull();
    }
  });
});

test("B6 where the browser blocks storage, the session lives in the page, and refreshes", async () => {
  const throwSecurityError = () => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  };
  vi.stubGlobal("localStorage", {
    getItem: throwSecurityError,
    setItem: throwSecurityError,
    removeItem: throwSecurityError,
  });
  fakeApi({ [path]: () => renewedSession });
  startSession(aSession(), overdueRefreshAt());
  expect(reloadSession()?.access_token).toBe("access-1");
  await refreshIfDue();
  expect(reloadSession()?.access_token).toBe("access-2");
});
