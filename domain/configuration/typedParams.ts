import { email } from "#domain/core/fields.ts";
import type { FieldErrors } from "#domain/core/validation.ts";

/**
 * How entities of a type are configured: the keys of their params and secrets, default values (otherwise empty), and allowed
 * values.
 */
export interface TypeSchema {
  params: readonly string[];
  secrets: readonly string[];
  defaults: Readonly<Record<string, string>>;
  /** The values a param may have. */
  allowed?: Readonly<Record<string, readonly string[]>>;
  /** Params that hold mail addresses, apart by commas, semicolons or blanks. */
  emails?: readonly string[];
  /** Params that may not be empty. */
  required?: readonly string[];
  /** Whether other keys may be added. */
  open?: boolean;
}

export type Params = Record<string, string>;

/** An entity as a form or row has it. `params` and `secrets` may lack keys. */
export interface TypedConfiguration {
  type: string;
  params?: Params;
  secrets?: Params;
}

/** All keys of a type with their default values. */
export const initialParams = ({ params, defaults }: TypeSchema): Params =>
  Object.fromEntries(params.map((key) => [key, defaults[key] ?? ""]));

/**
 * The params as they are stored. While the type stays, keys of the type that are left out keep their values and other keys are
 * removed; a new type starts from its defaults (3§4). `before` is absent for a new entity.
 */
export function resolveParams(
  keys: TypeSchema,
  after: TypedConfiguration,
  before?: TypedConfiguration,
): Params {
  const kept = before?.type === after.type ? (before.params ?? {}) : {};
  const known = initialParams(keys);
  for (const key of Object.keys(known)) if (kept[key] !== undefined) known[key] = kept[key];
  return { ...known, ...(after.params ?? (keys.open ? kept : {})) };
}

/** What is wrong with the params and secrets given for a type, by path: `params.host`. */
export function validateTypedConfiguration(
  keys: TypeSchema,
  given: Omit<TypedConfiguration, "type">,
  settled: Params,
): FieldErrors {
  const errors: FieldErrors = {};
  for (const key of Object.keys(given.params ?? {})) {
    if (keys.secrets.includes(key)) errors[`params.${key}`] = "notAllowed";
    else if (!keys.open && !keys.params.includes(key)) errors[`params.${key}`] = "unknown";
  }
  for (const key of Object.keys(given.secrets ?? {}))
    if (!keys.secrets.includes(key)) errors[`secrets.${key}`] = "unknown";
  for (const [key, words] of Object.entries(keys.allowed ?? {}))
    if (!words.includes(settled[key] ?? "")) errors[`params.${key}`] ??= "invalid";
  for (const key of keys.emails ?? [])
    if (!addressesIn(given.params?.[key]).every((address) => email().safeParse(address).success))
      errors[`params.${key}`] ??= "invalid";
  for (const key of keys.required ?? []) if (!settled[key]?.trim()) errors[`params.${key}`] = "required";
  return errors;
}

/** The mail addresses that a param names. */
export const addressesIn = (text = ""): string[] => text.split(/[;,\s]+/).filter(Boolean);
