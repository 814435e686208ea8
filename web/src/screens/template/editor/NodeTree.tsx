import { ArrowDownIcon, ArrowUpIcon, CopyIcon, TrashIcon } from "@primer/octicons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import {
  newExportNode,
  nodeTree,
  withAddedNode,
  withCopiedNode,
  withMovedNode,
  withoutNode,
} from "../../../../../domain/rules/templateExport";
import type { Standing } from "../../../../../domain/rules/tree";
import type { ExportNode } from "../../../../../domain/template/exportTree";
import type { ExportNodeType } from "../../../../../domain/template/words";
import { useNodeText } from "../exports/nodeText";
import { Frame, Muted, Stack } from "../look";
import { AddNode } from "./AddNode";
import { useEditor } from "./EditorContext";
import { NodeForm } from "./NodeForm";
import { Act, Acts, FaultMark, Item, Name, NameLine, Row } from "./taskRowLook";

interface NodeTreeProps {
  /** Of the destination. */
  name: string;
  nodes: readonly ExportNode[];
  at: string;
  onChange: (nodes: ExportNode[]) => void;
}

/** What is exported, as a tree: only folders and zip files hold others (3§3). */
export function NodeTree({ name, nodes, at, onChange }: NodeTreeProps) {
  const { t } = useTranslation("template");
  const [open, setOpen] = useState<string | null>(null);
  /** Where a node cannot stand, nothing changes. */
  const set = (next: ExportNode[] | null) => next && onChange(next);
  const add = (type: ExportNodeType, parent: string | null) => {
    const node = newExportNode(type);
    set(withAddedNode(nodes, node, parent));
    setOpen(node.id);
  };
  const standing = nodeTree.standing(nodes);
  return (
    <Stack $gap={8}>
      {standing.length === 0 ? (
        <Muted>{t("exports.emptyTree")}</Muted>
      ) : (
        <Frame
          as="ul"
          aria-label={t("exports.tree", { name })}
          style={{ margin: 0, padding: 0, listStyle: "none" }}
        >
          {standing.map((one) => (
            <NodeRow
              key={one.node.id}
              standing={one}
              siblings={(one.parent?.children ?? nodes).length}
              open={open === one.node.id}
              at={`${at}.${one.path.join(".children.")}`}
              onOpen={() => setOpen(open === one.node.id ? null : one.node.id)}
              onMove={(by) => {
                const index = (one.path.at(-1) as number) + by;
                if (index >= 0) set(withMovedNode(nodes, one.node.id, one.parent?.id ?? null, index));
              }}
              onCopy={() => set(withCopiedNode(nodes, one.node.id))}
              onDelete={() => set(withoutNode(nodes, one.node.id))}
            >
              <NodeForm
                node={one.node}
                at={`${at}.${one.path.join(".children.")}`}
                nodes={nodes}
                onChange={(next) => set(nodeTree.replaced(nodes, one.node.id, () => [next]))}
                onPlace={(parent) => set(withMovedNode(nodes, one.node.id, parent, Number.MAX_SAFE_INTEGER))}
                onAdd={(type) => add(type, one.node.id)}
              />
            </NodeRow>
          ))}
        </Frame>
      )}
      <AddNode label={t("exports.addNode")} onAdd={(type) => add(type, null)} />
    </Stack>
  );
}

interface NodeRowProps {
  standing: Standing<ExportNode>;
  siblings: number;
  open: boolean;
  at: string;
  onOpen: () => void;
  onMove: (by: -1 | 1) => void;
  onCopy: () => void;
  onDelete: () => void;
  children: ReactNode;
}

function NodeRow({ standing, siblings, open, at, onOpen, onMove, onCopy, onDelete, children }: NodeRowProps) {
  const { t } = useTranslation("template");
  const text = useNodeText();
  const { faults } = useEditor();
  const { node, level, path } = standing;
  const name = text(node);
  // Faults of what it holds are counted there.
  const found = Object.keys(faults).filter(
    (field) => field === at || (field.startsWith(`${at}.`) && !field.startsWith(`${at}.children.`)),
  ).length;
  const index = path.at(-1) as number;
  return (
    <Item data-form={open || undefined}>
      <Row $level={level} $open={open}>
        <NameLine>
          <Name
            type="button"
            aria-expanded={open}
            aria-label={t("exports.edit", { name })}
            $group={node.children.length > 0}
            $unnamed={false}
            onClick={onOpen}
          >
            {name}
          </Name>
          {found > 0 && <FaultMark>{t("tabs.faults", { count: found })}</FaultMark>}
        </NameLine>
        <Acts>
          <Act
            type="button"
            aria-disabled={index === 0}
            aria-label={t("exports.up", { name })}
            onClick={() => onMove(-1)}
          >
            <ArrowUpIcon />
          </Act>
          <Act
            type="button"
            aria-disabled={index === siblings - 1}
            aria-label={t("exports.down", { name })}
            onClick={() => index < siblings - 1 && onMove(1)}
          >
            <ArrowDownIcon />
          </Act>
          <Act type="button" aria-label={t("exports.copyNode", { name })} onClick={onCopy}>
            <CopyIcon />
          </Act>
          <Act type="button" aria-label={t("exports.deleteNode", { name })} onClick={onDelete}>
            <TrashIcon />
          </Act>
        </Acts>
      </Row>
      {open && children}
    </Item>
  );
}
