import {
  initialParams,
  type Params,
  resolveParams,
  type TypedConfiguration,
  type TypeSchema,
  validateTypedConfiguration,
} from "#domain/configuration/typedParams.ts";
import type { FieldErrors } from "#domain/core/validation.ts";
import type { Values } from "#ui/form/FormContext.ts";

export type KeysByType = Readonly<Record<string, TypeSchema>>;

const typedOf = (values: Values): TypedConfiguration => ({
  type: String(values.type),
  ...(values.params !== undefined && { params: values.params as Params }),
  ...(values.secrets !== undefined && { secrets: values.secrets as Params }),
});

/** The values that a change of type resets params and secrets to (3§4). */
export const initialTypedValues = (keys: TypeSchema) => ({ params: initialParams(keys), secrets: {} });

/** Returns the errors of a form's params and secrets, by the same rule as the service. */
export const validateTyped =
  (keysOf: KeysByType) =>
  (values: Values, row: Values | null): FieldErrors => {
    const keys = keysOf[String(values.type)];
    if (!keys) return {};
    const typed = typedOf(values);
    return validateTypedConfiguration(
      keys,
      typed,
      resolveParams(keys, typed, row ? typedOf(row) : undefined),
    );
  };
