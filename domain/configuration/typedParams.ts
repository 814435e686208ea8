import { email } from "#domain/core/fields.ts";
import type { FieldErrors } from "#domain/core/validation.ts";

/**
 * The configuration of an entity type: the keys of its params and secrets, default values (empty unless listed), and allowed
 * values.
 */
export interface TypeSchema {
  params: readonly string[];
  secrets: readonly string[];
  defaults: Readonly<Record<string, string>>;
  /** The allowed values, by param. */
  allowed?: Readonly<Record<string, readonly string[]>>;
  /** Params that contain email addresses, separated by commas, semicolons or spaces. */
  emails?: readonly string[];
  /** Params that must not be empty. */
  required?: readonly string[];
  /** Whether other keys can be added. */
  open?: boolean;
  /**
   * Params that decide where secrets are sent, and how: host, address, header, account. If one changes, stored secrets are dropped,
   * so that they cannot be redirected to another host.
   */
  secretTargets?: readonly string[];
}

export type Params = Record<string, string>;

/** An entity as in a form or row. `params` and `secrets` may lack keys. */
export interface TypedConfiguration {
  type: string;
  params?: Params;
  secrets?: Params;
}

/** All params of a type with their default values. */
export const initialParams = ({ params, defaults }: TypeSchema): Params =>
  Object.fromEntries(params.map((key) => [key, defaults[key] ?? ""]));

/**
 * The params to store. If the type is unchanged, omitted keys of the type keep their values and other keys are removed; a new type
 * starts from its defaults (3§4). `storedConfiguration` is absent for a new entity.
 */
export function resolveParams(
  keys: TypeSchema,
  input: TypedConfiguration,
  storedConfiguration?: TypedConfiguration,
): Params {
  const previousParams = storedConfiguration?.type === input.type ? (storedConfiguration.params ?? {}) : {};
  const resolvedParams = initialParams(keys);
  for (const key of Object.keys(resolvedParams))
    if (previousParams[key] !== undefined) resolvedParams[key] = previousParams[key];
  return { ...resolvedParams, ...(input.params ?? (keys.open ? previousParams : {})) };
}

/**
 * Validation errors of the params and secrets of a type, by path: `params.host`.
 * @param resolvedParams the params that would be stored
 */
export function validateTypedConfiguration(
  keys: TypeSchema,
  input: Omit<TypedConfiguration, "type">,
  resolvedParams: Params,
): FieldErrors {
  const errors: FieldErrors = {};
  for (const key of Object.keys(input.params ?? {})) {
    if (keys.secrets.includes(key)) errors[`params.${key}`] = "notAllowed";
    else if (!keys.open && !keys.params.includes(key)) errors[`params.${key}`] = "unknown";
  }
  for (const key of Object.keys(input.secrets ?? {}))
    if (!keys.secrets.includes(key)) errors[`secrets.${key}`] = "unknown";
  for (const [key, allowedValues] of Object.entries(keys.allowed ?? {}))
    if (!allowedValues.includes(resolvedParams[key] ?? "")) errors[`params.${key}`] ??= "invalid";
  for (const key of keys.emails ?? [])
    if (!splitAddresses(input.params?.[key]).every((address) => email().safeParse(address).success))
      errors[`params.${key}`] ??= "invalid";
  for (const key of keys.required ?? [])
    if (!resolvedParams[key]?.trim()) errors[`params.${key}`] = "required";
  return errors;
}

/** Whether stored secrets would be sent to another address, or in another way, than before. The type is unchanged. */
export const redirectsSecrets = (
  { secretTargets = [] }: TypeSchema,
  oldParams: Params,
  newParams: Params,
): boolean => secretTargets.some((key) => (oldParams[key]?.trim() ?? "") !== (newParams[key]?.trim() ?? ""));

/** The email addresses in a param. */
export const splitAddresses = (text = ""): string[] => text.split(/[;,\s]+/).filter(Boolean);
