import { type Dispatch, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import {
  addLayoutNode,
  changeParams,
  copyLayoutNode,
  findFlatLayoutNode,
  type LayoutContent,
  moveLayoutNode,
  removeLayoutNode,
  setNodeText,
} from "#domain/layout/layoutEdit.ts";
import { type LayoutNode, layoutTree } from "#domain/layout/node.ts";
import type { LayoutNodeType } from "#domain/layout/types.ts";
import type { AddMenuState } from "../tree/LayoutTree.tsx";
import {
  createTreeUiStore,
  type NodeActions,
  type TreeUiStore,
  useTreeUiStateOf,
} from "../tree/treeUiStore.ts";
import { useNodeText } from "../useNodeText.ts";
import type { ParamChange } from "./LayoutEditorContext.ts";
import type { EditorAction } from "./layoutEditorState.ts";

const emptyIds: ReadonlySet<string> = new Set();

/** Actions on nodes, with their announcements for screen readers. The returned functions are stable between renders. */
export function useNodeActions(content: LayoutContent, dispatch: Dispatch<EditorAction>) {
  const { t } = useTranslation("layout");
  const [markStore] = useState(createTreeUiStore);
  const [status, announce] = useState("");
  const [addMenu, setAddMenu] = useState<AddMenuState | null>(null);
  /** Newly added nodes that are still selected. */
  const [newIds, setNewIds] = useState(emptyIds);
  const nodeText = useNodeText();
  const latest = useRef({ content, nodeText });
  latest.current = { content, nodeText };
  const selectedId = useTreeUiStateOf(markStore, (all) => all.selected);

  const actions = useMemo(() => {
    const getNodes = () => latest.current.content.nodes;
    const nameOf = (id: string) => {
      const node = layoutTree.find(getNodes(), id)?.node;
      return node ? latest.current.nodeText(node) : "";
    };
    const edit = (next: LayoutContent, name?: string) =>
      dispatch({ type: "edit", edit: () => next, ...(name && { name }) });
    const select = (id: string | null) => {
      if (markStore.get().selected !== id)
        setNewIds((current) => (current.size > 0 && !current.has(id ?? "") ? emptyIds : current));
      markStore.set({ selected: id, ...(id && { current: id }) });
    };
    const focusRow = (id: string) =>
      // The row exists once React has rendered it.
      requestAnimationFrame(() => {
        const row = document.getElementById(`node-${id}`);
        row?.scrollIntoView({ block: "nearest" });
        row?.querySelector<HTMLElement>("[data-name]")?.focus({ preventScroll: true });
      });
    const openNodes = (ids: readonly string[]) => {
      const { closed } = markStore.get();
      if (ids.some((id) => closed.has(id)))
        markStore.set({ closed: new Set([...closed].filter((id) => !ids.includes(id))) });
    };
    const tree: NodeActions = {
      select,
      toggle: (id) => {
        const closed = new Set(markStore.get().closed);
        if (!closed.delete(id)) closed.add(id);
        markStore.set({ closed });
      },
      offer: (parent, button) => setAddMenu({ parent, button }),
      add: (type: LayoutNodeType, parent) => {
        const result = addLayoutNode(latest.current.content, type, parent);
        if (!result) return;
        edit(result.content);
        if (parent) openNodes([parent]);
        setNewIds(new Set([result.id]));
        markStore.set({ selected: result.id, current: result.id });
        announce(t("tree.added", { name: t(`nodes.${type}`) }));
        focusRow(result.id);
      },
      copy: (id) => {
        const name = nameOf(id);
        const result = copyLayoutNode(latest.current.content, id);
        if (!result) return;
        edit(result.content);
        select(result.id);
        announce(t("tree.copied", { name }));
        focusRow(result.id);
      },
      remove: (id) => {
        const flatNode = findFlatLayoutNode(getNodes(), id);
        if (!flatNode) return;
        const name = nameOf(id);
        const siblings = (flatNode.parent?.children ?? getNodes()).filter((node) => node.id !== id);
        // Focus moves to the node that takes its position, or to its parent.
        const next = siblings[flatNode.index] ?? siblings[flatNode.index - 1] ?? flatNode.parent;
        edit(removeLayoutNode(latest.current.content, id));
        const isSelectedRemoved = layoutTree
          .flatten([flatNode.node])
          .some(({ node }) => node.id === markStore.get().selected);
        if (isSelectedRemoved) select(null);
        markStore.set({ current: next?.id ?? null });
        announce(t("tree.deleted", { name }));
        if (next) focusRow(next.id);
      },
      move: (id, index) => edit(moveLayoutNode(latest.current.content, id, index)),
    };
    return {
      tree: { markStore, work: tree },
      change: (id: string, params: ParamChange) =>
        edit(changeParams(latest.current.content, id, params), `${id} ${Object.keys(params).join()}`),
      rename: (id: string, text: Partial<Pick<LayoutNode, "name" | "description">>) =>
        edit(setNodeText(latest.current.content, id, text), `${id} ${Object.keys(text).join()}`),
      undo: () => {
        dispatch({ type: "undo" });
        announce(t("tree.undone"));
      },
      redo: () => {
        dispatch({ type: "redo" });
        announce(t("tree.redone"));
      },
      /** Opens the form of a node and scrolls to it. */
      reveal: (id: string) => {
        const flatNode = findFlatLayoutNode(getNodes(), id);
        if (!flatNode) return;
        openNodes(flatNode.ancestors.map((node) => node.id));
        select(id);
        requestAnimationFrame(() =>
          document.getElementById(`node-${id}`)?.scrollIntoView({ block: "nearest" }),
        );
      },
      openAll: () => markStore.set({ closed: emptyIds }),
      closeAll: () =>
        markStore.set({
          closed: new Set(
            layoutTree.flatten(getNodes()).flatMap(({ node }) => (node.children.length > 0 ? [node.id] : [])),
          ),
        }),
    };
  }, [dispatch, markStore, t]);

  const selected = useExistingNode(content, selectedId);
  useCurrentRow(content, markStore);
  return {
    ...actions,
    statusText: status,
    offered: addMenu,
    setOffered: setAddMenu,
    newIds: newIds,
    selected,
  };
}

/** The selected node; null if an undo has removed it. */
const useExistingNode = (content: LayoutContent, id: string | null): string | null =>
  useMemo(() => (id && layoutTree.find(content.nodes, id) ? id : null), [content.nodes, id]);

/** Ensures that one row is reachable by Tab. */
function useCurrentRow(content: LayoutContent, markStore: TreeUiStore) {
  useEffect(() => {
    const { current } = markStore.get();
    if (current === null || !layoutTree.find(content.nodes, current))
      markStore.set({ current: content.nodes[0]?.id ?? null });
  }, [content.nodes, markStore]);
}
