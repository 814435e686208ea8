import { type Dispatch, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import {
  findFlatLayoutNode,
  type LayoutContent,
  withAddedNode,
  withCopiedNode,
  withMovedNode,
  withNodeText,
  withoutNode,
  withParams,
} from "#domain/layout/layoutEdit.ts";
import { type LayoutNode, layoutTree } from "#domain/layout/node.ts";
import type { LayoutNodeType } from "#domain/layout/types.ts";
import type { AddMenuState } from "../tree/LayoutTree.tsx";
import { type MarkStore, markStore, type NodeActions, useMarksOf } from "../tree/treeUiStore.ts";
import { useNodeText } from "../useNodeText.ts";
import type { ParamChange } from "./LayoutEditorContext.ts";
import type { EditorAction } from "./layoutEditorState.ts";

const none: ReadonlySet<string> = new Set();

/** Actions on nodes, with their announcements. The functions stay the same while the layout changes. */
export function useNodeActions(content: LayoutContent, dispatch: Dispatch<EditorAction>) {
  const { t } = useTranslation("layout");
  const [marks] = useState(markStore);
  const [said, say] = useState("");
  const [offered, setOffered] = useState<AddMenuState | null>(null);
  /** Nodes that were just added and are still selected. */
  const [fresh, setFresh] = useState(none);
  const nodeText = useNodeText();
  const now = useRef({ content, nodeText });
  now.current = { content, nodeText };
  const marked = useMarksOf(marks, (all) => all.selected);

  const work = useMemo(() => {
    const nodes = () => now.current.content.nodes;
    const nameOf = (id: string) => {
      const node = layoutTree.find(nodes(), id)?.node;
      return node ? now.current.nodeText(node) : "";
    };
    const edit = (next: LayoutContent, name?: string) =>
      dispatch({ do: "edit", edit: () => next, ...(name && { name }) });
    const select = (id: string | null) => {
      if (marks.get().selected !== id)
        setFresh((before) => (before.size > 0 && !before.has(id ?? "") ? none : before));
      marks.set({ selected: id, ...(id && { current: id }) });
    };
    const focusRow = (id: string) =>
      // The row exists once React has drawn it.
      requestAnimationFrame(() => {
        const row = document.getElementById(`node-${id}`);
        row?.scrollIntoView({ block: "nearest" });
        row?.querySelector<HTMLElement>("[data-name]")?.focus({ preventScroll: true });
      });
    const opened = (ids: readonly string[]) => {
      const { closed } = marks.get();
      if (ids.some((id) => closed.has(id)))
        marks.set({ closed: new Set([...closed].filter((id) => !ids.includes(id))) });
    };
    const tree: NodeActions = {
      select,
      toggle: (id) => {
        const closed = new Set(marks.get().closed);
        if (!closed.delete(id)) closed.add(id);
        marks.set({ closed });
      },
      offer: (parent, button) => setOffered({ parent, button }),
      add: (type: LayoutNodeType, parent) => {
        const added = withAddedNode(now.current.content, type, parent);
        if (!added) return;
        edit(added.content);
        if (parent) opened([parent]);
        setFresh(new Set([added.id]));
        marks.set({ selected: added.id, current: added.id });
        say(t("tree.added", { name: t(`nodes.${type}`) }));
        focusRow(added.id);
      },
      copy: (id) => {
        const name = nameOf(id);
        const copied = withCopiedNode(now.current.content, id);
        if (!copied) return;
        edit(copied.content);
        select(copied.id);
        say(t("tree.copied", { name }));
        focusRow(copied.id);
      },
      remove: (id) => {
        const found = findFlatLayoutNode(nodes(), id);
        if (!found) return;
        const name = nameOf(id);
        const siblings = (found.parent?.children ?? nodes()).filter((node) => node.id !== id);
        // The focus goes to the node that takes its place, or to its parent.
        const at = found.path.at(-1) as number;
        const next = siblings[at] ?? siblings[at - 1] ?? found.parent;
        edit(withoutNode(now.current.content, id));
        const inIt = layoutTree.flatten([found.node]).some(({ node }) => node.id === marks.get().selected);
        if (inIt) select(null);
        marks.set({ current: next?.id ?? null });
        say(t("tree.deleted", { name }));
        if (next) focusRow(next.id);
      },
      move: (id, index) => edit(withMovedNode(now.current.content, id, index)),
    };
    return {
      tree: { marks, work: tree },
      change: (id: string, params: ParamChange) =>
        edit(withParams(now.current.content, id, params), `${id} ${Object.keys(params).join()}`),
      rename: (id: string, text: Partial<Pick<LayoutNode, "name" | "description">>) =>
        edit(withNodeText(now.current.content, id, text), `${id} ${Object.keys(text).join()}`),
      undo: () => {
        dispatch({ do: "undo" });
        say(t("tree.undone"));
      },
      redo: () => {
        dispatch({ do: "redo" });
        say(t("tree.redone"));
      },
      /** Opens the form of a node and scrolls to it. */
      reveal: (id: string) => {
        const found = findFlatLayoutNode(nodes(), id);
        if (!found) return;
        opened(found.around.map((node) => node.id));
        select(id);
        requestAnimationFrame(() =>
          document.getElementById(`node-${id}`)?.scrollIntoView({ block: "nearest" }),
        );
      },
      openAll: () => marks.set({ closed: none }),
      closeAll: () =>
        marks.set({
          closed: new Set(
            layoutTree.flatten(nodes()).flatMap(({ node }) => (node.children.length > 0 ? [node.id] : [])),
          ),
        }),
    };
  }, [dispatch, marks, t]);

  const selected = useExisting(content, marked);
  useCurrent(content, marks);
  return { ...work, said, offered, setOffered, fresh, selected };
}

/** The selected node, unless it has been undone. */
const useExisting = (content: LayoutContent, id: string | null): string | null =>
  useMemo(() => (id && layoutTree.find(content.nodes, id) ? id : null), [content.nodes, id]);

/** Keeps one row reachable by Tab. */
function useCurrent(content: LayoutContent, marks: MarkStore) {
  useEffect(() => {
    const { current } = marks.get();
    if (current === null || !layoutTree.find(content.nodes, current))
      marks.set({ current: content.nodes[0]?.id ?? null });
  }, [content.nodes, marks]);
}
