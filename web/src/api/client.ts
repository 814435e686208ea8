import { z } from "zod";
import type { Endpoint } from "#domain/contract/endpoint.ts";
import { bookmarkHeader, newestBookmark, rememberBookmark } from "./bookmark.ts";
import { ApiError, toApiError, unreadableAnswer } from "./failure.ts";
import { clearPrefetchedResponses, takePrefetchedResponse } from "./prefetchedResponses.ts";
import { freshAccessToken } from "./refresh.ts";
import { reloadSession, sessionKey } from "./session.ts";

export const apiBase = "/api";

type QueryValue = string | number | boolean | null | undefined;
export type Query = Record<string, QueryValue>;

export interface RequestOptions {
  method?: string;
  query?: Query;
  body?: unknown;
  signal?: AbortSignal;
  /** Calls open to anybody go without the token: an expired session must not turn them away. */
  anonymous?: boolean;
}

interface Input<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> {
  params?: z.input<P>;
  query?: z.input<Q>;
  body?: z.input<B>;
  signal?: AbortSignal;
}

/** Makes a call that a contract describes. Resolves to the answer the contract describes, or throws a Failure. */
export async function call<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  A extends z.ZodType,
>(endpoint: Endpoint<P, Q, B, A>, input: Input<P, Q, B> = {}): Promise<z.output<A>> {
  return parseResponse(
    await send(pathOf(endpoint, input.params as Record<string, string> | undefined), {
      method: endpoint.method,
      query: input.query as Query,
      body: input.body,
      signal: input.signal,
      anonymous: endpoint.authentication !== "session",
    }),
    endpoint.response as A,
  );
}

/** The path of an endpoint under /api with its parameters filled in. */
export const pathOf = (endpoint: Pick<Endpoint, "path">, params: Record<string, string> = {}): string =>
  endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${endpoint.path} needs ${name}`);
    return encodeURIComponent(value);
  });

export async function parseResponse<A extends z.ZodType>(
  response: Response,
  schema: A,
): Promise<z.output<A>> {
  try {
    return schema.parse(await response.json());
  } catch (error) {
    if (isAbort(error)) throw error;
    if (import.meta.env.DEV && error instanceof z.ZodError) console.warn(z.prettifyError(error));
    throw unreadableAnswer(response.headers.get("x-request-id"), error);
  }
}

type ResponseCache = (
  asked: RequestOptions & { path: string },
  ask: () => Promise<Response>,
) => Promise<Response>;

let responseCache: ResponseCache = (_, ask) => ask();

/** Has answers kept by capturing, which loads what that takes: other screens do without. */
export const setResponseCache = (keeps: ResponseCache): void => {
  responseCache = keeps;
};

/**
 * @throws Failure for every answer without success, and when there is none. Offline, calls of capturing get the answer they got
 * before.
 */
export const send = (path: string, sending: RequestOptions = {}): Promise<Response> =>
  responseCache({ ...sending, path }, () => sendWithMoveRetry(path, sending));

/** Seconds for which a call waits for a customer's data to arrive in another database; it takes some. */
const maxMoveWaitSeconds = 60;

async function sendWithMoveRetry(path: string, sending: RequestOptions, waited = 0): Promise<Response> {
  try {
    return await sendOnce(path, sending);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "customerMoving" || waited >= maxMoveWaitSeconds)
      throw error;
    const seconds = error.retryAfter ?? 3;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    sending.signal?.throwIfAborted();
    return sendWithMoveRetry(path, sending, waited + seconds);
  }
}

async function sendOnce(path: string, sending: RequestOptions): Promise<Response> {
  // The service writes workbooks and mails in the console's language, not the browser's.
  const headers = new Headers({
    accept: "application/json",
    "accept-language": document.documentElement.lang || "en",
  });
  const token = sending.anonymous ? null : await freshAccessToken();
  if (token) headers.set("authorization", `Bearer ${token}`);
  if (sending.body !== undefined) headers.set("content-type", "application/json");
  if (newestBookmark()) headers.set(bookmarkHeader, newestBookmark());
  const url = `${apiBase}${path}${toQueryString(sending.query)}`;
  const { method = "GET" } = sending;
  if (method !== "GET") clearPrefetchedResponses();
  const asked = token && method === "GET" ? await takePrefetchedResponse(url, sessionKey()) : null;
  const response =
    asked ??
    (await fetchOrFail(url, {
      method,
      headers,
      body: sending.body === undefined ? null : JSON.stringify(sending.body),
      signal: sending.signal ?? null,
      credentials: "omit",
    }));
  rememberBookmark(response.headers.get(bookmarkHeader));
  if (!response.ok)
    throw await toApiError(response, token !== null && token !== reloadSession()?.access_token);
  return response;
}

async function fetchOrFail(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new ApiError({ status: 0, cause: error });
  }
}

export function toQueryString(query: Query = {}): string {
  const given = Object.entries(query).flatMap(([key, value]) =>
    value === undefined || value === null || value === "" ? [] : [[key, String(value)]],
  );
  return given.length > 0 ? `?${new URLSearchParams(given)}` : "";
}

export const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === "AbortError";
