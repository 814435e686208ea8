import { z } from "zod";

/**
 * Removes all fields that the contract does not name, at any depth. Handlers return rows as they read them, and a licence code or a
 * hash must not leak by accident. Values are not checked: it is better to show a row with an unexpected value than to fail.
 */
export function stripToSchema(schema: z.ZodType, value: unknown): unknown {
  if (value === null || typeof value !== "object") return value;
  if (schema instanceof z.ZodArray) {
    const element = schema.element as z.ZodType;
    return Array.isArray(value) ? value.map((item) => stripToSchema(element, item)) : value;
  }
  if (schema instanceof z.ZodObject) {
    const row = value as Record<string, unknown>;
    const shape = schema.shape as Record<string, z.ZodType>;
    return Object.fromEntries(
      Object.keys(shape).map((key) => [key, stripToSchema(shape[key] as z.ZodType, row[key])]),
    );
  }
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return stripToSchema(schema.unwrap() as z.ZodType, value);
  return value;
}
