import type { z } from "zod";
import { mapValues } from "#domain/core/objects.ts";

/** Examples generated from JSON schemas, so that the API document shows what the contracts accept. */

type Schema = z.core.JSONSchema.JSONSchema;

const formatExamples: Record<string, string> = {
  uuid: "0b9c2b1e-5a41-4f0e-9a55-6f2d1c7e8a90",
  email: "anna@example.com",
  date: "2026-05-04",
  "date-time": "2026-05-04T09:30:00Z",
};

/** A value that the schema accepts: its example, its default, or a simple value of its type. */
export function exampleOf(schema: Schema | boolean): unknown {
  if (typeof schema === "boolean") return null;
  if (Array.isArray(schema.examples)) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (schema.default !== undefined && !isEmpty(schema.default)) return schema.default;
  for (const choice of ["anyOf", "oneOf", "allOf"] as const)
    if (schema[choice]?.[0]) return exampleOf(schema[choice][0]);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case "object":
      return createExampleObject(schema);
    case "array":
      if (schema.prefixItems) return schema.prefixItems.map(exampleOf);
      return schema.items ? [schema.items].flat().map(exampleOf) : [];
    case "integer":
    case "number":
      return Math.min(
        Math.max(Number(schema.minimum ?? 1), Number(schema.exclusiveMinimum ?? -1) + 1, 1),
        Number(schema.maximum ?? Number.POSITIVE_INFINITY),
      );
    case "boolean":
      return schema.default ?? true;
    case "string":
      return formatExamples[String(schema.format)] ?? "text".padEnd(Number(schema.minLength ?? 0), "x");
    default:
      return null;
  }
}

const createExampleObject = ({ properties = {} }: Schema) => mapValues(properties, exampleOf);

const isEmpty = (value: unknown) =>
  value === null || value === "" || (typeof value === "object" && Object.keys(value).length === 0);
