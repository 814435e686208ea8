import { vi } from "vitest";

export interface FakeCall {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Headers;
  body: unknown;
}

type Answer = unknown | Promise<unknown>;
type Handler = (call: FakeCall) => Answer;

/** An answer with another status than 200. */
export class Reply {
  constructor(
    readonly status: number,
    readonly body: unknown = {},
    readonly headers: Record<string, string> = {},
    readonly statusText = "",
  ) {}
}

export const problemReply = (
  status: number,
  code: string,
  fields?: Record<string, string>,
  headers: Record<string, string> = {},
) => new Reply(status, { error: { code, message: code, ...(fields && { fields }) } }, headers, "Status Text");

/** A lost network. */
export const noAnswer = () => {
  throw new TypeError("Failed to fetch");
};

/**
 * A fake service: `{ "GET /licenses": () => ({ items: [] }) }`. Calls without a handler are answered 404, about which the console
 * is silent, and recorded in `calls` like the others.
 */
export function fakeApi(handlers: Record<string, Handler>) {
  const calls: FakeCall[] = [];
  vi.stubGlobal("fetch", async (input: string, init: RequestInit = {}) => {
    const url = new URL(input, "http://console.test");
    const call: FakeCall = {
      method: init.method ?? "GET",
      path: url.pathname.replace(/^\/api/, ""),
      query: url.searchParams,
      headers: new Headers(init.headers),
      body: typeof init.body === "string" ? JSON.parse(init.body) : undefined,
    };
    calls.push(call);
    const handler = handlers[`${call.method} ${call.path}`];
    const answer = handler ? await handler(call) : problemReply(404, "notFound");
    if (init.signal?.aborted) throw new DOMException("aborted", "AbortError");
    const { status, body, headers, statusText } = answer instanceof Reply ? answer : new Reply(200, answer);
    return new Response(JSON.stringify(body), {
      status,
      statusText,
      headers: { "content-type": "application/json", ...headers },
    });
  });
  return {
    calls,
    to: (route: string) => calls.filter(({ method, path }) => `${method} ${path}` === route),
  };
}

/**
 * Answers a call for many as `one` answers for each of the body's `list`, as `name`. What it refuses is that one's failure.
 */
export const forEach =
  (list: string, name: string, one: (item: unknown) => unknown): Handler =>
  async ({ body }) => {
    const items = (body as Record<string, unknown[]>)[list] ?? [];
    return {
      items: await Promise.all(
        items.map(async (item) => {
          const named = typeof item === "string" ? { uploadId: item } : { id: (item as { id?: string }).id };
          const answer = await one(item);
          return answer instanceof Reply
            ? {
                ...named,
                [name]: null,
                failure: { status: answer.status, ...(answer.body as Refused).error },
              }
            : { ...named, [name]: answer, failure: null };
        }),
      ),
    };
  };

interface Refused {
  error: { code: string; message: string };
}
