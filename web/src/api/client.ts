import { z } from "zod";
import { bookmarkHeader } from "#domain/contract/bookmark.ts";
import { type Endpoint, idempotencyKeyHeader } from "#domain/contract/endpoint.ts";
import { waitForPointerRest } from "#lib/pointerRest.ts";
import { ApiError, createUnreadableResponseError, toApiError } from "./apiError.ts";
import { getNewestBookmark, rememberBookmark } from "./bookmark.ts";
import { fetchWithTimeout, isAbort, receiveBody } from "./fetchWithTimeout.ts";
import { endIdempotencyKey, idempotencyKeyOf } from "./idempotencyKeys.ts";
import { clearPrefetchedResponses, takePrefetchedResponse } from "./prefetchedResponses.ts";
import { reloadSession, sessionKey } from "./session.ts";
import { ensureFreshAccessToken, renewRefusedToken } from "./sessionRefresh.ts";

export const apiBase = "/api";

type QueryValue = string | number | boolean | null | undefined;
export type Query = Record<string, QueryValue>;

type PathParams = Record<string, string | number>;

export interface RequestOptions {
  method?: string;
  query?: Query;
  body?: unknown;
  signal?: AbortSignal;
  /** Public calls omit the token: an expired session must not make them fail. */
  anonymous?: boolean;
}

interface Input<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> {
  params?: z.input<P> & PathParams;
  query?: z.input<Q> & Query;
  body?: z.input<B>;
  signal?: AbortSignal;
}

/**
 * Calls an endpoint. Returns its parsed response.
 * @throws ApiError
 */
export async function call<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  A extends z.ZodType,
>(endpoint: Endpoint<P, Q, B, A>, input: Input<P, Q, B> = {}): Promise<z.output<A>> {
  const { response } = endpoint;
  if (!response) throw new Error(`${endpoint.path} does not respond with JSON`);
  return parseResponse(
    await send(pathOf(endpoint, input.params), {
      method: endpoint.method,
      query: input.query,
      body: input.body,
      signal: input.signal,
      anonymous: endpoint.authentication !== "session",
    }),
    response,
  );
}

/** The path of an endpoint below /api, with its parameters filled in. */
export const pathOf = (endpoint: Pick<Endpoint, "path">, params: PathParams = {}): string =>
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
    const body = await response.json();
    await waitForPointerRest();
    return schema.parse(body);
  } catch (error) {
    if (isAbort(error)) throw error;
    if (import.meta.env.DEV && error instanceof z.ZodError) console.warn(z.prettifyError(error));
    throw createUnreadableResponseError(response.headers.get("x-request-id"), error);
  }
}

type ResponseCache = (
  request: RequestOptions & { path: string },
  fetchResponse: () => Promise<Response>,
) => Promise<Response>;

let responseCache: ResponseCache = (_, fetchResponse) => fetchResponse();

/** Installs the offline response cache. Only the capture screens load it. */
export const setResponseCache = (cache: ResponseCache): void => {
  responseCache = cache;
};

/**
 * Sends a request. Offline, the calls of capturing return their cached responses.
 * @throws ApiError for error responses and when there is no response
 */
export async function send(path: string, options: RequestOptions = {}): Promise<Response> {
  try {
    return await responseCache({ ...options, path }, () => sendConfirmed(path, options));
  } catch (error) {
    await waitForPointerRest();
    throw error;
  }
}

type IdentityPrompt = () => Promise<boolean>;

let promptForIdentity: IdentityPrompt = async () => false;

/** Installs the prompt for the password that some calls require. It resolves to false if the user cancels. */
export const setIdentityPrompt = (prompt: IdentityPrompt): void => {
  promptForIdentity = prompt;
};

/** Sends a request. If the service requires a confirmed password first, prompts for it and sends the request again. */
async function sendConfirmed(path: string, options: RequestOptions): Promise<Response> {
  try {
    return await sendOrRepeat(path, options);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "confirmationRequired" || !(await promptForIdentity()))
      throw error;
    return sendOrRepeat(path, options);
  }
}

const sendOrRepeat = (path: string, options: RequestOptions): Promise<Response> =>
  options.method === "POST" && !options.anonymous ? sendWithKey(path, options) : sendWithRetry(path, options);

/** Sends a call with an idempotency key, and keeps the key while it is unknown whether the service has executed the call. */
async function sendWithKey(path: string, options: RequestOptions): Promise<Response> {
  const call = JSON.stringify([sessionKey(), path, options.query, options.body]);
  const key = idempotencyKeyOf(call);
  try {
    const response = await sendWithRetry(path, options, key);
    endIdempotencyKey(call, key);
    return response;
  } catch (error) {
    if (error instanceof ApiError && !error.isTransient && !isRetriedLater(error))
      endIdempotencyKey(call, key);
    throw error;
  }
}

/** Maximum seconds a call waits while a customer is moved to another database, or while an equal call is running. */
const maxWaitSeconds = 60;
const isRetriedLater = ({ code }: ApiError) => code === "customerMoving" || code === "callInProgress";

async function sendWithRetry(
  path: string,
  options: RequestOptions,
  key: string | null = null,
  waitedSeconds = 0,
): Promise<Response> {
  try {
    return await sendOnce(path, options, key);
  } catch (error) {
    if (!(error instanceof ApiError) || !isRetriedLater(error) || waitedSeconds >= maxWaitSeconds)
      throw error;
    const seconds = error.retryAfter ?? 3;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    options.signal?.throwIfAborted();
    return sendWithRetry(path, options, key, waitedSeconds + seconds);
  }
}

/** @param isRepeated whether the call was sent before with a token that the service refused */
async function sendOnce(
  path: string,
  options: RequestOptions,
  key: string | null,
  isRepeated = false,
): Promise<Response> {
  // The service writes workbooks and mails in the console's language, not the browser's.
  const headers = new Headers({
    accept: "application/json",
    "accept-language": document.documentElement.lang || "en",
  });
  const owner = sessionKey();
  const token = options.anonymous ? null : await ensureFreshAccessToken();
  if (token) headers.set("authorization", `Bearer ${token}`);
  if (options.body !== undefined) headers.set("content-type", "application/json");
  if (key) headers.set(idempotencyKeyHeader, key);
  if (getNewestBookmark()) headers.set(bookmarkHeader, getNewestBookmark());
  const url = `${apiBase}${path}${toQueryString(options.query)}`;
  const { method = "GET" } = options;
  if (method !== "GET") clearPrefetchedResponses();
  const prefetchedResponse =
    token && method === "GET" ? await takePrefetchedResponse(url, sessionKey()) : null;
  const response =
    (prefetchedResponse && (await receiveBody(prefetchedResponse).catch(() => null))) ??
    (await fetchWithTimeout(url, {
      method,
      headers,
      body: options.body === undefined ? null : JSON.stringify(options.body),
      signal: options.signal ?? null,
      credentials: "omit",
    }));
  rememberBookmark(response.headers.get(bookmarkHeader));
  if (response.ok) return response;
  const error = await toApiError(response, token !== null && token !== reloadSession()?.access_token);
  if (token && !isRepeated && refusesToken(error) && (await renewRefusedToken(token, owner)))
    return sendOnce(path, options, key, true);
  throw error;
}

const refusesToken = ({ status, code }: ApiError): boolean =>
  status === 401 && (code === "notLoggedIn" || code === "sessionEnded");

export function toQueryString(query: Query = {}): string {
  const entries = Object.entries(query).flatMap(([key, value]) =>
    value === undefined || value === null || value === "" ? [] : [[key, String(value)]],
  );
  return entries.length > 0 ? `?${new URLSearchParams(entries)}` : "";
}
