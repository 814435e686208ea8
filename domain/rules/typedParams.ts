import type { Faults } from "./faults";

/**
 * What an entity of a type is configured with: the keys of its params, those that are secret, what a key has when nothing is
 * given (else empty), and what it may be.
 */
export interface TypeKeys {
  params: readonly string[];
  secrets: readonly string[];
  defaults: Readonly<Record<string, string>>;
  /** The words a param is one of. */
  allowed?: Readonly<Record<string, readonly string[]>>;
  /** Params that may not be empty. */
  required?: readonly string[];
  /** Whether keys beyond these may be added. */
  open?: boolean;
}

export type Params = Record<string, string>;

/** An entity as a form or a row has it. `params` and `secrets` may hold some of the keys only. */
export interface Typed {
  type: string;
  params?: Params;
  secrets?: Params;
}

/** All the keys of a type, each with what it has when nothing is given. */
export const initialParams = ({ params, defaults }: TypeKeys): Params =>
  Object.fromEntries(params.map((key) => [key, defaults[key] ?? ""]));

/**
 * The params as they will be kept. Of the same type, a key of the type that is left out stays as it was and any other key is gone;
 * a changed type begins anew (3§4). `before` is absent for a new entity.
 */
export function settledParams(keys: TypeKeys, after: Typed, before?: Typed): Params {
  const kept = before?.type === after.type ? (before.params ?? {}) : {};
  const known = initialParams(keys);
  for (const key of Object.keys(known)) if (kept[key] !== undefined) known[key] = kept[key];
  return { ...known, ...(after.params ?? (keys.open ? kept : {})) };
}

/** What is wrong with params and secrets that are given for a type, by path: `params.host`. */
export function typedFaults(keys: TypeKeys, given: Omit<Typed, "type">, settled: Params): Faults {
  const faults: Faults = {};
  for (const key of Object.keys(given.params ?? {})) {
    if (keys.secrets.includes(key)) faults[`params.${key}`] = "notAllowed";
    else if (!keys.open && !keys.params.includes(key)) faults[`params.${key}`] = "unknown";
  }
  for (const key of Object.keys(given.secrets ?? {}))
    if (!keys.secrets.includes(key)) faults[`secrets.${key}`] = "unknown";
  for (const [key, words] of Object.entries(keys.allowed ?? {}))
    if (!words.includes(settled[key] ?? "")) faults[`params.${key}`] ??= "invalid";
  for (const key of keys.required ?? []) if (!settled[key]?.trim()) faults[`params.${key}`] = "required";
  return faults;
}
