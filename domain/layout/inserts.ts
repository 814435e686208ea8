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
  getInserts: (layout: string) => readonly string[],
): readonly string[] | null {
  const inserterById = new Map<string, string>();
  const queue = [id];
  for (let index = 0; index < queue.length; index += 1) {
    const layout = queue[index]!;
    for (const insertedId of getInserts(layout)) {
      if (insertedId === id) {
        const path = [id];
        for (let ancestor = layout; ancestor !== id; ancestor = inserterById.get(ancestor)!)
          path.unshift(ancestor);
        return [id, ...path];
      }
      if (inserterById.has(insertedId)) continue;
      inserterById.set(insertedId, layout);
      queue.push(insertedId);
    }
  }
  return null;
}

/** The layouts that insert a layout, directly or transitively. `inserts` maps each layout to the layouts it inserts. */
export function findTransitiveInserters(
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
  const inserterIds = new Set<string>();
  const stack = [id];
  for (let currentId = stack.pop(); currentId !== undefined; currentId = stack.pop())
    for (const inserter of insertersById.get(currentId) ?? [])
      if (!inserterIds.has(inserter)) {
        inserterIds.add(inserter);
        stack.push(inserter);
      }
  return inserterIds;
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
  countInserted(id: string): number {
    const openIds = new Set<string>();
    const stack = [id];
    for (let currentId = stack.at(-1); currentId !== undefined; currentId = stack.at(-1)) {
      const inserts = this.#layouts.get(currentId)?.inserts ?? [];
      const isCounted = this.#insertedCounts.has(currentId);
      if (!isCounted && !openIds.has(currentId)) {
        openIds.add(currentId);
        for (const insert of inserts)
          if (!this.#insertedCounts.has(insert) && !openIds.has(insert)) stack.push(insert);
        continue;
      }
      stack.pop();
      if (isCounted) continue;
      openIds.delete(currentId);
      // An insert that is still open contains this layout: a cycle.
      const total = inserts.reduce((sum, insertedId) => sum + this.#countWithInserts(insertedId), 0);
      this.#insertedCounts.set(currentId, Math.min(total, maxInsertedNodes + 1));
    }
    return this.#insertedCounts.get(id) ?? 0;
  }

  /** The nodes that an INSERT of a layout adds. */
  countTotal(id: string): number {
    this.countInserted(id);
    return this.#countWithInserts(id);
  }

  #countWithInserts(id: string): number {
    return (this.#layouts.get(id)?.count ?? 0) + (this.#insertedCounts.get(id) ?? maxInsertedNodes + 1);
  }
}

/**
 * How many nodes the layout may contain before a layout that inserts it exceeds `maxInsertedNodes`. Negative if such a layout already does.
 */
export function computeNodeBudget(
  id: string,
  inserters: Iterable<string>,
  layouts: ReadonlyMap<string, InsertSummary>,
): number {
  const [emptyCounts, singleCounts] = [0, 1].map(
    (count) => new InsertCounts(new Map([...layouts, [id, { count, inserts: [] }]])),
  );
  let budget = maxInsertedNodes;
  for (const inserter of inserters) {
    const baseCount = emptyCounts!.countInserted(inserter);
    if (baseCount > maxInsertedNodes) return -1;
    budget = Math.min(
      budget,
      Math.floor((maxInsertedNodes - baseCount) / (singleCounts!.countInserted(inserter) - baseCount)),
    );
  }
  return budget;
}

/** The INSERTs that exceed the budget left by the INSERTs before them. */
export function findInsertsOverBudget(
  inserts: readonly Insert[],
  counts: InsertCounts,
  budget: number,
): Insert[] {
  let remainingBudget = budget;
  return inserts.filter(({ layout }) => {
    const count = counts.countTotal(layout);
    if (count > remainingBudget) return true;
    remainingBudget -= count;
    return false;
  });
}
