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

/** Who may make a call: a user with a session, a device with a licence code, a holder of an upload link, or anybody. */
export type Authentication = "session" | "license" | "token" | "public";

/** The contract of one call that is not list, get, create, update or delete. */
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
  /** What the caller must hold; of several, any one. */
  authority?: Authority | readonly Authority[];
  product?: Product;
  /** Of which links a call by an upload link takes the token; of any where it is absent. */
  linkPurpose?: LinkPurpose;
  /** It reads and writes the directory, which all customers share, not the data of one (worker/db/shards.ts). */
  directory?: true;
  /** How those are answered who span customers, where these lie in several databases. */
  multiDatabase?: MultiDatabaseStrategy;
  summary: string;
  params?: P;
  query?: Q;
  body?: B;
  /** The JSON it answers; absent where it answers bytes. */
  response?: A;
  /** Makes a row, and answers 201 as the creation of a standard resource does. */
  creates?: true;
  /** A GET of JSON that has an entity tag, and answers 304 to whoever has it already. */
  conditional?: true;
  /** What the call answers instead of JSON. */
  download?: "document" | "image";
}

/** Whether somebody logged in holds what a call asks for. */
export const canCall = (
  grants: Grants,
  { authority, product }: Pick<Endpoint, "authority" | "product">,
): boolean =>
  (!authority || [authority].flat().some((one) => hasAuthority(grants, one))) &&
  (!product || hasProduct(grants, product));

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
