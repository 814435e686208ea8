import { createContext, type Dispatch, useContext } from "react";
import type { Grants } from "#domain/access/authorities.ts";
import type { FieldErrors } from "#domain/core/validation.ts";
import type { EditorAction, EditorState } from "./templateEditorState.ts";
import type { TaskErrors } from "./useEditorErrors.ts";

interface Editor {
  state: EditorState;
  dispatch: Dispatch<EditorAction>;
  /** By path: `templateExportConfigurations.0.name`. */
  errors: FieldErrors;
  errorsByTask: ReadonlyMap<string, TaskErrors>;
  /** The session's grants within the products of the template's customer, which the service checks too. */
  grants: Grants;
}

export const EditorContext = createContext<Editor | null>(null);

export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error("useEditor must be used within a template editor");
  return editor;
}
