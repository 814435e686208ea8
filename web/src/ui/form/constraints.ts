import { z } from "zod";

interface Constraints {
  required: boolean;
  maxLength: number | undefined;
  options: readonly string[] | undefined;
}

/** The constraints of a field's schema, as props of a form control. */
export function constraintsOf(schema: z.ZodType): Constraints {
  let isOptional = false;
  let inner: z.core.$ZodType = schema;
  for (;;) {
    if (
      inner instanceof z.ZodDefault ||
      inner instanceof z.ZodPrefault ||
      inner instanceof z.ZodNullable ||
      inner instanceof z.ZodOptional
    ) {
      isOptional = true;
      inner = inner.def.innerType;
    } else if (inner instanceof z.ZodPipe) inner = inner.def.in;
    else break;
  }
  const text = inner instanceof z.ZodString ? inner : null;
  return {
    required: !isOptional && (text === null || (text.minLength ?? 0) > 0),
    maxLength: text?.maxLength ?? undefined,
    options: inner instanceof z.ZodEnum ? inner.options.map(String) : undefined,
  };
}
