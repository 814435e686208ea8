import { createContext, type Dispatch, useContext } from "react";
import type { FieldErrors } from "#domain/core/validation.ts";
import type { EditorAction, EditorState } from "./templateEditorState.ts";
import type { TaskFaults } from "./useEditorErrors.ts";

interface Editor {
  state: EditorState;
  dispatch: Dispatch<EditorAction>;
  /** By path: `templateExportConfigurations.0.name`. */
  errors: FieldErrors;
  taskFaults: ReadonlyMap<string, TaskFaults>;
}

export const EditorContext = createContext<Editor | null>(null);

export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error("useEditor must be used within a template editor");
  return editor;
}
