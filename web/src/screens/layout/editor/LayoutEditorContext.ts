import { createContext, useContext } from "react";
import type { LayoutContent } from "#domain/layout/layoutEdit.ts";
import type { LayoutNode } from "#domain/layout/node.ts";
import type { LayoutParam } from "#domain/layout/types.ts";
import type { Option } from "#ui/select/useCombobox.ts";

export type ParamChange = Readonly<Partial<Record<LayoutParam, string | null>>>;

interface Editor {
  content: LayoutContent;
  /** Id of the stored layout; null if it has not been saved. */
  layoutId: string | null;
  change: (id: string, params: ParamChange) => void;
  rename: (id: string, text: Partial<Pick<LayoutNode, "name" | "description">>) => void;
  /** The documentation of the preview, whose tasks are suggested as task names. */
  documentation: Option | null;
}

export const EditorContext = createContext<Editor | null>(null);

export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error("useEditor must be used within a layout editor");
  return editor;
}
