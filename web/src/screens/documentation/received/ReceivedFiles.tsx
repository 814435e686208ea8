import { Button, Checkbox } from "@primer/react";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { call } from "#api/client.ts";
import { useCustomerId } from "#api/session.ts";
import type { DocumentationTask } from "#domain/endpoints/documentation/details.ts";
import {
  findReceivedFiles,
  putBackReceivedFiles,
  type ReceivedFile,
  refusedFileRetentionDays,
  refuseReceivedFiles,
} from "#domain/endpoints/links/receivedFiles.ts";
import { Panel, Section } from "#features/documentation/DocumentationSection.tsx";
import { LoadError } from "#ui/feedback/LoadError.tsx";
import { Buttons } from "#ui/layout/boxes.ts";
import { Muted, QuietSummary } from "#ui/layout/typography.ts";
import { showAlert } from "#ui/overlay/alertStore.ts";
import { useDocumentationMutation } from "../change/useDocumentationMutation.ts";
import { AddReceivedFilesDialog } from "./AddReceivedFilesDialog.tsx";
import { FilePreview } from "./FilePreview.tsx";
import { ReceivedRow } from "./ReceivedRow.tsx";

interface ReceivedFilesProps {
  documentationId: string;
  /** The number of undecided files according to the documentation. A new number triggers a refetch. */
  waitingCount: number;
  tasks: readonly DocumentationTask[] | undefined;
  canDecide: boolean;
}

/** Files received through upload links, to preview, add, refuse and put back. Renders nothing if there are none. */
export function ReceivedFiles({ documentationId, waitingCount, tasks, canDecide }: ReceivedFilesProps) {
  const { t } = useTranslation("received");
  const receivedQuery = useReceived(documentationId, waitingCount);
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const [filesToAdd, setFilesToAdd] = useState<readonly ReceivedFile[] | null>(null);
  const [previewedFile, setPreviewedFile] = useState<ReceivedFile | null>(null);
  const { write } = useDocumentationMutation(documentationId);
  const parts = ["received", "files", "item", "events"] as const;
  const refuse = useMutation({
    mutationFn: (ids: string[]) =>
      write(() => call(refuseReceivedFiles, { body: { documentationId, ids } }), parts),
    onSuccess: (_, ids) => {
      setSelectedIds(new Set());
      showAlert("success", t("rejectSuccess", { count: ids.length, days: refusedFileRetentionDays }));
    },
    onError: () => void receivedQuery.refetch(),
  });
  const putBack = useMutation({
    mutationFn: (id: string) =>
      write(() => call(putBackReceivedFiles, { body: { documentationId, ids: [id] } }), parts),
    onSuccess: () => showAlert("success", t("putBackSuccess")),
    onError: () => void receivedQuery.refetch(),
  });
  if (receivedQuery.error && !receivedQuery.data)
    return (
      <Section id="received" title={t("title")}>
        <LoadError failure={receivedQuery.error} onRetry={() => receivedQuery.refetch()} />
      </Section>
    );
  if (!receivedQuery.data || receivedQuery.data.items.length === 0) return null;
  const { items } = receivedQuery.data;
  const undecidedFiles = items.filter(({ decision }) => decision === null);
  const decidedFiles = items.filter(({ decision }) => decision !== null);
  const selected = undecidedFiles.filter(({ id }) => selectedIds.has(id));
  const setSelected = (id: string, isSelected: boolean) => {
    const next = new Set(selectedIds);
    if (isSelected) next.add(id);
    else next.delete(id);
    setSelectedIds(next);
  };
  return (
    <Section id="received" title={t("title")} count={receivedQuery.data.waiting}>
      <Muted as="p">{undecidedFiles.length > 0 ? t("lead") : t("allDecided")}</Muted>
      <Spread>
        {undecidedFiles.length > 0 && (
          <Panel>
            {canDecide && (
              <Bar>
                <SelectAll>
                  <Checkbox
                    checked={selected.length === undecidedFiles.length}
                    indeterminate={selected.length > 0 && selected.length < undecidedFiles.length}
                    onChange={({ target }) =>
                      setSelectedIds(new Set(target.checked ? undecidedFiles.map(({ id }) => id) : []))
                    }
                  />
                  {selected.length > 0 ? t("selectedCount", { count: selected.length }) : t("selectAll")}
                </SelectAll>
                <Buttons>
                  <Button
                    size="small"
                    disabled={selected.length === 0}
                    onClick={() => setFilesToAdd(selected)}
                  >
                    {t("add")}
                  </Button>
                  <Button
                    size="small"
                    variant="danger"
                    disabled={selected.length === 0}
                    loading={refuse.isPending}
                    onClick={() => refuse.mutate(selected.map(({ id }) => id))}
                  >
                    {t("reject")}
                  </Button>
                </Buttons>
              </Bar>
            )}
            <List>
              {undecidedFiles.map((file) => (
                <ReceivedRow
                  key={file.id}
                  file={file}
                  onPreview={() => setPreviewedFile(file)}
                  {...(canDecide && {
                    isSelected: selectedIds.has(file.id),
                    onSelect: (isSelected) => setSelected(file.id, isSelected),
                  })}
                />
              ))}
            </List>
          </Panel>
        )}
        {decidedFiles.length > 0 && (
          <details open={undecidedFiles.length === 0}>
            <QuietSummary>{t("decidedCount", { count: decidedFiles.length })}</QuietSummary>
            <Panel>
              <List>
                {decidedFiles.map((file) => (
                  <ReceivedRow
                    key={file.id}
                    file={file}
                    onPreview={() => setPreviewedFile(file)}
                    {...(canDecide && file.canPutBack && { onPutBack: () => putBack.mutate(file.id) })}
                  />
                ))}
              </List>
            </Panel>
          </details>
        )}
      </Spread>
      {filesToAdd && (
        <AddReceivedFilesDialog
          documentationId={documentationId}
          files={filesToAdd}
          tasks={tasks ?? []}
          onClose={() => {
            setFilesToAdd(null);
            setSelectedIds(new Set());
          }}
          onStale={() => void receivedQuery.refetch()}
        />
      )}
      {previewedFile && <FilePreview file={previewedFile} onClose={() => setPreviewedFile(null)} />}
    </Section>
  );
}

const Spread = styled.div`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-12);
  margin-top: var(--base-size-8);
  details > div {
    margin-top: var(--base-size-8);
  }
`;

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: var(--base-size-8);
  padding: var(--base-size-8) var(--base-size-16);
  border-bottom: 1px solid var(--borderColor-muted);
  background: var(--bgColor-muted);
`;

const SelectAll = styled.label`
  display: flex;
  align-items: center;
  gap: var(--base-size-12);
  min-height: 28px;
`;

const List = styled.ul`
  li + li {
    border-top: 1px solid var(--borderColor-muted);
  }
`;

/** The files received through a documentation's upload links, refetched when the number of undecided ones changes. */
function useReceived(id: string, waiting: number) {
  const customerId = useCustomerId();
  return useQuery({
    queryKey: [customerId, "documentation", "received", id, waiting],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(findReceivedFiles, { params: { id }, signal }),
    meta: { handlesErrors: true },
  });
}
