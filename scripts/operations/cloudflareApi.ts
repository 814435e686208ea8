import { setTimeout } from "node:timers/promises";
import { z } from "zod";
import { UserFacingError } from "../support/state.ts";

/** The part of Cloudflare's API (v4) that deployments and copies need, called with an account's token. */

const envelope = z.object({
  success: z.boolean(),
  errors: z.array(z.object({ code: z.number(), message: z.string() })).default([]),
  result: z.unknown(),
  result_info: z.object({ cursor: z.string().optional(), total_pages: z.number().optional() }).nullish(),
});

/** An error response. */
export class ApiError extends Error {
  override name = "ApiError";
  readonly status: number;
  readonly codes: readonly number[];
  constructor(status: number, codes: readonly number[], message: string) {
    super(message);
    this.status = status;
    this.codes = codes;
  }
}

export interface Account {
  id: string;
  token: string;
  /** URL of the API, without a trailing slash. */
  address: string;
}

const maxAttempts = 6;
/** Maximum Retry-After in seconds; a call asked to wait longer fails. */
const maxWaitSeconds = 300;

export class CloudflareApi {
  readonly account: Account;
  readonly wait: (milliseconds: number) => Promise<void>;

  constructor(account: Account, wait = (milliseconds: number) => setTimeout(milliseconds)) {
    this.account = account;
    this.wait = async (milliseconds) => void (await wait(milliseconds));
  }

  /** Reads a resource of the account; null if it does not exist. @throws ApiError on any other error */
  async get<S extends z.ZodType>(
    path: string,
    schema: S,
    query: Record<string, string> = {},
  ): Promise<z.output<S> | null> {
    try {
      return schema.parse((await this.#call("GET", path, { query })).result);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    }
  }

  /** Reads all pages of a list. */
  async list<S extends z.ZodType>(path: string, schema: S): Promise<z.output<S>[]> {
    const items: z.output<S>[] = [];
    for (let page = 1; ; page += 1) {
      const response = await this.#call("GET", path, { query: { page: String(page), per_page: "100" } });
      items.push(...z.array(schema).parse(response.result));
      if (page >= (response.result_info?.total_pages ?? 1)) return items;
    }
  }

  async send<S extends z.ZodType>(
    method: "POST" | "PUT",
    path: string,
    body: object,
    schema: S,
  ): Promise<z.output<S>> {
    return schema.parse((await this.#call(method, path, { body })).result);
  }

  async #call(
    method: string,
    path: string,
    { query = {}, body }: { query?: Record<string, string>; body?: object },
  ) {
    const { address, id, token } = this.account;
    const search = new URLSearchParams(query).toString();
    for (let attempt = 1; ; attempt += 1) {
      const response = await fetch(`${address}/accounts/${id}${path}${search && `?${search}`}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body && { "content-type": "application/json" }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      const { data } = envelope.safeParse(await response.json().catch(() => null));
      if (response.ok && data?.success) return data;
      const waitSeconds = Number(response.headers.get("retry-after") ?? 2 ** attempt);
      // Writes are not retried after a server error: they may have been executed.
      const isRetryable = response.status === 429 || (response.status >= 500 && method === "GET");
      if (!isRetryable || attempt === maxAttempts || waitSeconds > maxWaitSeconds) {
        const messages = data?.errors.map(({ code, message }) => `${message} (${code})`).join("; ");
        throw new ApiError(
          response.status,
          data?.errors.map(({ code }) => code) ?? [],
          `Cloudflare responded to ${method} ${path} with ${response.status}${messages ? `: ${messages}` : ""}`,
        );
      }
      await this.wait(waitSeconds * 1000);
    }
  }
}

/** The account from the environment. @throws UserFacingError if it is not set */
export function readAccount(env: NodeJS.ProcessEnv): Account {
  const { CLOUDFLARE_ACCOUNT_ID: id, CLOUDFLARE_API_TOKEN: token } = env;
  if (!id || !token) throw new UserFacingError("Set CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN");
  // wrangler reads the same variable.
  return { id, token, address: env.CLOUDFLARE_API_BASE_URL ?? "https://api.cloudflare.com/client/v4" };
}
