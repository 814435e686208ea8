import type { z } from "zod";
import {
  type Authority,
  type Grants,
  hasAuthority,
  hasProduct,
  type Product,
} from "#domain/access/authorities.ts";
import type { LinkPurpose } from "#domain/links/uploadLink.ts";
import type { MultiDatabaseStrategy } from "./merge/mergeAnswers.ts";

/** Who can make a call: a user with a session, a device with a licence code, the holder of an upload link, or anyone. */
export type Authentication = "session" | "license" | "token" | "public";

/** Kinds of calls that cost much: composing documents and zips, sending to destinations, changing many rows. */
export type CallLimit = "documents" | "exports" | "bulk";

/** The contract of a call other than the list, get, create, update and delete of a resource. */
export interface Endpoint<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  A extends z.ZodType = z.ZodType,
  E extends Authentication = Authentication,
> {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Under /api, with `{name}` for parameters, e.g. `/documentation/downloadZipFile/{id}`. */
  path: string;
  authentication: E;
  /** The authority the caller must have; if several are listed, any one is enough. */
  authority?: Authority | readonly Authority[];
  product?: Product;
  /** The purpose of the links whose token the call accepts; absent if it accepts any. */
  linkPurpose?: LinkPurpose;
  /** The call uses the directory, which all customers share, instead of one customer's data (worker/db/shards.ts). */
  directory?: true;
  /** How the responses are merged for callers that span customers when these are in several databases. */
  multiDatabase?: MultiDatabaseStrategy;
  summary: string;
  params?: P;
  query?: Q;
  body?: B;
  /** The JSON response; absent if the response is bytes. */
  response?: A;
  /**
   * Creates a row and responds with 201, like the creation of a standard resource. A function says whether a response reports something
   * new; if not, the status is 200.
   */
  creates?: true | ((response: unknown) => boolean);
  /** A POST that does no harm when it is repeated: it only reads, or sets what is already set. It takes no idempotency key. */
  repeatable?: true;
  /** A GET of JSON with an entity tag; responds with 304 if the caller's copy is current. */
  conditional?: true;
  /** The call needs a login, or a password, of the last hour: what it does is final, or gives more than the caller's own rights. */
  freshLogin?: true;
  /** The limit on how often a user may make the call, and others with the same limit, however many succeed. */
  callLimit?: CallLimit;
  /** The kind of file the call returns instead of JSON. */
  download?: "document" | "image";
}

/** Whether a logged-in user has the authority and product that a call requires. */
export const canCall = (
  grants: Grants,
  { authority, product }: Pick<Endpoint, "authority" | "product">,
): boolean =>
  (!authority || [authority].flat().some((option) => hasAuthority(grants, option))) &&
  (!product || hasProduct(grants, product));

/**
 * The request header that makes repeating a call harmless: within a day, a call with the same key, caller, route and input is not made
 * again, and responds as the first one did.
 */
export const idempotencyKeyHeader = "idempotency-key";
/** The response header of a call that was not made again. */
export const idempotencyReplayedHeader = "idempotency-replayed";
/** Characters of a key: visible ASCII. */
export const idempotencyKeyPattern = /^[\x21-\x7e]{8,128}$/;
/** Hours for which a call with a key is not made again. */
export const idempotencyHours = 24;

/** Whether a call takes an idempotency key: all POSTs of a session except harmless ones. Devices and links repeat calls by their own ids. */
export const takesIdempotencyKey = ({
  method,
  authentication,
  repeatable,
}: Pick<Endpoint, "method" | "authentication" | "repeatable">): boolean =>
  method === "POST" && authentication === "session" && !repeatable;

export const defineEndpoint = <
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  A extends z.ZodType,
  const E extends Authentication,
>(
  endpoint: Endpoint<P, Q, B, A, E>,
): Endpoint<P, Q, B, A, E> => endpoint;

export type ResponseOf<E> =
  E extends Endpoint<z.ZodType, z.ZodType, z.ZodType, infer A> ? z.output<A> : never;
export type BodyOf<E> = E extends Endpoint<z.ZodType, z.ZodType, infer B, z.ZodType> ? z.input<B> : never;
