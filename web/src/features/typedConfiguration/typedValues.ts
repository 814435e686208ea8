import {
  initialParams,
  type Params,
  resolveParams,
  type TypedConfiguration,
  type TypeSchema,
  validateTypedConfiguration,
} from "#domain/configuration/typedParams.ts";
import type { FieldErrors } from "#domain/core/validation.ts";

export type KeysByType = Readonly<Record<string, TypeSchema>>;

/** The form values that the rules on params and secrets use. */
interface TypedValues {
  type?: string | undefined;
  params?: Params | undefined;
  secrets?: Params | undefined;
}

const toTypedConfiguration = ({ type, params, secrets }: TypedValues): TypedConfiguration => ({
  type: String(type),
  ...(params !== undefined && { params }),
  ...(secrets !== undefined && { secrets }),
});

/** The values that a change of type resets params and secrets to (3§4). */
export const getInitialTypedValues = (schema: TypeSchema) => ({ params: initialParams(schema), secrets: {} });

/** Returns the errors of a form's params and secrets, by the same rule as the service. */
export const validateTypedValues =
  (keysByType: KeysByType) =>
  (values: TypedValues, row: TypedValues | null): FieldErrors => {
    const schema = keysByType[String(values.type)];
    if (!schema) return {};
    const configuration = toTypedConfiguration(values);
    return validateTypedConfiguration(
      schema,
      configuration,
      resolveParams(schema, configuration, row ? toTypedConfiguration(row) : undefined),
    );
  };
