import type { z } from "zod";
import type { Actor } from "../../domain/access/actor";
import { type Endpoint, mayCall } from "../../domain/endpoint";
import { problem } from "../../domain/problem";
import type { LinkPurpose } from "../../domain/rules/uploadToken";
import type { Database } from "../db/database";
import type { Env } from "../env";
import { bodyLimit, parseJson, readLimited } from "../http/body";
import type { App, AppContext } from "../http/context";
import { parsed } from "../http/problems";
import { only } from "../http/shape";
import { type DeviceLicense, licenseOf } from "./license";
import { type Link, linkOf } from "./link";
import { actorOf } from "./session/actor";

export interface Call<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> {
  c: AppContext;
  env: Env;
  db: Database;
  params: z.output<P>;
  query: z.output<Q>;
  body: z.output<B>;
}
type Answer<A extends z.ZodType> = z.input<A> | Response;

interface Options {
  /** Bytes of JSON. */
  limit?: number;
  /** Reads the body itself, for calls that carry more than belongs in a string. */
  readBody?: (request: Request) => Promise<unknown>;
}

export const honoPath = (path: string) => path.replace(/\{(\w+)\}/g, ":$1");

/** A call by somebody logged in; the authority and product of its contract are asked for before anything is read. */
export function mountForSession<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  A extends z.ZodType,
>(
  app: App,
  endpoint: Endpoint<P, Q, B, A>,
  handler: (call: Call<P, Q, B> & { actor: Actor }) => Promise<Answer<A>>,
  options?: Options,
): void {
  mount(app, endpoint, "session", async (c) => {
    const actor = await actorOf(c, endpoint.download !== undefined);
    if (!mayCall(actor, endpoint)) throw problem("forbidden");
    return handler({ ...(await callOf(c, endpoint, options)), actor });
  });
}

/** A call by a device: the licence code in its body lets it in. */
export function mountForLicense<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  A extends z.ZodType,
>(
  app: App,
  endpoint: Endpoint<P, Q, B, A>,
  handler: (call: Call<P, Q, B> & { license: DeviceLicense }) => Promise<Answer<A>>,
  options?: Options,
): void {
  mount(app, endpoint, "license", async (c) => {
    const call = await callOf(c, endpoint, options);
    const { licenseCode } = (call.body ?? call.query) as { licenseCode: string };
    return handler({ ...call, license: await licenseOf(c, licenseCode) });
  });
}

/** A call by somebody with an upload link: the token in its body, or of a download in its query, lets them in. */
export function mountForToken<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  A extends z.ZodType,
>(
  app: App,
  endpoint: Endpoint<P, Q, B, A>,
  purpose: LinkPurpose | undefined,
  handler: (call: Call<P, Q, B> & { link: Link }) => Promise<Answer<A>>,
  options?: Options,
): void {
  mount(app, endpoint, "token", async (c) => {
    const call = await callOf(c, endpoint, options);
    const { token } = (call.body ?? {}) as { token?: string };
    const { link } = (call.query ?? {}) as { link?: string };
    return handler({ ...call, link: await linkOf(c, token ?? link ?? "", purpose) });
  });
}

export function mountForAll<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  A extends z.ZodType,
>(app: App, endpoint: Endpoint<P, Q, B, A>, handler: (call: Call<P, Q, B>) => Promise<Answer<A>>): void {
  mount(app, endpoint, "public", async (c) => handler(await callOf(c, endpoint)));
}

/** Everything mounted, for the OpenAPI document and for the ticket office, which signs only for downloads. */
export const mounted = new Map<string, Endpoint>();

function mount(
  app: App,
  endpoint: Endpoint,
  entrance: Endpoint["entrance"],
  handle: (c: AppContext) => Promise<unknown>,
): void {
  if (endpoint.entrance !== entrance) throw new Error(`${endpoint.path} is for ${endpoint.entrance}`);
  mounted.set(`${endpoint.method} ${endpoint.path}`, endpoint);
  app.on(endpoint.method, honoPath(endpoint.path), async (c) => {
    const answer = await handle(c);
    if (answer instanceof Response) return answer;
    const shown = (endpoint.answer ? only(endpoint.answer, answer) : answer) as object;
    return c.json(shown, endpoint.creates ? 201 : 200);
  });
}

async function callOf<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType>(
  c: AppContext,
  endpoint: Endpoint<P, Q, B>,
  options: Options = {},
): Promise<Call<P, Q, B>> {
  const body = endpoint.body
    ? parsed(
        endpoint.body,
        await (
          options.readBody ??
          (async (request) => parseJson(await readLimited(request, options.limit ?? bodyLimit)))
        )(c.req.raw),
      )
    : undefined;
  return {
    c,
    env: c.env,
    db: c.get("db"),
    params: endpoint.params && (await pathParams(c, endpoint.params)),
    query: endpoint.query && parsed(endpoint.query, singleQuery(c)),
    body,
  } as Call<P, Q, B>;
}

/** An id in the path that cannot be one names nothing: not found, as any id that does not exist. */
async function pathParams(c: AppContext, schema: z.ZodType): Promise<unknown> {
  const result = schema.safeParse(c.req.param());
  if (!result.success) throw problem("notFound");
  return result.data;
}

/** The query without the ticket, which belongs to the session. */
export function singleQuery(c: AppContext): Record<string, string> {
  const { token: _, ...query } = c.req.query();
  return query;
}
