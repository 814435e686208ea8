import type { Faults } from "../../../../domain/rules/faults";
import {
  initialParams,
  type Params,
  settledParams,
  type Typed,
  type TypeKeys,
  typedFaults,
} from "../../../../domain/rules/typedParams";
import type { Values } from "../../kit/form/FormContext";

export type KeysByType = Readonly<Record<string, TypeKeys>>;

const typedOf = (values: Values): Typed => ({
  type: String(values.type),
  ...(values.params !== undefined && { params: values.params as Params }),
  ...(values.secrets !== undefined && { secrets: values.secrets as Params }),
});

/** What of a form changes with its type: params and secrets begin anew (3§4). */
export const beginAs = (keys: TypeKeys) => ({ params: initialParams(keys), secrets: {} });

/** What is wrong with the params and secrets of a form, by the very rule the service refuses with. */
export const typedRules =
  (keysOf: KeysByType) =>
  (values: Values, row: Values | null): Faults => {
    const keys = keysOf[String(values.type)];
    if (!keys) return {};
    const given = typedOf(values);
    return typedFaults(keys, given, settledParams(keys, given, row ? typedOf(row) : undefined));
  };
