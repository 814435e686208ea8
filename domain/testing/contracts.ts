/// <reference types="vite/client" />
import type { z } from "zod";
import type { Endpoint } from "#domain/contract/endpoint.ts";
import { type AnyResource, countQuery, listQuery } from "#domain/contract/resource.ts";
import { resources } from "#domain/resources/index.ts";

// Excludes tests: one that imports this file would be loaded before it.
const modules = import.meta.glob<Record<string, unknown>>(["../endpoints/**/*.ts", "!**/*.test.ts"], {
  eager: true,
});

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === "object" && value !== null && "authentication" in value && "path" in value;

/** All endpoint contracts in domain/endpoints. */
export const endpoints: readonly Endpoint[] = Object.values(modules).flatMap((exports) =>
  Object.values(exports).filter(isEndpoint),
);

/** All request schemas, by call. */
export const requestSchemas: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
  ...endpoints.flatMap(({ method, path, body, query }): [string, z.ZodType][] => [
    ...(body ? [[`${method} ${path}, body`, body] as [string, z.ZodType]] : []),
    ...(query ? [[`${method} ${path}, query`, query] as [string, z.ZodType]] : []),
  ]),
  ...resources.flatMap((resource: AnyResource): [string, z.ZodType][] => [
    [`POST /${resource.path}`, resource.creation],
    [`PUT /${resource.path}`, resource.change],
    [`GET /${resource.path}, query`, listQuery(resource)],
    [`GET /${resource.path}/count, query`, countQuery(resource)],
  ]),
]);

/** A value that matches a JSON schema, with `text` for every string, including keys of free maps. */
export function fillSchema(shape: unknown, text: string): unknown {
  const { type, properties, items, anyOf, allOf, additionalProperties } = shape as Record<string, unknown>;
  const choice = (anyOf ?? allOf) as unknown[] | undefined;
  if (choice) return fillSchema(choice[0], text);
  if (type === "array") return [fillSchema(items, text)];
  if (type === "object") {
    const fields = Object.entries((properties ?? {}) as Record<string, unknown>);
    return Object.fromEntries([
      ...fields.map(([key, field]) => [key, fillSchema(field, text)]),
      ...(additionalProperties ? [[text, text]] : []),
    ]);
  }
  return type === "number" || type === "integer" ? 1 : type === "boolean" ? true : text;
}
