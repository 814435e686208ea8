import { createContext, useContext, useSyncExternalStore } from "react";
import { keysOf } from "#domain/core/objects.ts";
import type { LayoutNodeType } from "#domain/layout/types.ts";
import type { NodeErrors } from "../errorsByNode.ts";

/** UI state of the rows. Kept outside React's state, so that a row re-renders only when its own state changes. */
export interface TreeUiState {
  /** The node whose form is open. */
  selected: string | null;
  /** The row whose controls Tab reaches; the arrow keys reach the others. */
  current: string | null;
  closed: ReadonlySet<string>;
  errors: ReadonlyMap<string, NodeErrors>;
}

export interface TreeUiStore {
  get: () => TreeUiState;
  set: (change: Partial<TreeUiState>) => void;
  subscribe: (listener: () => void) => () => void;
}

export function createTreeUiStore(): TreeUiStore {
  let marks: TreeUiState = { selected: null, current: null, closed: new Set(), errors: new Map() };
  const listeners = new Set<() => void>();
  return {
    get: () => marks,
    set: (change) => {
      if (keysOf(change).every((key) => marks[key] === change[key])) return;
      marks = { ...marks, ...change };
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const useTreeUiStateOf = <T>(store: TreeUiStore, pick: (marks: TreeUiState) => T): T =>
  useSyncExternalStore(store.subscribe, () => pick(store.get()));

/** Actions of rows. The functions are stable, so that they cause no re-renders. */
export interface NodeActions {
  /** Opens the form of a node, or closes it. */
  select: (id: string | null) => void;
  toggle: (id: string) => void;
  /** Opens the menu of types to add to a node, anchored to the pressed button; null is the root level. */
  offer: (parent: string | null, button: HTMLElement) => void;
  add: (type: LayoutNodeType, parent: string | null) => void;
  copy: (id: string) => void;
  remove: (id: string) => void;
  move: (id: string, index: number) => void;
}

interface Tree {
  markStore: TreeUiStore;
  work: NodeActions;
}

export const TreeContext = createContext<Tree | null>(null);

export function useTree(): Tree {
  const tree = useContext(TreeContext);
  if (!tree) throw new Error("useTree must be used within a layout tree");
  return tree;
}

export const useTreeUiState = <T>(pick: (marks: TreeUiState) => T): T =>
  useTreeUiStateOf(useTree().markStore, pick);
