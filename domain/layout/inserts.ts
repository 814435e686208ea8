import { type LayoutNode, layoutTree } from "./node.ts";
import { maxInsertedNodes } from "./types.ts";

/** An INSERT node and the layout it inserts, by id. */
export interface Insert {
  node: string;
  layout: string;
}

export const insertsOf = (nodes: readonly LayoutNode[]): Insert[] =>
  layoutTree
    .flatten(nodes)
    .flatMap(({ node: { id, type, params } }) =>
      type === "INSERT" && params.CONFIGURATION ? [{ node: id, layout: params.CONFIGURATION }] : [],
    );

/**
 * The shortest cycle of INSERTs that leads from a layout back to itself: its id, the ids in between, and its id again. Null if
 * there is none. Visits each layout once.
 */
export function findInsertCycle(
  id: string,
  insertedIn: (layout: string) => readonly string[],
): readonly string[] | null {
  const insertedBy = new Map<string, string>();
  const queue = [id];
  for (let index = 0; index < queue.length; index += 1) {
    const layout = queue[index]!;
    for (const insertedId of insertedIn(layout)) {
      if (insertedId === id) {
        const path = [id];
        for (let ancestor = layout; ancestor !== id; ancestor = insertedBy.get(ancestor)!)
          path.unshift(ancestor);
        return [id, ...path];
      }
      if (insertedBy.has(insertedId)) continue;
      insertedBy.set(insertedId, layout);
      queue.push(insertedId);
    }
  }
  return null;
}

/** The layouts that insert a layout, directly or transitively. `inserts` maps each layout to the layouts it inserts. */
export function transitiveInserters(
  id: string,
  inserts: ReadonlyMap<string, readonly string[]>,
): ReadonlySet<string> {
  const insertersById = new Map<string, string[]>();
  for (const [layout, insertedIds] of inserts)
    for (const insertedId of insertedIds) {
      const inserters = insertersById.get(insertedId);
      if (inserters) inserters.push(layout);
      else insertersById.set(insertedId, [layout]);
    }
  const result = new Set<string>();
  const stack = [id];
  for (let next = stack.pop(); next !== undefined; next = stack.pop())
    for (const inserter of insertersById.get(next) ?? [])
      if (!result.has(inserter)) {
        result.add(inserter);
        stack.push(inserter);
      }
  return result;
}

/** The effect of inserting a layout: the number of its nodes, and the layouts that its INSERTs insert, with repetitions. */
export interface InsertSummary {
  count: number;
  inserts: readonly string[];
}

export const summarizeInserts = (nodes: readonly LayoutNode[]): InsertSummary => ({
  count: layoutTree.flatten(nodes).length,
  inserts: insertsOf(nodes).map(({ layout }) => layout),
});

/**
 * Counts the nodes that INSERTs add, given all layouts by id: all nodes of the inserted layouts, and those added by their own
 * INSERTs. Each layout is computed only once. Cycles count as more than `maxInsertedNodes`; missing layouts add nothing.
 */
export class InsertCounts {
  readonly #layouts: ReadonlyMap<string, InsertSummary>;
  readonly #insertedCounts = new Map<string, number>();

  constructor(layouts: ReadonlyMap<string, InsertSummary>) {
    this.#layouts = layouts;
  }

  /** The nodes that all INSERTs of a layout add; capped at `maxInsertedNodes + 1`. */
  in(id: string): number {
    const openIds = new Set<string>();
    const stack = [id];
    for (let current = stack.at(-1); current !== undefined; current = stack.at(-1)) {
      const inserts = this.#layouts.get(current)?.inserts ?? [];
      const isCounted = this.#insertedCounts.has(current);
      if (!isCounted && !openIds.has(current)) {
        openIds.add(current);
        for (const insert of inserts)
          if (!this.#insertedCounts.has(insert) && !openIds.has(insert)) stack.push(insert);
        continue;
      }
      stack.pop();
      if (isCounted) continue;
      openIds.delete(current);
      // An insert that is still open contains this layout: a cycle.
      const total = inserts.reduce((sum, insertedId) => sum + this.#countWithInserts(insertedId), 0);
      this.#insertedCounts.set(current, Math.min(total, maxInsertedNodes + 1));
    }
    return this.#insertedCounts.get(id) ?? 0;
  }

  /** The nodes that an INSERT of a layout adds. */
  of(id: string): number {
    this.in(id);
    return this.#countWithInserts(id);
  }

  #countWithInserts(id: string): number {
    return (this.#layouts.get(id)?.count ?? 0) + (this.#insertedCounts.get(id) ?? maxInsertedNodes + 1);
  }
}

/**
 * How many nodes the layout may contain before a layout that inserts it exceeds `maxInsertedNodes`. Negative if one already does.
 */
export function remainingNodeBudget(
  id: string,
  inserters: Iterable<string>,
  layouts: ReadonlyMap<string, InsertSummary>,
): number {
  const [countsWithout, countsWithOne] = [0, 1].map(
    (count) => new InsertCounts(new Map([...layouts, [id, { count, inserts: [] }]])),
  );
  let budget = maxInsertedNodes;
  for (const inserter of inserters) {
    const baseCount = countsWithout!.in(inserter);
    if (baseCount > maxInsertedNodes) return -1;
    budget = Math.min(
      budget,
      Math.floor((maxInsertedNodes - baseCount) / (countsWithOne!.in(inserter) - baseCount)),
    );
  }
  return budget;
}

/** The INSERTs that exceed the budget left by the INSERTs before them. */
export function insertsOverBudget(
  inserts: readonly Insert[],
  counts: InsertCounts,
  budget: number,
): Insert[] {
  let remaining = budget;
  return inserts.filter(({ layout }) => {
    const count = counts.of(layout);
    if (count > remaining) return true;
    remaining -= count;
    return false;
  });
}
