import { setTimeout } from "node:timers/promises";
import { z } from "zod";
import { UserFacingError } from "../support/state.ts";

/** Cloudflare's API (v4) with an account's token, as far as deployments and copies need it. */

const envelope = z.object({
  success: z.boolean(),
  errors: z.array(z.object({ code: z.number(), message: z.string() })).default([]),
  result: z.unknown(),
  result_info: z.object({ cursor: z.string().optional(), total_pages: z.number().optional() }).nullish(),
});

/** An answer that says no. */
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
  /** Of the API, without a slash at its end. */
  address: string;
}

const maxTries = 6;
/** Seconds that an answer may ask to be left alone before it counts as a refusal. */
const maxWaitSeconds = 300;

export class Cloudflare {
  readonly account: Account;
  readonly #wait: (milliseconds: number) => Promise<void>;

  constructor(account: Account, wait = (milliseconds: number) => setTimeout(milliseconds)) {
    this.account = account;
    this.#wait = async (milliseconds) => void (await wait(milliseconds));
  }

  /** What lies under the account; null where there is nothing. @throws ApiError for every other refusal */
  async get<S extends z.ZodType>(
    path: string,
    shape: S,
    query: Record<string, string> = {},
  ): Promise<z.output<S> | null> {
    try {
      return shape.parse((await this.#ask("GET", path, { query })).result);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    }
  }

  /** All of a list that comes in pages. */
  async list<S extends z.ZodType>(path: string, shape: S): Promise<z.output<S>[]> {
    const items: z.output<S>[] = [];
    for (let page = 1; ; page += 1) {
      const answer = await this.#ask("GET", path, { query: { page: String(page), per_page: "100" } });
      items.push(...z.array(shape).parse(answer.result));
      if (page >= (answer.result_info?.total_pages ?? 1)) return items;
    }
  }

  async send<S extends z.ZodType>(
    method: "POST" | "PUT",
    path: string,
    body: object,
    shape: S,
  ): Promise<z.output<S>> {
    return shape.parse((await this.#ask(method, path, { body })).result);
  }

  async #ask(
    method: string,
    path: string,
    { query = {}, body }: { query?: Record<string, string>; body?: object },
  ) {
    const { address, id, token } = this.account;
    const search = new URLSearchParams(query).toString();
    for (let attempt = 1; ; attempt += 1) {
      const answer = await fetch(`${address}/accounts/${id}${path}${search && `?${search}`}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body && { "content-type": "application/json" }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      const { data } = envelope.safeParse(await answer.json().catch(() => null));
      if (answer.ok && data?.success) return data;
      const asked = Number(answer.headers.get("retry-after") ?? 2 ** attempt);
      // What changes something is not repeated after an error of the service: it may have been done.
      const again = answer.status === 429 || (answer.status >= 500 && method === "GET");
      if (!again || attempt === maxTries || asked > maxWaitSeconds) {
        const said = data?.errors.map(({ code, message }) => `${message} (${code})`).join("; ");
        throw new ApiError(
          answer.status,
          data?.errors.map(({ code }) => code) ?? [],
          `Cloudflare answers ${method} ${path} with ${answer.status}${said ? `: ${said}` : ""}`,
        );
      }
      await this.#wait(asked * 1000);
    }
  }
}

/** The account that the environment names. @throws Stop when it names none */
export function accountFrom(env: NodeJS.ProcessEnv): Account {
  const { CLOUDFLARE_ACCOUNT_ID: id, CLOUDFLARE_API_TOKEN: token } = env;
  if (!id || !token)
    throw new UserFacingError("CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN have to name the account");
  // wrangler reads the same variable.
  return { id, token, address: env.CLOUDFLARE_API_BASE_URL ?? "https://api.cloudflare.com/client/v4" };
}
