import { type LayoutNode, layoutTree } from "./node.ts";
import { maxInsertedNodes } from "./types.ts";

/** An INSERT and the layout that it names. */
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
 * The shortest circle of INSERTs that leads from a layout back to itself: its id, those between, and its id again. Null if there is
 * none. Visits each layout once.
 */
export function findInsertCycle(
  id: string,
  insertedIn: (layout: string) => readonly string[],
): readonly string[] | null {
  const from = new Map<string, string>();
  const queue = [id];
  for (let index = 0; index < queue.length; index += 1) {
    const layout = queue[index]!;
    for (const inserted of insertedIn(layout)) {
      if (inserted === id) {
        const way = [id];
        for (let back = layout; back !== id; back = from.get(back)!) way.unshift(back);
        return [id, ...way];
      }
      if (from.has(inserted)) continue;
      from.set(inserted, layout);
      queue.push(inserted);
    }
  }
  return null;
}

/** The layouts that insert a layout, directly or through others. `inserts` maps every layout to those it inserts. */
export function transitiveInserters(
  id: string,
  inserts: ReadonlyMap<string, readonly string[]>,
): ReadonlySet<string> {
  const holders = new Map<string, string[]>();
  for (const [layout, inserted] of inserts)
    for (const one of inserted) {
      const others = holders.get(one);
      if (others) others.push(layout);
      else holders.set(one, [layout]);
    }
  const found = new Set<string>();
  const left = [id];
  for (let next = left.pop(); next !== undefined; next = left.pop())
    for (const holder of holders.get(next) ?? [])
      if (!found.has(holder)) {
        found.add(holder);
        left.push(holder);
      }
  return found;
}

/** What the layouts that insert a layout get of it: the number of its nodes, and the layouts that its INSERTs name, each as often. */
export interface InsertSummary {
  count: number;
  inserts: readonly string[];
}

export const summarizeInserts = (nodes: readonly LayoutNode[]): InsertSummary => ({
  count: layoutTree.flatten(nodes).length,
  inserts: insertsOf(nodes).map(({ layout }) => layout),
});

/**
 * How many nodes INSERTs bring, out of layouts by their ids: all nodes of the inserted layouts, and what their own INSERTs bring. Each
 * layout is counted once, however often it is inserted. Above `maxInsertedNodes` for a circle too; layouts that are not there bring nothing.
 */
export class InsertCounts {
  readonly #layouts: ReadonlyMap<string, InsertSummary>;
  readonly #brought = new Map<string, number>();

  constructor(layouts: ReadonlyMap<string, InsertSummary>) {
    this.#layouts = layouts;
  }

  /** Nodes that all INSERTs of a layout bring; `mostInserted + 1` for any higher number. */
  in(id: string): number {
    const open = new Set<string>();
    const left = [id];
    for (let at = left.at(-1); at !== undefined; at = left.at(-1)) {
      const inserts = this.#layouts.get(at)?.inserts ?? [];
      const settled = this.#brought.has(at);
      if (!settled && !open.has(at)) {
        open.add(at);
        for (const insert of inserts) if (!this.#brought.has(insert) && !open.has(insert)) left.push(insert);
        continue;
      }
      left.pop();
      if (settled) continue;
      open.delete(at);
      // What is still open here is around it: a circle.
      const all = inserts.reduce((sum, one) => sum + this.#counted(one), 0);
      this.#brought.set(at, Math.min(all, maxInsertedNodes + 1));
    }
    return this.#brought.get(id) ?? 0;
  }

  /** Nodes that an INSERT of a layout brings. */
  of(id: string): number {
    this.in(id);
    return this.#counted(id);
  }

  #counted(id: string): number {
    return (this.#layouts.get(id)?.count ?? 0) + (this.#brought.get(id) ?? maxInsertedNodes + 1);
  }
}

/**
 * How many nodes a layout may bring where others insert it, so that none of these gets more than `maxInsertedNodes`. Below zero where one
 * has more without it.
 */
export function remainingNodeBudget(
  id: string,
  holders: Iterable<string>,
  layouts: ReadonlyMap<string, InsertSummary>,
): number {
  const [without, withOne] = [0, 1].map(
    (count) => new InsertCounts(new Map([...layouts, [id, { count, inserts: [] }]])),
  );
  let room = maxInsertedNodes;
  for (const holder of holders) {
    const rest = without!.in(holder);
    if (rest > maxInsertedNodes) return -1;
    room = Math.min(room, Math.floor((maxInsertedNodes - rest) / (withOne!.in(holder) - rest)));
  }
  return room;
}

/** The INSERTs that do not fit into the room that is left by those before them. */
export function insertsOverBudget(inserts: readonly Insert[], counts: InsertCounts, room: number): Insert[] {
  let left = room;
  return inserts.filter(({ layout }) => {
    const count = counts.of(layout);
    if (count > left) return true;
    left -= count;
    return false;
  });
}
