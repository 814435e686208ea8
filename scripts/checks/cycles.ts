/*
 * Finds cycles of imports. Lazy imports and imports of types count too: files in a cycle cannot be
 * read or moved one by one, and a bundler that splits at lazy imports loads all of them.
 */
import { resolveImport } from "./resolveImport.ts";

/** Each file, relative to the repository with slashes, with the specifiers it imports. */
export type Imports = ReadonlyMap<string, readonly string[]>;

/**
 * One cycle for every group of files that reach each other: the shortest, starting with its first file by name. `["a.ts",
 * "b.ts"]` means that a imports b and b imports a. Breaking one may leave another in the same group.
 */
export function findCycles(imports: Imports): string[][] {
  const graph = new Map(
    [...imports].map(([file, specifiers]) => [
      file,
      specifiers.flatMap((specifier) => resolve(file, specifier, imports) ?? []),
    ]),
  );
  return findComponents(graph).flatMap((group) => findShortestCycle(group, graph) ?? []);
}

/** As printed: `a.ts -> b.ts -> a.ts`. */
export const formatCycle = (cycle: readonly string[]): string => [...cycle, cycle[0]].join(" -> ");

/** The source that a specifier names; undefined for packages and files outside the sources. */
function resolve(file: string, specifier: string, imports: Imports): string | undefined {
  const target = resolveImport(file, specifier);
  return target !== undefined && imports.has(target) ? target : undefined;
}

type Graph = ReadonlyMap<string, readonly string[]>;

/** Tarjan's strongly connected components, without recursion: a chain of imports may be deeper than the stack. */
function findComponents(graph: Graph): string[][] {
  const order = new Map<string, number>();
  const lowLinks = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const groups: string[][] = [];

  const enter = (file: string) => {
    order.set(file, order.size);
    lowLinks.set(file, order.get(file)!);
    stack.push(file);
    onStack.add(file);
    return { file, rest: [...graph.get(file)!] };
  };
  const lowerTo = (file: string, to: number) => lowLinks.set(file, Math.min(lowLinks.get(file)!, to));
  const leave = (file: string) => {
    if (lowLinks.get(file) !== order.get(file)) return;
    const group = stack.splice(stack.lastIndexOf(file));
    for (const file of group) onStack.delete(file);
    groups.push(group);
  };

  for (const root of graph.keys()) {
    if (order.has(root)) continue;
    const path = [enter(root)];
    while (path.length > 0) {
      const { file, rest } = path.at(-1)!;
      const next = rest.shift();
      if (next === undefined) {
        path.pop();
        const parent = path.at(-1);
        if (parent) lowerTo(parent.file, lowLinks.get(file)!);
        leave(file);
      } else if (!order.has(next)) path.push(enter(next));
      else if (onStack.has(next)) lowerTo(file, order.get(next)!);
    }
  }
  return groups;
}

/** The shortest cycle among some files; null for a single file that does not import itself. */
function findShortestCycle(group: readonly string[], graph: Graph): string[][] | null {
  const members = new Set(group);
  const cycles = [...group].sort().flatMap((file) => findCycleFrom(file, members, graph) ?? []);
  const shortest = cycles.sort((a, b) => a.length - b.length)[0];
  return shortest ? [shortest] : null;
}

function findCycleFrom(start: string, members: ReadonlySet<string>, graph: Graph): string[][] | null {
  const predecessors = new Map<string, string>();
  const queue = [start];
  for (const file of queue)
    for (const next of graph.get(file)!) {
      if (next === start) return [tracePath(file, predecessors)];
      if (!members.has(next) || predecessors.has(next)) continue;
      predecessors.set(next, file);
      queue.push(next);
    }
  return null;
}

function tracePath(last: string, predecessors: ReadonlyMap<string, string>): string[] {
  const files = [last];
  for (let file = predecessors.get(last); file; file = predecessors.get(file)) files.unshift(file);
  return files;
}
