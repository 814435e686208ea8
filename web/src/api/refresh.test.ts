import { describe, expect, test, vi } from "vitest";
import { refreshAgeMs, refreshCheckIntervalMs } from "#domain/access/sessionTimes.ts";
import { fakeApi, noAnswer, problemReply } from "#testing/fakeApi.ts";
import { aSession } from "#testing/fixtures.ts";
import { until } from "#testing/until.ts";
import { freshAccessToken, refreshIfDue, startSessionRefresh } from "./refresh.ts";
import { currentSession, reloadSession, startSession } from "./session.ts";

const path = "POST /accessToken/refreshToken";
const renewed = aSession({ access_token: "access-2", refresh_token: "refresh-2" });
const old = () => Date.now() - refreshAgeMs - 1;

describe("the session clock", () => {
  test("1§4 refreshes only when the last refresh is older than ten minutes", async () => {
    const api = fakeApi({ [path]: () => renewed });
    startSession(aSession(), Date.now() - refreshAgeMs + 1000);
    await refreshIfDue();
    expect(api.calls).toHaveLength(0);

    startSession(aSession(), old());
    await refreshIfDue();
    expect(api.to(path)[0]?.body).toEqual({ refresh_token: "refresh-1" });
    expect(api.to(path)[0]?.headers.get("accept-language")).toBe("en");
    expect(currentSession()).toMatchObject({ access_token: "access-2", refresh_token: "refresh-2" });
    expect(Date.now() - currentSession()!.lastRefresh).toBeLessThan(5000);
    await refreshIfDue();
    expect(api.calls).toHaveLength(1);
  });

  test("1§4, 1§9 checks every fifteen minutes", async () => {
    vi.useFakeTimers();
    const api = fakeApi({ [path]: () => renewed });
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
    const api = fakeApi({ [path]: () => renewed });
    startSession(aSession(), old());
    const stop = startSessionRefresh();
    await vi.waitFor(() => expect(api.calls).toHaveLength(1));
    stop();
  });

  test("two checks at once refresh once, because each refresh token works once", async () => {
    const answer = until<unknown>();
    const api = fakeApi({ [path]: () => answer.promise });
    startSession(aSession(), old());
    const both = Promise.all([refreshIfDue(), refreshIfDue()]);
    answer.settle(renewed);
    await both;
    expect(api.calls).toHaveLength(1);
  });

  test("a session refreshed by another tab is used, not refreshed again", async () => {
    const api = fakeApi({ [path]: () => renewed });
    startSession(aSession(), old());
    localStorage.setItem("session", JSON.stringify({ ...renewed, lastRefresh: Date.now() }));
    await refreshIfDue();
    expect(api.calls).toHaveLength(0);
    expect(currentSession()?.refresh_token).toBe("refresh-2");
  });

  test("a refused refresh ends the session, an unanswered one does not", async () => {
    fakeApi({ [path]: noAnswer });
    startSession(aSession(), old());
    await refreshIfDue();
    expect(currentSession()).not.toBeNull();

    fakeApi({ [path]: () => problemReply(401, "sessionEnded") });
    await refreshIfDue();
    expect(currentSession()).toBeNull();
    expect(localStorage.getItem("session")).toBeNull();
  });

  test("a logout during the refresh takes precedence", async () => {
    const answer = until<unknown>();
    fakeApi({ [path]: () => answer.promise });
    startSession(aSession(), old());
    const refreshing = refreshIfDue();
    localStorage.removeItem("session");
    reloadSession();
    answer.settle(renewed);
    await refreshing;
    expect(currentSession()).toBeNull();
  });

  test("after a long sleep a call waits for a valid token", async () => {
    fakeApi({ [path]: () => renewed });
    startSession(aSession(), Date.now() - 3_600_000);
    expect(await freshAccessToken()).toBe("access-2");
  });
});

describe("the session record", () => {
  test("1§3 is kept in local storage with the time of the last refresh, and restored", () => {
    startSession(aSession(), 1234);
    const stored = JSON.parse(localStorage.getItem("session")!);
    expect(stored).toEqual({ ...aSession(), lastRefresh: 1234 });
    localStorage.setItem("session", JSON.stringify({ ...stored, username: "other" }));
    window.dispatchEvent(new StorageEvent("storage", { key: "session" }));
    expect(currentSession()?.username).toBe("other");
  });

  test("a broken one, or one of another version, is ignored", () => {
    for (const text of ["", "{", "{}", JSON.stringify({ ...aSession(), roles: ["ROLE_UNHEARD_OF"] })]) {
      localStorage.setItem("session", text);
      expect(reloadSession()).toBeNull();
    }
  });
});
