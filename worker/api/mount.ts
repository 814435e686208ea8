import { z } from "zod";
import type { Actor } from "#domain/access/actor.ts";
import {
  type Authentication,
  canCall,
  type Endpoint,
  takesIdempotencyKey,
} from "#domain/contract/endpoint.ts";
import type { CallInput } from "#domain/contract/merge/mergeResponses.ts";
import { problem } from "#domain/core/problem.ts";
import { findTextRepairs, type TextRepair } from "#domain/core/text/textRepairs.ts";
import { countCall } from "#worker/auth/callLimits.ts";
import { authenticateLicense } from "#worker/auth/licenseAuth.ts";
import { authenticateLink, type Link } from "#worker/auth/linkAuth.ts";
import { authenticateActor } from "#worker/auth/session/actor.ts";
import { assertFreshLogin } from "#worker/auth/session/ownPassword.ts";
import type { Database } from "#worker/db/database.ts";
import type { LicenseRow } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import { respondWithEtag } from "#worker/http/conditional.ts";
import type { App, AppContext } from "#worker/http/context.ts";
import { getDirectoryDb, selectActorShard } from "#worker/http/databases.ts";
import { maxBodyBytes, parseJson, readLimitedBody } from "#worker/http/jsonBody.ts";
import { parseInput } from "#worker/http/problems.ts";
import { stripToSchema } from "#worker/http/stripFields.ts";
import { fanOut, type ShardContext, shardsFor } from "./fanOut.ts";
import { runOnce } from "./idempotency.ts";

export interface Call<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> {
  c: AppContext;
  env: Env;
  db: Database;
  params: z.output<P>;
  query: z.output<Q>;
  body: z.output<B>;
  /** The texts of the body in which parsing replaced characters that may have carried data. */
  repairs: () => TextRepair[];
}
type HandlerResult<A extends z.ZodType> = z.input<A> | Response;

interface MountOptions {
  maxBodyBytes?: number;
  /** Reads the body instead of the JSON parser, for calls that carry files. */
  readBody?: (request: Request) => Promise<unknown>;
}

export const honoPath = (path: string) => path.replace(/\{(\w+)\}/g, ":$1");

/** The fields that each kind of authentication adds to a handler's call. */
interface AuthContext {
  /** `shards` are the databases that the call works in: several for actors who span customers (fanOut.ts). */
  session: { actor: Actor; shards: readonly ShardContext[] };
  license: { license: LicenseRow };
  token: { link: Link };
  public: object;
}

/** All mounted endpoints by method and path, for the OpenAPI document and for tickets, which are signed for downloads only. */
export const mountedEndpoints = new Map<string, Endpoint>();

/** Mounts an endpoint by its contract: authenticates the caller, parses the input, and strips the response to the contract's fields. */
export function mount<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  A extends z.ZodType,
  E extends Authentication,
>(
  app: App,
  endpoint: Endpoint<P, Q, B, A, E>,
  handler: (call: Call<P, Q, B> & AuthContext[E]) => Promise<HandlerResult<A>>,
  options?: MountOptions,
): void {
  mountedEndpoints.set(`${endpoint.method} ${endpoint.path}`, endpoint);
  const authenticate: (
    c: AppContext,
    read: () => Promise<Call<P, Q, B>>,
  ) => Promise<Call<P, Q, B> & AuthContext[E]> = authenticators[endpoint.authentication](endpoint);
  const respond = async (c: AppContext, call: Call<P, Q, B> & AuthContext[E]): Promise<Response> => {
    const shards: readonly (ShardContext | typeof call)[] = "shards" in call ? call.shards : [call];
    const result = await fanOut<unknown, CallInput, (typeof shards)[number]>(
      shards,
      endpoint.multiDatabase,
      call,
      // Cast: a strategy changes only the page of a call's input, and an endpoint's type does not say which input its strategy takes.
      (shard, input) => handler({ ...(input as typeof call), ...shard }),
    );
    if (result instanceof Response) return result;
    const body = endpoint.response ? stripToSchema(endpoint.response, result) : result;
    if (endpoint.conditional) return respondWithEtag(c, body);
    const { creates } = endpoint;
    const isCreated = typeof creates === "function" ? creates(body) : creates;
    return c.json(body ?? null, isCreated ? 201 : 200);
  };
  app.on(endpoint.method, honoPath(endpoint.path), async (c) => {
    const call = await authenticate(c, () => parseCall(c, endpoint, options));
    if (!takesIdempotencyKey(endpoint) || !("actor" in call)) return respond(c, call);
    const { params, query, body } = call;
    return runOnce(c, call.actor, { params, query, body }, () => respond(c, call));
  });
}

type ReadCall<C> = () => Promise<C>;

/** The four kinds of authentication. A session's authority and product are checked before the input is read. */
const authenticators: {
  [E in Authentication]: (
    endpoint: Endpoint,
  ) => <C extends Partial<Call<z.ZodType, z.ZodType, z.ZodType>>>(
    c: AppContext,
    read: ReadCall<C>,
  ) => Promise<C & AuthContext[E]>;
} = {
  session: (endpoint) => async (c, read) => {
    const actor = await authenticateActor(c, endpoint.download !== undefined);
    if (!canCall(actor, endpoint)) throw problem("forbidden");
    if (endpoint.requiresFreshLogin) await assertFreshLogin(getDirectoryDb(c), actor);
    await selectActorShard(c, actor, endpoint);
    const call = await read();
    if (endpoint.callLimit) await countCall(getDirectoryDb(c), actor, endpoint.callLimit);
    return { ...call, actor, shards: await shardsFor(c, actor, endpoint, { ...emptyInput, ...call }) };
  },
  license: () => async (c, read) => {
    const call = await read();
    const license = await authenticateLicense(c, getText(call.body ?? call.query, "licenseCode") ?? "");
    return { ...call, ...getCurrentShard(c), license };
  },
  // The token is in the body, or in the query of a download.
  token:
    ({ linkPurpose }) =>
    async (c, read) => {
      const call = await read();
      const token = getText(call.body, "token") ?? getText(call.query, "link") ?? "";
      const link = await authenticateLink(c, token, linkPurpose);
      return { ...call, ...getCurrentShard(c), link };
    },
  public: () => async (_, read) => read(),
};

/** A text field of a call's input. */
function getText(input: unknown, field: string): string | undefined {
  const value: unknown = typeof input === "object" && input !== null ? Reflect.get(input, field) : undefined;
  return typeof value === "string" ? value : undefined;
}

const emptyInput = { params: undefined, query: undefined, body: undefined };

/** The database that authentication has selected for the call. */
const getCurrentShard = (c: AppContext) => ({ env: c.env, db: c.get("db") });

async function parseCall<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType>(
  c: AppContext,
  endpoint: Endpoint<P, Q, B>,
  options: MountOptions = {},
): Promise<Call<P, Q, B>> {
  const readBody =
    options.readBody ??
    (async (request) => parseJson(await readLimitedBody(request, options.maxBodyBytes ?? maxBodyBytes)));
  const rawBody = endpoint.body && dropResponseFields(endpoint, await readBody(c.req.raw));
  const body = endpoint.body && parseInput(endpoint.body, rawBody);
  return {
    c,
    ...getCurrentShard(c),
    params: endpoint.params && (await pathParams(c, endpoint.params)),
    query: endpoint.query && parseInput(endpoint.query, queryWithoutTicket(c)),
    body,
    repairs: () => findTextRepairs(rawBody),
    // Cast: an input that the contract does not define is undefined here, and its type is unknown.
  } as Call<P, Q, B>;
}

/**
 * A row that was read may be sent back by PUT (1§7): fields of the response that the call does not take are ignored. Any other
 * unknown field is refused.
 */
function dropResponseFields({ method, body: bodySchema, response }: Endpoint, body: unknown): unknown {
  if (method !== "PUT" || !(bodySchema instanceof z.ZodObject) || !(response instanceof z.ZodObject))
    return body;
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
  return Object.fromEntries(
    Object.entries(body).filter(([field]) => field in bodySchema.shape || !(field in response.shape)),
  );
}

/** @throws notFound for a malformed id, as for an unknown one */
async function pathParams(c: AppContext, schema: z.ZodType): Promise<unknown> {
  const result = schema.safeParse(c.req.param());
  if (!result.success) throw problem("notFound");
  return result.data;
}

/** The query without the download ticket. */
export function queryWithoutTicket(c: AppContext): Record<string, string> {
  const { token: _, ...query } = c.req.query();
  return query;
}
