import type { z } from "zod";
import {
  type Authority,
  type Grants,
  hasAuthority,
  hasProduct,
  type Product,
} from "#domain/access/authorities.ts";
import type { LinkPurpose } from "#domain/links/uploadLink.ts";
import type { MultiDatabaseStrategy } from "./merge/mergeResponses.ts";

/** Who can make a call: a user with a session, a device with a licence code, the holder of an upload link, or anyone. */
export type Authentication = "session" | "license" | "token" | "public";

/** Kinds of expensive calls: composing documents and zips, sending to destinations, changing many rows. */
export type CallLimit = "documents" | "exports" | "bulk";

/** The contract of a call other than the list, get, create, update and delete of a resource. */
export interface Endpoint<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
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
  response?: R;
  /**
   * Creates a row and responds with 201, like the creation of a standard resource. A function says whether a response reports something
   * new; if not, the status is 200.
   */
  creates?: true | ((response: unknown) => boolean);
  /** A POST that is safe to repeat, because it only reads or sets absolute values. It takes no idempotency key. */
  repeatable?: true;
  /** A GET of JSON with an entity tag; responds with 304 if the caller's copy is current. */
  conditional?: true;
  /** The user must have logged in or confirmed the password within the last hour: the call is irreversible or grants extra rights. */
  requiresFreshLogin?: true;
  /** The rate limit of the call. Calls with the same limit share it, and failed calls count too. */
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
 * The request header that makes repeating a call harmless: within a day, a call with the same key, caller, route and input is not executed
 * again but gets the first call's response.
 */
export const idempotencyKeyHeader = "idempotency-key";
/** The response header of a call that was answered from an earlier execution. */
export const idempotencyReplayedHeader = "idempotency-replayed";
/** Characters of a key: visible ASCII. */
export const idempotencyKeyPattern = /^[\x21-\x7e]{8,128}$/;
/** Hours for which a repeated call with the same key is not executed again. */
export const idempotencyHours = 24;

/**
 * Whether a call takes an idempotency key: all POSTs of a session except repeatable ones. Devices and links repeat calls safely
 * with their own ids.
 */
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
  R extends z.ZodType,
  const E extends Authentication,
>(
  endpoint: Endpoint<P, Q, B, R, E>,
): Endpoint<P, Q, B, R, E> => endpoint;

export type ResponseOf<E> =
  E extends Endpoint<z.ZodType, z.ZodType, z.ZodType, infer R> ? z.output<R> : never;
export type BodyOf<E> = E extends Endpoint<z.ZodType, z.ZodType, infer B, z.ZodType> ? z.input<B> : never;
