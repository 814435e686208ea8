import { keysOf, pick } from "#domain/core/objects.ts";
import {
  createHistory,
  createLayout,
  type LayoutContent,
  pushEdit,
  redo,
  type UndoHistory,
  undo,
} from "#domain/layout/layoutEdit.ts";
import type { LayoutRow } from "../useLayout.ts";

/** The edits, and the stored content they are compared with. */
export interface EditorState {
  row: LayoutRow | null;
  /** The stored content, or the content of a new layout. */
  base: LayoutContent;
  edits: UndoHistory<LayoutContent>;
}

export type EditorAction =
  /** Consecutive edits with the same name are one undo step. */
  | { type: "edit"; edit: (content: LayoutContent) => LayoutContent; name?: string }
  | { type: "undo" }
  | { type: "redo" }
  | { type: "stored"; row: LayoutRow };

export const contentOf = (row: LayoutRow): LayoutContent =>
  pick(row, ["name", "description", "type", "photoSize", "nodes"]);

export function createInitialEditorState(row: LayoutRow | null): EditorState {
  const base = row ? contentOf(row) : createLayout();
  return { row, base, edits: createHistory(base) };
}

export function editorReducer(state: EditorState, action: EditorAction): EditorState {
  const { edits } = state;
  switch (action.type) {
    case "edit":
      return { ...state, edits: pushEdit(edits, action.edit(edits.present), action.name ?? null) };
    case "undo":
      return { ...state, edits: undo(edits) };
    case "redo":
      return { ...state, edits: redo(edits) };
    case "stored":
      return createInitialEditorState(action.row);
  }
}

/** The fields that differ from the stored ones. */
export const findChangedFields = (base: LayoutContent, content: LayoutContent): (keyof LayoutContent)[] =>
  keysOf(content).filter(
    (field) =>
      base[field] !== content[field] && JSON.stringify(base[field]) !== JSON.stringify(content[field]),
  );
