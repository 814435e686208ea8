import {
  ChevronDownIcon,
  ChevronRightIcon,
  FoldIcon,
  PencilIcon,
  StackIcon,
  UnfoldIcon,
} from "@primer/octicons-react";
import { Button, Label } from "@primer/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate, useParams } from "react-router";
import styled from "styled-components";
import { ApiError } from "#api/apiError.ts";
import { type LayoutNode, layoutTree } from "#domain/layout/node.ts";
import { findOfficeFile } from "#domain/layout/officeFile.ts";
import { exportDocumentConfiguration } from "#domain/resources/exportDocumentConfiguration.ts";
import { CopyButton } from "#ui/button/CopyButton.tsx";
import { PermissionButton } from "#ui/button/PermissionButton.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";
import { Inline } from "#ui/layout/boxes.ts";
import { EmptyState } from "#ui/layout/EmptyState.tsx";
import { Page } from "#ui/layout/Page.tsx";
import { Note, TruncatedLine } from "#ui/layout/typography.ts";
import { LayoutFile } from "./file/LayoutFile.tsx";
import { LayoutMissing, ListLink } from "./LayoutMissing.tsx";
import { nodeIcons } from "./nodeIcons.ts";
import { NestedList, NodeIconBox, Row, SmallIconButton, Spacer } from "./tree/treeStyles.ts";
import { type LayoutRow, useLayout } from "./useLayout.ts";
import { useLayoutNames } from "./useLayoutNames.ts";
import { LayoutNamesContext, useNodeText } from "./useNodeText.ts";

/** /exportDocumentConfiguration/details/{uuid} (3§2), read only. */
export default function LayoutDetails() {
  const { uuid = "" } = useParams();
  const item = useLayout(uuid);
  if (item.data) return <Details key={uuid} row={item.data} />;
  if (item.error instanceof ApiError && !item.isFetching)
    return <LayoutMissing failure={item.error} onRetry={() => item.refetch()} />;
  return <Loading />;
}

function Details({ row }: { row: LayoutRow }) {
  const { t } = useTranslation("layout");
  const { t: tCommon } = useTranslation();
  const { t: tDocumentation } = useTranslation("documentation");
  const navigate = useNavigate();
  const { search } = useLocation();
  const [closedIds, setClosedIds] = useState<ReadonlySet<string>>(new Set());
  const names = useLayoutNames(row.customerId, row.type === "WORD_TO_PDF");
  const file = findOfficeFile(row.nodes);
  const flatNodes = layoutTree.flatten(row.nodes);
  const parents = flatNodes.filter(({ node }) => node.children.length > 0);
  const toggle = (id: string) => {
    const next = new Set(closedIds);
    if (!next.delete(id)) next.add(id);
    setClosedIds(next);
  };
  return (
    <Page
      title={row.name}
      context={<ListLink />}
      lead={row.description ?? undefined}
      trailing={
        <>
          <Label variant="secondary">{row.customerName ?? tCommon("product")}</Label>
          <Label variant="secondary">{tDocumentation(`layoutType.${row.type}`)}</Label>
          <CopyButton text={row.id} label={t("copyId")} copiedMessage={t("copiedId")} />
        </>
      }
      actions={
        <PermissionButton
          resource={exportDocumentConfiguration}
          action="update"
          row={row}
          icon={PencilIcon}
          variant="primary"
          label={tCommon("actions.edit")}
          onClick={() => void navigate({ pathname: `/exportDocumentConfiguration/${row.id}`, search })}
        />
      }
    >
      {file ? (
        <LayoutFile content={row} file={file} />
      ) : flatNodes.length === 0 ? (
        <EmptyState icon={StackIcon} title={t("tree.empty")} />
      ) : (
        <>
          <Bar>
            <Note>{t("tree.count", { count: flatNodes.length })}</Note>
            {parents.length > 0 && (
              <Inline>
                <Button size="small" leadingVisual={UnfoldIcon} onClick={() => setClosedIds(new Set())}>
                  {t("tree.openAll")}
                </Button>
                <Button
                  size="small"
                  leadingVisual={FoldIcon}
                  onClick={() => setClosedIds(new Set(parents.map(({ node }) => node.id)))}
                >
                  {t("tree.closeAll")}
                </Button>
              </Inline>
            )}
          </Bar>
          <LayoutNamesContext value={names}>
            <Nodes
              nodes={row.nodes}
              level={0}
              closedIds={closedIds}
              onToggle={toggle}
              label={t("tree.label")}
            />
          </LayoutNamesContext>
        </>
      )}
    </Page>
  );
}

interface NodesProps {
  nodes: readonly LayoutNode[];
  level: number;
  closedIds: ReadonlySet<string>;
  onToggle: (id: string) => void;
  label?: string;
}

function Nodes({ nodes, level, closedIds, onToggle, label }: NodesProps) {
  const { t } = useTranslation("layout");
  const text = useNodeText();
  return (
    <NestedList $level={level} aria-label={label}>
      {nodes.map((node) => {
        const name = text(node);
        const Icon = nodeIcons[node.type];
        const isClosed = closedIds.has(node.id);
        return (
          <li key={node.id}>
            <Row $open={false}>
              {node.children.length > 0 ? (
                <SmallIconButton
                  type="button"
                  aria-expanded={!isClosed}
                  aria-label={t(isClosed ? "tree.open" : "tree.close", { name })}
                  onClick={() => onToggle(node.id)}
                >
                  {isClosed ? <ChevronRightIcon /> : <ChevronDownIcon />}
                </SmallIconButton>
              ) : (
                <Spacer />
              )}
              <NodeText>
                <NodeIconBox>
                  <Icon />
                </NodeIconBox>
                <TruncatedLine title={name}>{name}</TruncatedLine>
              </NodeText>
            </Row>
            {node.description && <NodeDescription>{node.description}</NodeDescription>}
            {node.type === "IMAGE" && node.params.DATA && (
              <Picture src={`data:${node.params.TYPE};base64,${node.params.DATA}`} alt={t("form.imageAlt")} />
            )}
            {node.children.length > 0 && !isClosed && (
              <Nodes nodes={node.children} level={level + 1} closedIds={closedIds} onToggle={onToggle} />
            )}
          </li>
        );
      })}
    </NestedList>
  );
}

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: var(--base-size-8);
  margin-bottom: var(--base-size-8);
`;

const NodeText = styled.span`
  display: flex;
  align-items: center;
  gap: var(--base-size-8);
  min-width: 0;
`;

const NodeDescription = styled(Note).attrs({ as: "p" })`
  padding-left: 56px;
  white-space: pre-line;
  overflow-wrap: anywhere;
`;

/** Small in the tree (3§9); the editor shows it larger. */
const Picture = styled.img`
  width: 100px;
  margin: 0 0 var(--base-size-4) 56px;
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-medium);
`;
