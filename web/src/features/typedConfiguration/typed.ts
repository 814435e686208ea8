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

/** The fields a change of type resets: params and secrets (3§4). */
export const initialTypedValues = (keys: TypeSchema) => ({ params: initialParams(keys), secrets: {} });

/** Faults of a form's params and secrets, by the rule the service refuses with. */
export const validateTyped =
  (keysOf: KeysByType) =>
  (values: Values, row: Values | null): FieldErrors => {
    const keys = keysOf[String(values.type)];
    if (!keys) return {};
    const given = typedOf(values);
    return validateTypedConfiguration(
      keys,
      given,
      resolveParams(keys, given, row ? typedOf(row) : undefined),
    );
  };
