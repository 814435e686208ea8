import { ArrowDownIcon, ArrowUpIcon, CopyIcon, GrabberIcon, TrashIcon } from "@primer/octicons-react";
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { FlatNode } from "#domain/core/tree/tree.ts";
import {
  createExportNode,
  isContainerNode,
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
import { useTemplateOutputText } from "../exports/useTemplateOutputs.ts";
import { Frame, Hint } from "../templateStyles.ts";
import { AddNodeMenu } from "./AddNodeMenu.tsx";
import { ExportNodeForm } from "./ExportNodeForm.tsx";
import { useEditor } from "./TemplateEditorContext.ts";
import { ErrorBadge, Item, Name, NameLine, Row, RowActions } from "./taskRowStyles.ts";
import { type Move, moveKeys, nodeMoves, type Side, type TreePosition } from "./treeMoves.ts";
import { useDragging } from "./useDragging.ts";

interface NodeTreeProps {
  /** The destination's name. */
  name: string;
  nodes: readonly ExportNode[];
  path: string;
  onChange: (nodes: ExportNode[]) => void;
}

/** The tree of exported nodes; only folders and zip files can contain others (3§3). */
export function NodeTree({ name, nodes, path, onChange }: NodeTreeProps) {
  const { t } = useTranslation("template");
  const [openNodeId, setOpenNodeId] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const { state } = useEditor();
  const templateOutputText = useTemplateOutputText(state.customerId);
  const moveActions = useNodeMoves(nodes, onChange);
  const drag = useDragging(list, moveActions.drop);
  const add = (type: ExportNodeType, parent: string | null) => {
    const node = createExportNode(type);
    const nextNodes = withAddedNode(nodes, node, parent);
    if (!nextNodes) return;
    onChange(nextNodes);
    setOpenNodeId(node.id);
  };
  const flatNodes = nodeTree.flatten(nodes);
  return (
    <Stack $gap={8}>
      <VisuallyHidden as="div" role="status">
        {moveActions.status}
      </VisuallyHidden>
      {flatNodes.length > 1 && <Hint>{t("exports.keyboardHint")}</Hint>}
      {flatNodes.length === 0 ? (
        <Note as="p">{templateOutputText(state.content, name)}</Note>
      ) : (
        <Frame>
          <ul ref={list} aria-label={t("exports.tree", { name })}>
            {flatNodes.map((flatNode) => (
              <NodeRow
                key={flatNode.node.id}
                flatNode={flatNode}
                siblingCount={(flatNode.parent?.children ?? nodes).length}
                isOpen={openNodeId === flatNode.node.id}
                path={`${path}.${flatNode.path.join(".children.")}`}
                onDragStart={drag}
                onOpen={() => setOpenNodeId(openNodeId === flatNode.node.id ? null : flatNode.node.id)}
                onMove={(move) => moveActions.move(flatNode.node.id, move)}
                onCopy={() => onChange(withCopiedNode(nodes, flatNode.node.id))}
                onDelete={() => onChange(withoutNode(nodes, flatNode.node.id))}
              >
                <ExportNodeForm
                  node={flatNode.node}
                  path={`${path}.${flatNode.path.join(".children.")}`}
                  nodes={nodes}
                  onChange={(next) => onChange(nodeTree.replace(nodes, flatNode.node.id, () => [next]))}
                  onMoveTo={(parent) =>
                    moveActions.moveTo(flatNode.node.id, { parent, index: Number.MAX_SAFE_INTEGER })
                  }
                  onAdd={(type) => add(type, flatNode.node.id)}
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

/** Moves nodes by keys, buttons and dragging, and announces the result for screen readers. */
function useNodeMoves(nodes: readonly ExportNode[], onChange: (nodes: ExportNode[]) => void) {
  const { t } = useTranslation("template");
  const nodeText = useNodeText(useEditor().state.customerId);
  const [status, announce] = useState("");
  const moveTo = (id: string, position: TreePosition | null) => {
    const node = nodeTree.find(nodes, id)?.node;
    if (!node) return;
    const name = nodeText(node);
    const nextNodes = position && withMovedNode(nodes, id, position.parent, position.index);
    const movedNode = nextNodes && nodeTree.find(nextNodes, id);
    if (!nextNodes || !movedNode) return announce(t("editor.notMoved", { name }));
    onChange(nextNodes);
    const positionParams = {
      name,
      number: movedNode.index + 1,
      total: (movedNode.parent?.children ?? nextNodes).length,
    };
    announce(
      movedNode.parent
        ? t("editor.movedTo", { ...positionParams, group: nodeText(movedNode.parent) })
        : t("editor.moved", positionParams),
    );
  };
  const move = (id: string, direction: Move) => {
    moveTo(id, nodeMoves.moveBy(nodes, id, direction));
    // A row that moves changes its position in the DOM, which blurs the pressed button.
    const focusedElement = document.activeElement;
    requestAnimationFrame(
      () => focusedElement instanceof HTMLElement && focusedElement.isConnected && focusedElement.focus(),
    );
  };
  const drop = (id: string, target: string, side: Side) =>
    moveTo(id, nodeMoves.moveBeside(nodes, id, target, side));
  return { status, moveTo, move, drop };
}

interface NodeRowProps {
  flatNode: FlatNode<ExportNode>;
  siblingCount: number;
  isOpen: boolean;
  path: string;
  onDragStart: (id: string, event: PointerEvent<HTMLElement>) => void;
  onOpen: () => void;
  onMove: (move: Move) => void;
  onCopy: () => void;
  onDelete: () => void;
  children: ReactNode;
}

function NodeRow(props: NodeRowProps) {
  const { flatNode, siblingCount, isOpen, path, onDragStart, onOpen, onMove, onCopy, onDelete, children } =
    props;
  const { t } = useTranslation("template");
  const { errors, state } = useEditor();
  const nodeText = useNodeText(state.customerId);
  const { node, level, index } = flatNode;
  const name = nodeText(node);
  // A child's errors are counted at the child.
  const errorCount = Object.keys(errors).filter(
    (field) => field === path || (field.startsWith(`${path}.`) && !field.startsWith(`${path}.children.`)),
  ).length;
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
      data-form={isOpen || undefined}
    >
      <Row data-line="" $level={level} $open={isOpen} onKeyDown={onKeyDown}>
        <DragHandle
          type="button"
          title={t("editor.drag", { name })}
          aria-hidden="true"
          tabIndex={-1}
          onPointerDown={(event) => onDragStart(node.id, event)}
        >
          <GrabberIcon />
        </DragHandle>
        <NameLine>
          <Name
            type="button"
            aria-expanded={isOpen}
            aria-label={t("exports.edit", { name })}
            $group={node.children.length > 0}
            $unnamed={false}
            onClick={onOpen}
          >
            {name}
          </Name>
          {errorCount > 0 && <ErrorBadge>{t("tabs.errorCount", { count: errorCount })}</ErrorBadge>}
        </NameLine>
        <RowActions>
          <PlainIconButton
            type="button"
            aria-disabled={index === 0}
            aria-label={t("exports.moveUp", { name })}
            onClick={() => onMove("up")}
          >
            <ArrowUpIcon />
          </PlainIconButton>
          <PlainIconButton
            type="button"
            aria-disabled={index === siblingCount - 1}
            aria-label={t("exports.moveDown", { name })}
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
        </RowActions>
      </Row>
      {isOpen && children}
    </Item>
  );
}
