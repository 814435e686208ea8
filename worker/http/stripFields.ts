import { z } from "zod";
import { mapValues } from "#domain/core/objects.ts";

/**
 * Removes all fields that the contract does not define, at any depth. Handlers return rows as they read them, and a licence code or a
 * hash must not leak by accident. Values are not checked: it is better to show a row with an unexpected value than to fail.
 */
export function stripToSchema(schema: z.core.$ZodType, value: unknown): unknown {
  if (value === null || typeof value !== "object") return value;
  if (schema instanceof z.ZodArray) {
    const { element } = schema;
    return Array.isArray(value) ? value.map((item) => stripToSchema(element, item)) : value;
  }
  if (schema instanceof z.ZodObject)
    return mapValues(schema.shape, (field, key) => stripToSchema(field, Reflect.get(value, key)));
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return stripToSchema(schema.unwrap(), value);
  return value;
}
