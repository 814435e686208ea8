import type { FieldError } from "#domain/core/problem.ts";
import type { FieldErrors } from "#domain/core/validation.ts";

/** Errors of a node by param, or by `type` and `children`. */
export type NodeErrors = Readonly<Record<string, FieldError>>;

/** Groups errors by node: splits `nodes.<id>.TEXT` into node and param. Errors of the layout itself keep their names. */
export function groupErrorsByNode(errors: FieldErrors): {
  layoutErrors: FieldErrors;
  nodes: ReadonlyMap<string, NodeErrors>;
} {
  const handlesErrors: FieldErrors = {};
  const nodes = new Map<string, Record<string, FieldError>>();
  for (const [path, error] of Object.entries(errors)) {
    const [, id, field] = /^nodes\.([^.]+)\.(.+)$/.exec(path) ?? [];
    if (!id || !field) handlesErrors[path] = error;
    else nodes.set(id, { ...nodes.get(id), [field]: error });
  }
  return { layoutErrors: handlesErrors, nodes };
}
