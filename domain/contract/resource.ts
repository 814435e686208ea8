import { z } from "zod";
import type { Authority, Product } from "#domain/access/authorities.ts";
import { type Names, responseSchemaOf, searchTerm } from "#domain/core/fields.ts";
import { mapValues, pick } from "#domain/core/objects.ts";
import type { ProblemCode } from "#domain/core/problem.ts";

export type Action = "read" | "create" | "update" | "delete";
export const orders = ["asc", "desc"] as const;
export type Order = (typeof orders)[number];

type Shape = Record<string, z.ZodType>;
type Keys<S extends Shape> = Extract<keyof S, string>;

type CreationShape<S extends Shape, W extends Keys<S>> = {
  [K in W]: K extends "customerId" ? z.ZodOptional<S[K]> : S[K];
};

/**
 * The owner of the rows: a customer (`customerId`); themselves, if the rows are customers (`id`); or the service, whose rows
 * everyone with the authority sees.
 */
export type Scope = "customer" | "self" | "service";

/**
 * The single definition of an entity. The five handlers, the OpenAPI entry, the client hooks, the form validation and a battery of
 * tests are derived from it.
 */
export interface ResourceDefinition<
  S extends Shape,
  W extends Keys<S>,
  L extends W,
  O extends W,
  C extends Exclude<Keys<S>, O>,
> {
  /** The entity's name in every layer, e.g. `documentationAlias`. */
  name: string;
  /** The path under /api, exactly as the specification gives it. */
  path: string;
  /** Absent means `customer`. */
  scope?: Scope;
  /** Its rows are in the directory, which all customers share, not with one customer's data (worker/db/shards.ts). */
  directory?: true;
  /** All fields: `id` always, `version` if rows can be changed, `customerId` if rows belong to a customer. */
  fields: S;
  /** The fields a client can set; the service sets all others. */
  writable: readonly W[];
  /** Writable fields that can be set only at creation. */
  locked?: readonly L[];
  /** Writable fields that are never returned: secrets. */
  writeOnly?: readonly O[];
  list: {
    /** The fields of a list row; large fields stay out of lists. */
    columns: readonly C[];
    /** Columns that a list contains only with `details=true`. */
    details?: readonly C[];
    /** Besides `id`, by which every list sorts. */
    sortable: readonly C[];
    /** The columns that `q` searches. */
    searchable: readonly C[];
    sort: C;
    order: Order;
    /** The default of the query's `max` (1§9). */
    max: number;
  };
  /** The authority each action requires; null if the action does not exist. */
  access: Record<Action, Authority | null>;
  /** Irreversible actions, which require a login or a confirmed password within the last hour. */
  requiresFreshLogin?: readonly Action[];
  product?: Product;
  /** A super admin chooses the customer a row is created for (3§5); everyone else creates rows for their own customer. */
  namesCustomer?: true;
  /**
   * Rows may also belong to the service: their `customerId` is null. Super admins create those by default and only they change them;
   * a customer reads the ones it is granted.
   */
  hasServiceRows?: true;
  /** A pure rule that can forbid an action on a row. */
  rule?: (action: Action, row: Record<string, unknown>) => ProblemCode | null;
  /** Fields that are unique in combination; a clash is reported as `duplicate` on the first of them. */
  unique?: readonly Keys<S>[];
  /** A text that is also unique regardless of case; a clash is reported as `duplicate`. */
  caselessUnique?: Keys<S>;
}

export type Resource<
  S extends Shape = Shape,
  W extends Keys<S> = Keys<S>,
  L extends W = W,
  O extends W = never,
  C extends Exclude<Keys<S>, O> = Exclude<Keys<S>, O>,
> = ResourceDefinition<S, W, L, O, C> & {
  /** The class under which the audit log files changes, e.g. `siteproof.License`. */
  objectClass: string;
  row: z.ZodObject<Omit<S, O>>;
  listRow: z.ZodObject<Pick<S, C>>;
  /** The body of a creation. Unknown fields are refused; `customerId` defaults to the actor's own customer. */
  creation: z.ZodObject<CreationShape<S, W>, z.core.$strict>;
  /** The body of an update: any of the changeable fields, and the version the change is based on. */
  change: z.ZodObject<
    { [K in Exclude<W, L>]: z.ZodOptional<z.ZodNonOptional<S[K]>> } & { version: z.ZodInt },
    z.core.$strict
  >;
  changeable: readonly Exclude<W, L>[];
};

/** Any resource, for code that handles all of them. */
export interface AnyResource {
  name: string;
  path: string;
  scope?: Scope;
  directory?: true;
  fields: Shape;
  writable: readonly string[];
  locked?: readonly string[];
  writeOnly?: readonly string[];
  list: {
    columns: readonly string[];
    details?: readonly string[];
    sortable: readonly string[];
    searchable: readonly string[];
    sort: string;
    order: Order;
    max: number;
  };
  access: Record<Action, Authority | null>;
  requiresFreshLogin?: readonly Action[];
  product?: Product;
  namesCustomer?: true;
  hasServiceRows?: true;
  rule?: (action: Action, row: Record<string, unknown>) => ProblemCode | null;
  unique?: readonly string[];
  caselessUnique?: string;
  objectClass: string;
  row: z.ZodObject;
  listRow: z.ZodObject;
  creation: z.ZodObject;
  change: z.ZodObject;
  changeable: readonly string[];
}

export type Row<R extends AnyResource> = z.output<R["row"]>;
export type ListRow<R extends AnyResource> = z.output<R["listRow"]>;
export type Creation<R extends AnyResource> = z.input<R["creation"]>;
export type Change<R extends AnyResource> = z.input<R["change"]>;
/** The columns of a list; of either list for a union of resources. */
export type Column<R extends AnyResource> = R extends AnyResource ? Extract<keyof ListRow<R>, string> : never;

/** The fields whose definition has a name. */
export type NamedField<R extends AnyResource> = {
  [K in keyof R["fields"]]: R["fields"][K] extends { names: Names } ? K : never;
}[keyof R["fields"]];
const isNamed = (schema: z.ZodType): schema is z.ZodType & { names: Names } => "names" in schema;

/** The names of a resource's fields; fields without a name are omitted. */
export function namesOf<R extends AnyResource>(
  resource: R,
  language: keyof Names,
): Readonly<Record<NamedField<R>, string>>;
export function namesOf({ fields }: AnyResource, language: keyof Names) {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, schema]) =>
      isNamed(schema) ? [[field, schema.names[language]]] : [],
    ),
  );
}

/** The members of a resource that `defineResource` derives from its definition. */
type DerivedMember = "objectClass" | "row" | "listRow" | "creation" | "change" | "changeable";

export function defineResource<
  S extends Shape,
  const W extends Keys<S>,
  const C extends Exclude<Keys<S>, O>,
  const L extends W = never,
  const O extends W = never,
>(definition: ResourceDefinition<S, W, L, O, C>): Resource<S, W, L, O, C>;
export function defineResource(definition: Omit<AnyResource, DerivedMember>): AnyResource {
  const { fields, writable, locked: createOnly = [], writeOnly = [], list } = definition;
  const changeable = writable.filter((key) => !createOnly.includes(key));
  const sortable = [...new Set([...list.sortable, "id"])];
  const readableKeys = Object.keys(fields).filter((key) => !writeOnly.includes(key));
  return {
    ...definition,
    list: { ...list, sortable },
    objectClass: `siteproof.${definition.name[0]!.toUpperCase()}${definition.name.slice(1)}`,
    row: z.object(responseFields(pick(fields, readableKeys))),
    listRow: z.object(listRowFields(responseFields(fields), list)),
    creation: z.strictObject(creationFields(fields, writable)),
    // Defaults apply to creations only; an update leaves omitted fields unchanged.
    change: z.strictObject({
      ...mapValues(pick(fields, changeable), (field) => z.optional(removeDefault(field))),
      version: z.int().positive(),
    }),
    changeable,
  };
}

const responseFields = (fields: Shape) => mapValues(fields, toResponseSchema);

/** The schema of a field in responses, replaced at any depth of its wrappers. */
function toResponseSchema(schema: z.core.$ZodType): z.core.$ZodType {
  const responseSchema = responseSchemaOf(schema);
  if (responseSchema) return responseSchema;
  if (schema instanceof z.ZodDefault) {
    const innerSchema = toResponseSchema(schema.def.innerType);
    return innerSchema === schema.def.innerType ? schema : z._default(innerSchema, schema.def.defaultValue);
  }
  if (schema instanceof z.ZodNullable) {
    const innerSchema = toResponseSchema(schema.def.innerType);
    return innerSchema === schema.def.innerType ? schema : z.nullable(innerSchema);
  }
  return schema;
}

/** The columns of a list; the `details` columns are optional. */
const listRowFields = (
  fields: Record<string, z.core.$ZodType>,
  { columns, details = [] }: AnyResource["list"],
) => mapValues(pick(fields, columns), (field, key) => (details.includes(key) ? z.optional(field) : field));

const creationFields = (fields: Shape, writable: readonly string[]) =>
  mapValues(pick(fields, writable), (field, key) => (key === "customerId" ? z.optional(field) : field));

/** Removes the default from a schema, at any depth of its wrappers. */
function removeDefault(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault)
    return removeDefault(schema.def.innerType);
  if (schema instanceof z.ZodPipe) return z.pipe(removeDefault(schema.def.in), schema.def.out);
  return schema;
}

export interface CountQuery {
  q: string;
  customerId?: number | undefined;
}

export interface ListQuery extends CountQuery {
  /** Number of rows; -1 for all. */
  max: number;
  offset: number;
  sort: string;
  order: Order;
  details?: "true" | "false" | undefined;
}

/** Maximum number of rows on a table page, whatever its URL says. */
export const maxPageSize = 200;

/**
 * The query parameters of every list (1§7). `max` -1 means all. Unknown parameters are refused, so that a misspelt filter never
 * returns everything.
 */
export const listQuery = (resource: AnyResource) =>
  z.strictObject({
    max: z.coerce.number().int().min(-1).max(10_000).default(resource.list.max),
    offset: z.coerce.number().int().min(0).default(0),
    sort: z.enum(resource.list.sortable).default(resource.list.sort),
    order: z.enum(orders).default(resource.list.order),
    ...countQuery(resource).shape,
    ...(resource.list.details && { details: z.enum(["true", "false"]).default("false") }),
  });

/** `max` and `order` of lists that are not paged; `max` -1 means all. */
export const limitAndOrder = {
  max: z.coerce.number().int().min(-1).max(10_000).default(-1),
  order: z.enum(orders).default("asc"),
};

/** `customerId` narrows a super admin's list to one customer. */
export const countQuery = (resource: AnyResource) =>
  z.strictObject({
    q: searchTerm().default(""),
    ...(isCustomerScoped(resource) && { customerId: z.coerce.number().int().positive().optional() }),
  });

/** All four actions require one authority. */
export const allActionsBy = (authority: Authority): Record<Action, Authority> => ({
  read: authority,
  create: authority,
  update: authority,
  delete: authority,
});

/** Whether each row belongs to a customer. */
export const isCustomerScoped = ({ scope = "customer" }: AnyResource): boolean => scope === "customer";

export interface ListParams {
  max?: number;
  offset?: number;
  sort?: string;
  order?: Order;
  q?: string;
  customerId?: number;
  details?: boolean;
}
