import { vi } from "vitest";

export interface FakeCall {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Headers;
  body: unknown;
}

type ResponseBody = unknown | Promise<unknown>;
type Handler = (call: FakeCall) => ResponseBody;

/** A response with a status other than 200. */
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

/** A handler that fails like a lost network. */
export const noResponse = () => {
  throw new TypeError("Failed to fetch");
};

/**
 * A fake service: `{ "GET /licenses": () => ({ items: [] }) }`. Calls without a handler get 404, which the console ignores, and
 * are recorded in `calls` like the others.
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
    const reply = handler ? await handler(call) : problemReply(404, "notFound");
    if (init.signal?.aborted) throw new DOMException("aborted", "AbortError");
    const { status, body, headers, statusText } = reply instanceof Reply ? reply : new Reply(200, reply);
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
 * A handler of a batch call: `respond` returns the response for each item of the body's `list`, stored under `name`. A Reply
 * becomes the item's failure.
 */
export const batchHandler =
  (list: string, name: string, respond: (item: unknown) => unknown): Handler =>
  async ({ body }) => {
    const items = (body as Record<string, unknown[]>)[list] ?? [];
    return {
      items: await Promise.all(
        items.map(async (item) => {
          const itemId = typeof item === "string" ? { uploadId: item } : { id: (item as { id?: string }).id };
          const response = await respond(item);
          return response instanceof Reply
            ? {
                ...itemId,
                [name]: null,
                failure: { status: response.status, ...(response.body as ProblemReplyBody).error },
              }
            : { ...itemId, [name]: response, failure: null };
        }),
      ),
    };
  };

interface ProblemReplyBody {
  error: { code: string; message: string };
}
