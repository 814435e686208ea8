import { expect, test, vi } from "vitest";
import { login, logout } from "#domain/endpoints/account/session.ts";
import { getDocumentation } from "#domain/endpoints/documentation/details.ts";
import { mergeDocumentations } from "#domain/endpoints/review/mergeCalls.ts";
import { createDeferred } from "#testing/deferred.ts";
import { type FakeCall, fakeApi, noResponse, problemReply, Reply } from "#testing/fakeApi.ts";
import { aSession, someDetails } from "#testing/fixtures.ts";
import { ApiError } from "./apiError.ts";
import { clearBookmark } from "./bookmark.ts";
import { call, send, toQueryString } from "./client.ts";
import { getCurrentSession, startSession } from "./session.ts";

const details = someDetails();
const path = `GET /documentations/${details.id}`;

test("1§7 every call carries the access token; a login does not", async () => {
  const api = fakeApi({ [path]: () => details, "POST /login": () => aSession() });
  startSession(aSession());
  await call(getDocumentation, { params: { id: details.id } });
  await call(login, { body: { username: "a", password: "b" } });
  expect(api.calls[0]?.headers.get("authorization")).toBe("Bearer access-1");
  expect(api.calls[1]?.headers.get("authorization")).toBeNull();
  expect(api.calls[1]?.headers.get("content-type")).toBe("application/json");
});

test("the newest bookmark is sent with the next call, even if responses arrive out of order", async () => {
  clearBookmark();
  const bookmarks = ["b-2", "b-1", ""];
  const api = fakeApi({
    [path]: () => new Reply(200, details, { "x-siteproof-bookmark": bookmarks.shift() ?? "" }),
  });
  for (let index = 0; index < 3; index++) await call(getDocumentation, { params: { id: details.id } });
  expect(api.calls.map(({ headers }) => headers.get("x-siteproof-bookmark"))).toEqual([null, "b-2", "b-2"]);
  clearBookmark();
});

test("an error carries status, code, fields, retry delay and request id", async () => {
  fakeApi({
    [path]: () =>
      problemReply(422, "invalid", { name: "required" }, { "x-request-id": "r-1", "retry-after": "30" }),
  });
  const failure = await call(getDocumentation, { params: { id: details.id } }).catch((error) => error);
  expect(failure).toBeInstanceOf(ApiError);
  expect(failure).toMatchObject({
    status: 422,
    code: "invalid",
    fields: { name: "required" },
    retryAfter: 30,
    requestId: "r-1",
  });
});

test("no response is status 0; a response that breaks the contract is a server error", async () => {
  fakeApi({ [path]: noResponse });
  await expect(call(getDocumentation, { params: { id: details.id } })).rejects.toMatchObject({ status: 0 });
  fakeApi({ [path]: () => ({ ...details, status: "SOMETHING" }) });
  await expect(call(getDocumentation, { params: { id: details.id } })).rejects.toMatchObject({ status: 500 });
});

test("parameters are encoded, and absent ones are left out of the query", () => {
  expect(toQueryString({ q: "å & ä", empty: "", none: undefined, zero: 0, no: false })).toBe(
    "?q=%C3%A5+%26+%C3%A4&zero=0&no=false",
  );
  expect(toQueryString({})).toBe("");
});

test("1§4 an error tells whether its session has been replaced", async () => {
  const response = createDeferred<unknown>();
  const api = fakeApi({ [path]: () => response.promise });
  startSession(aSession());
  const supersededCall = call(getDocumentation, { params: { id: details.id } }).catch((error) => error);
  await vi.waitFor(() => expect(api.calls).toHaveLength(1));
  startSession(aSession({ userId: 2, access_token: "access-2" }));
  response.settle(problemReply(401, "sessionEnded"));
  expect(await supersededCall).toMatchObject({ status: 401, isSuperseded: true });
  expect(api.calls).toHaveLength(1);
  fakeApi({ [path]: refusal, [refreshPath]: refusal });
  const currentError = await call(getDocumentation, { params: { id: details.id } }).catch((error) => error);
  expect(currentError).toMatchObject({ status: 401, isSuperseded: false });
});

const refreshPath = "POST /accessToken/refreshToken";
const refusal = () => problemReply(401, "sessionEnded");
/** A service that accepts the second token only. */
const acceptRenewedToken = ({ headers }: FakeCall) =>
  headers.get("authorization") === "Bearer access-2" ? details : refusal();
const renewedSession = aSession({ access_token: "access-2", refresh_token: "refresh-2" });
const getDetails = () => call(getDocumentation, { params: { id: details.id } });

test("O7 authkit-nextjs#470 a refused token is refreshed once, whatever the clock says, and the call is sent again", async () => {
  const api = fakeApi({ [path]: acceptRenewedToken, [refreshPath]: () => renewedSession });
  startSession(aSession());
  expect(await getDetails()).toMatchObject({ id: details.id });
  expect(api.calls.map((apiCall) => `${apiCall.method} ${apiCall.path}`)).toEqual([path, refreshPath, path]);
  expect(getCurrentSession()).toMatchObject({ access_token: "access-2" });
});

test("O7 a clock that was set back refreshes the session before the call", async () => {
  const api = fakeApi({ [path]: acceptRenewedToken, [refreshPath]: () => renewedSession });
  startSession(aSession(), Date.now() + 3_600_000);
  await getDetails();
  expect(api.calls.map((apiCall) => `${apiCall.method} ${apiCall.path}`)).toEqual([refreshPath, path]);
});

test("O7 concurrent refused calls share one refresh; a second refusal is final", async () => {
  const api = fakeApi({ [path]: acceptRenewedToken, [refreshPath]: () => renewedSession });
  startSession(aSession());
  await Promise.all([getDetails(), getDetails(), getDetails()]);
  expect(api.to(refreshPath)).toHaveLength(1);

  const strict = fakeApi({ [path]: refusal, [refreshPath]: () => renewedSession });
  startSession(aSession());
  await expect(getDetails()).rejects.toMatchObject({ status: 401 });
  expect(strict.calls).toHaveLength(3);
});

test("O7 a refresh without a response leaves the session; a refused one ends it", async () => {
  vi.useFakeTimers();
  fakeApi({ [path]: refusal, [refreshPath]: noResponse });
  startSession(aSession());
  await expect(getDetails()).rejects.toMatchObject({ status: 0 });
  expect(getCurrentSession()).not.toBeNull();

  fakeApi({ [path]: refusal, [refreshPath]: refusal });
  await expect(getDetails()).rejects.toMatchObject({ status: 401 });
  expect(getCurrentSession()).toBeNull();
});

test("O7 other refusals, such as a wrong password, refresh nothing", async () => {
  const api = fakeApi({
    [path]: () => problemReply(401, "loginFailed"),
    [refreshPath]: () => renewedSession,
  });
  startSession(aSession());
  await expect(getDetails()).rejects.toMatchObject({ code: "loginFailed" });
  expect(api.calls).toHaveLength(1);
});

const mergeInput = { body: { name: "Both", documentations: [details.id], tasks: [], photos: [] } };
const merge = () => call(mergeDocumentations, mergeInput).catch((error) => error);
const mergePath = "POST /documentation/mergeDocumentations";

test("design§HTTP a call keeps its idempotency key until the service has answered it", async () => {
  startSession(aSession());
  const replies = [
    noResponse,
    () => problemReply(500, "internal"),
    () => problemReply(422, "callInProgress", undefined, { "retry-after": "0.001" }),
    () => problemReply(422, "invalid"),
    () => problemReply(422, "callInterrupted"),
  ];
  const api = fakeApi({ [mergePath]: () => replies.shift()?.(), "POST /logout": () => ({ success: true }) });
  const keys = () => api.to(mergePath).map(({ headers }) => headers.get("idempotency-key"));
  await merge();
  await merge();
  // Waits while an equal call runs, and then tries again.
  expect(await merge()).toMatchObject({ code: "invalid" });
  expect(new Set(keys()).size).toBe(1);
  expect(keys()).toHaveLength(4);
  await merge();
  expect(keys()[4]).not.toBe(keys()[0]);
  await call(logout, {}).catch(() => null);
  expect(api.to("POST /logout")[0]?.headers.get("idempotency-key")).not.toBeNull();
});

test("design§HTTP equal calls at the same time share a key; other bodies and users have their own", async () => {
  startSession(aSession());
  const response = createDeferred<unknown>();
  const api = fakeApi({ [mergePath]: () => response.promise });
  const running = [
    merge(),
    merge(),
    call(mergeDocumentations, { body: { ...mergeInput.body, name: "Other" } }).catch(() => null),
  ];
  startSession(aSession({ userId: 2 }));
  running.push(merge());
  await vi.waitFor(() => expect(api.calls).toHaveLength(4));
  const [first, second, otherBody, otherUser] = api.calls.map(({ headers }) =>
    headers.get("idempotency-key"),
  );
  expect(first).toBe(second);
  expect(new Set([first, otherBody, otherUser]).size).toBe(3);
  response.settle(problemReply(422, "invalid"));
  await Promise.all(running);
});

test.each([
  ["a question", () => call(getDocumentation, { params: { id: details.id } }), 120_000],
  [
    "a large body on a slow line",
    () => send("/large", { method: "POST", body: "x".repeat(800_000) }),
    220_000,
  ],
])(
  "a call on a dead line ends like one without a network, and the next one is sent: %s",
  async (_, ask, limitMs) => {
    vi.useFakeTimers();
    const deadFetch = vi.fn(
      (_url: string, { signal }: RequestInit) =>
        new Promise<Response>((_resolve, reject) => {
          signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
        }),
    );
    vi.stubGlobal("fetch", deadFetch);
    let outcome: unknown;
    const attempt = ask().catch((error) => {
      outcome = error;
    });
    await vi.advanceTimersByTimeAsync(limitMs - 1000);
    expect(outcome).toBeUndefined();
    await vi.advanceTimersByTimeAsync(2000);
    await attempt;
    expect(outcome).toMatchObject({ name: "ApiError", status: 0, isTransient: true });
    fakeApi({ [path]: () => details });
    await call(getDocumentation, { params: { id: details.id } });
    vi.useRealTimers();
  },
);

/** A response whose headers and first bytes have come; `rest` then sends or breaks the rest. */
const partialResponse = (rest: (body: ReadableStreamDefaultController<Uint8Array>) => void) =>
  new Response(
    new ReadableStream<Uint8Array>({
      start(body) {
        body.enqueue(new TextEncoder().encode(JSON.stringify(details).slice(0, 9)));
        rest(body);
      },
    }),
  );

test("design§HTTP a response that stalls after its headers ends like a lost network; a slow one does not", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", async () => partialResponse(() => undefined));
  let outcome: unknown;
  const stalled = getDetails().catch((error) => {
    outcome = error;
  });
  await vi.advanceTimersByTimeAsync(119_000);
  expect(outcome).toBeUndefined();
  await vi.advanceTimersByTimeAsync(2000);
  await stalled;
  expect(outcome).toMatchObject({ name: "ApiError", status: 0, isTransient: true });

  const chunks = [...JSON.stringify(details).slice(9)].map((letter) => new TextEncoder().encode(letter));
  vi.stubGlobal("fetch", async () =>
    partialResponse((body) => {
      const timer = setInterval(() => {
        const chunk = chunks.shift();
        if (chunk) return body.enqueue(chunk);
        clearInterval(timer);
        body.close();
      }, 60_000);
    }),
  );
  const slow = getDetails();
  await vi.advanceTimersByTimeAsync(60_000 * (chunks.length + 1));
  expect(await slow).toMatchObject({ id: details.id });
  vi.useRealTimers();
});

test("design§HTTP a response that breaks off counts as none, so that its call keeps its idempotency key", async () => {
  startSession(aSession());
  const keys: (string | null)[] = [];
  vi.stubGlobal("fetch", async (_: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get("idempotency-key"));
    return partialResponse((body) => body.error(new TypeError("network error")));
  });
  expect(await merge()).toMatchObject({ status: 0 });
  await merge();
  expect(keys[1]).toBe(keys[0]);
});

test("a call that its user stops is aborted, not reported as a lost network", async () => {
  const response = createDeferred<unknown>();
  fakeApi({ [path]: () => response.promise });
  const controller = new AbortController();
  const { signal } = controller;
  const stopped = call(getDocumentation, { params: { id: details.id }, signal }).catch((error) => error);
  controller.abort();
  response.settle(details);
  expect(await stopped).toMatchObject({ name: "AbortError" });
});
