import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { entriesOf } from "#domain/core/objects.ts";
import { diffEntries, type Entries, pathSeparator } from "#domain/core/tree/treeDifference.ts";
import { flattenLayout } from "#domain/layout/layoutEdit.ts";
import type { LayoutNode } from "#domain/layout/node.ts";
import { type Difference, SaveConflict, type SaveFailure } from "#ui/form/SaveConflict.tsx";
import type { LayoutRow } from "../useLayout.ts";
import { useNodeText } from "../useNodeText.ts";
import { type EditorState, findChangedFields } from "./layoutEditorState.ts";

interface LayoutConflictProps {
  state: EditorState;
  saveFailure: SaveFailure<LayoutRow> | null;
  isSaving: boolean;
  onUseServerRow: (serverRow: LayoutRow | null) => void;
  onSaveLocal: (serverRow: LayoutRow) => void;
}

/** Both versions of a layout after another user has saved first (0007). */
export function LayoutConflict({ state, onSaveLocal, ...props }: LayoutConflictProps) {
  const differencesOf = useLayoutDifferences(state);
  return (
    <Space>
      <SaveConflict {...props} differences={differencesOf} onSaveLocal={onSaveLocal} />
    </Space>
  );
}

/** Images and long texts are not compared in a table. */
const maxTextLength = 400;

function useLayoutDifferences({ base, edits }: EditorState): (serverRow: LayoutRow) => Difference[] {
  const { t } = useTranslation("layout");
  const { t: tCommon } = useTranslation();
  const nodeText = useNodeText();
  const content = edits.present;
  const textOf = (value: unknown): string => {
    const text = Array.isArray(value) ? value.join(", ") : String(value ?? "");
    return text.length > maxTextLength ? tCommon("conflict.changedValue") : text;
  };
  /** The nodes with the labels of their settings, in the words of the editor. */
  const entriesOfNodes = (nodes: readonly LayoutNode[]): Entries =>
    new Map(
      flattenLayout(nodes).map(({ node, ancestors }) => {
        const parents = ancestors.map(nodeText).reverse();
        const summary = nodeText(node);
        const params = entriesOf(node.params).map(([param, value]) => [t(`params.${param}`), value]);
        const entry = {
          path: [...parents, summary].join(pathSeparator),
          summary,
          fields: { [t("fields.name")]: node.name, ...Object.fromEntries(params) },
          parentId: ancestors[0]?.id ?? "",
          parent: parents.join(pathSeparator) || t("tree.label"),
        };
        return [node.id, entry];
      }),
    );
  /** A path whose last segment may name what `diffEntries` found to have moved. */
  const pathText = (path: string) =>
    path
      .replace(/ › order$/, `${pathSeparator}${t("conflict.order")}`)
      .replace(/ › parent$/, `${pathSeparator}${t("conflict.parent")}`);
  return (serverRow) => {
    const changedByUser = new Set(findChangedFields(base, content));
    const isVisible = (field: "name" | "description" | "nodes") =>
      findChangedFields(serverRow, changedByUser.has(field) ? content : base).includes(field);
    const fields = (["name", "description"] as const).filter(isVisible).map((field) => ({
      label: t(`fields.${field}`),
      serverText: textOf(serverRow[field]),
      localText: changedByUser.has(field) ? textOf(content[field]) : null,
    }));
    // Saving the user's nodes replaces all of the other user's; otherwise those stay.
    const isSaved = changedByUser.has("nodes");
    const nodes = diffEntries(
      entriesOfNodes(serverRow.nodes),
      entriesOfNodes((isSaved ? content : base).nodes),
    ).map(({ path, before, after }) => ({
      label: pathText(path),
      serverText: textOf(before),
      localText: isSaved ? textOf(after) : null,
    }));
    return [...fields, ...nodes];
  };
}

const Space = styled.div`
  margin-bottom: var(--base-size-16);
  &:not(:has([role="alert"]:not(:empty))) {
    display: none;
  }
`;
