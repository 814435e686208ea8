import type { FieldFault } from "../../../../domain/problem";
import type { Faults } from "../../../../domain/rules/faults";

/** Faults of a node by param, or by `type` and `children`. */
export type NodeFaults = Readonly<Record<string, FieldFault>>;

/** Splits `nodes.<id>.TEXT` into node and param; faults of the layout itself keep their names. */
export function faultsByNode(faults: Faults): {
  own: Faults;
  nodes: ReadonlyMap<string, NodeFaults>;
} {
  const own: Faults = {};
  const nodes = new Map<string, Record<string, FieldFault>>();
  for (const [path, fault] of Object.entries(faults)) {
    const [, id, field] = /^nodes\.([^.]+)\.(.+)$/.exec(path) ?? [];
    if (!id || !field) own[path] = fault;
    else nodes.set(id, { ...nodes.get(id), [field]: fault });
  }
  return { own, nodes };
}
