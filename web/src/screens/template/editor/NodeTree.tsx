import { ArrowDownIcon, ArrowUpIcon, CopyIcon, GrabberIcon, TrashIcon } from "@primer/octicons-react";
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { FlatNode } from "#domain/core/tree/tree.ts";
import {
  isContainerNode,
  newExportNode,
  nodeTree,
  withAddedNode,
  withCopiedNode,
  withMovedNode,
  withoutNode,
} from "#domain/template/exportRules.ts";
import type { ExportNode } from "#domain/template/exportTree.ts";
import type { ExportNodeType } from "#domain/template/types.ts";
import { DragHandle, PlainIconButton } from "#ui/button/plainIconButton.ts";
import { Stack } from "#ui/layout/boxes.ts";
import { Note, VisuallyHidden } from "#ui/layout/typography.ts";
import { useNodeText } from "../exports/nodeText.ts";
import { useTemplateOutputs } from "../exports/useTemplateOutputs.ts";
import { Frame, Hint } from "../templateStyles.ts";
import { AddNodeMenu } from "./AddNodeMenu.tsx";
import { NodeForm } from "./ExportNodeForm.tsx";
import { type Move, moveKeys, nodeMoves, type Side, type TreePosition } from "./moves.ts";
import { useEditor } from "./TemplateEditorContext.ts";
import { Acts, FaultMark, Item, Name, NameLine, Row } from "./taskRowStyles.ts";
import { useDragging } from "./useDragging.ts";

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
  const list = useRef<HTMLUListElement>(null);
  const { state } = useEditor();
  const madeByTemplate = useTemplateOutputs(state.customerId);
  const moving = useNodeMoves(nodes, onChange);
  const drag = useDragging(list, moving.drop);
  const add = (type: ExportNodeType, parent: string | null) => {
    const node = newExportNode(type);
    const next = withAddedNode(nodes, node, parent);
    if (!next) return;
    onChange(next);
    setOpen(node.id);
  };
  const standing = nodeTree.flatten(nodes);
  return (
    <Stack $gap={8}>
      <VisuallyHidden as="div" role="status">
        {moving.said}
      </VisuallyHidden>
      {standing.length > 1 && <Hint>{t("exports.keys")}</Hint>}
      {standing.length === 0 ? (
        <Note as="p">{madeByTemplate(state.content, name)}</Note>
      ) : (
        <Frame>
          <ul ref={list} aria-label={t("exports.tree", { name })}>
            {standing.map((one) => (
              <NodeRow
                key={one.node.id}
                standing={one}
                siblings={(one.parent?.children ?? nodes).length}
                open={open === one.node.id}
                at={`${at}.${one.path.join(".children.")}`}
                onGrip={drag}
                onOpen={() => setOpen(open === one.node.id ? null : one.node.id)}
                onMove={(move) => moving.move(one.node.id, move)}
                onCopy={() => onChange(withCopiedNode(nodes, one.node.id))}
                onDelete={() => onChange(withoutNode(nodes, one.node.id))}
              >
                <NodeForm
                  node={one.node}
                  at={`${at}.${one.path.join(".children.")}`}
                  nodes={nodes}
                  onChange={(next) => onChange(nodeTree.replaced(nodes, one.node.id, () => [next]))}
                  onPlace={(parent) => moving.place(one.node.id, { parent, index: Number.MAX_SAFE_INTEGER })}
                  onAdd={(type) => add(type, one.node.id)}
                />
              </NodeRow>
            ))}
          </ul>
        </Frame>
      )}
      <AddNodeMenu label={t("exports.addNode")} onAdd={(type) => add(type, null)} />
    </Stack>
  );
}

/** Moving nodes by keys, buttons and dragging: what is done is said, and what cannot be done as well. */
function useNodeMoves(nodes: readonly ExportNode[], onChange: (nodes: ExportNode[]) => void) {
  const { t } = useTranslation("template");
  const text = useNodeText(useEditor().state.customerId);
  const [said, say] = useState("");
  const place = (id: string, to: TreePosition | null) => {
    const node = nodeTree.find(nodes, id)?.node;
    if (!node) return;
    const name = text(node);
    const next = to && withMovedNode(nodes, id, to.parent, to.index);
    const stands = next && nodeTree.find(next, id);
    if (!next || !stands) return say(t("editor.notMoved", { name }));
    onChange(next);
    const where = {
      name,
      number: (stands.path.at(-1) as number) + 1,
      total: (stands.parent?.children ?? next).length,
    };
    say(
      stands.parent
        ? t("editor.movedTo", { ...where, group: text(stands.parent) })
        : t("editor.moved", where),
    );
  };
  const move = (id: string, by: Move) => {
    place(id, nodeMoves.moveBy(nodes, id, by));
    // A row that moves is put at another place of the document, which takes the focus from what was pressed in it.
    const pressed = document.activeElement as HTMLElement | null;
    requestAnimationFrame(() => pressed?.isConnected && pressed.focus());
  };
  const drop = (id: string, target: string, side: Side) =>
    place(id, nodeMoves.movedBeside(nodes, id, target, side));
  return { said, place, move, drop };
}

interface NodeRowProps {
  standing: FlatNode<ExportNode>;
  siblings: number;
  open: boolean;
  at: string;
  onGrip: (id: string, event: PointerEvent<HTMLElement>) => void;
  onOpen: () => void;
  onMove: (move: Move) => void;
  onCopy: () => void;
  onDelete: () => void;
  children: ReactNode;
}

function NodeRow(props: NodeRowProps) {
  const { standing, siblings, open, at, onGrip, onOpen, onMove, onCopy, onDelete, children } = props;
  const { t } = useTranslation("template");
  const { faults: errors, state } = useEditor();
  const text = useNodeText(state.customerId);
  const { node, level, path } = standing;
  const name = text(node);
  // Faults of what it holds are counted there.
  const found = Object.keys(errors).filter(
    (field) => field === at || (field.startsWith(`${at}.`) && !field.startsWith(`${at}.children.`)),
  ).length;
  const index = path.at(-1) as number;
  function onKeyDown(event: KeyboardEvent) {
    const move = event.altKey ? moveKeys[event.key] : undefined;
    if (!move) return;
    event.preventDefault();
    onMove(move);
  }
  return (
    <Item
      data-row={node.id}
      data-group={isContainerNode(node.type) || undefined}
      data-form={open || undefined}
    >
      <Row data-line="" $level={level} $open={open} onKeyDown={onKeyDown}>
        <DragHandle
          type="button"
          title={t("editor.drag", { name })}
          aria-hidden="true"
          tabIndex={-1}
          onPointerDown={(event) => onGrip(node.id, event)}
        >
          <GrabberIcon />
        </DragHandle>
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
          <PlainIconButton
            type="button"
            aria-disabled={index === 0}
            aria-label={t("exports.up", { name })}
            onClick={() => onMove("up")}
          >
            <ArrowUpIcon />
          </PlainIconButton>
          <PlainIconButton
            type="button"
            aria-disabled={index === siblings - 1}
            aria-label={t("exports.down", { name })}
            onClick={() => onMove("down")}
          >
            <ArrowDownIcon />
          </PlainIconButton>
          <PlainIconButton type="button" aria-label={t("exports.copyNode", { name })} onClick={onCopy}>
            <CopyIcon />
          </PlainIconButton>
          <PlainIconButton type="button" aria-label={t("exports.deleteNode", { name })} onClick={onDelete}>
            <TrashIcon />
          </PlainIconButton>
        </Acts>
      </Row>
      {open && children}
    </Item>
  );
}
