import { Button, Checkbox } from "@primer/react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { call } from "#api/client.ts";
import type { DocumentationTask } from "#domain/endpoints/documentation/details.ts";
import {
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
import { useReceived } from "./useReceived.ts";

interface ReceivedFilesProps {
  documentationId: string;
  /** How many wait, as the documentation says: another number is looked at anew. */
  waiting: number;
  tasks: readonly DocumentationTask[] | undefined;
  mayDecide: boolean;
}

/** What strangers sent through upload links: looked at, taken, turned away, and put back. Nothing shows where nothing came. */
export function ReceivedFiles({ documentationId, waiting, tasks, mayDecide }: ReceivedFilesProps) {
  const { t } = useTranslation("received");
  const received = useReceived(documentationId, waiting);
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const [taking, setTaking] = useState<readonly ReceivedFile[] | null>(null);
  const [shown, setShown] = useState<ReceivedFile | null>(null);
  const { write } = useDocumentationMutation(documentationId);
  const parts = ["received", "files", "item", "events"] as const;
  const refuse = useMutation({
    mutationFn: (ids: string[]) =>
      write(() => call(refuseReceivedFiles, { body: { documentationId, ids } }), parts),
    onSuccess: (_, ids) => {
      setMarked(new Set());
      showAlert("success", t("refusedDone", { count: ids.length, days: refusedFileRetentionDays }));
    },
    onError: () => void received.refetch(),
  });
  const putBack = useMutation({
    mutationFn: (id: string) =>
      write(() => call(putBackReceivedFiles, { body: { documentationId, ids: [id] } }), parts),
    onSuccess: () => showAlert("success", t("putBackDone")),
    onError: () => void received.refetch(),
  });
  if (received.error && !received.data)
    return (
      <Section id="received" title={t("title")}>
        <LoadError failure={received.error} onRetry={() => received.refetch()} />
      </Section>
    );
  if (!received.data || received.data.items.length === 0) return null;
  const { items } = received.data;
  const open = items.filter(({ decision }) => decision === null);
  const decided = items.filter(({ decision }) => decision !== null);
  const chosen = open.filter(({ id }) => marked.has(id));
  const mark = (id: string, on: boolean) => {
    const next = new Set(marked);
    if (on) next.add(id);
    else next.delete(id);
    setMarked(next);
  };
  return (
    <Section id="received" title={t("title")} count={received.data.waiting}>
      <Muted as="p">{open.length > 0 ? t("lead") : t("allDecided")}</Muted>
      <Spread>
        {open.length > 0 && (
          <Panel>
            {mayDecide && (
              <Bar>
                <All>
                  <Checkbox
                    checked={chosen.length === open.length}
                    indeterminate={chosen.length > 0 && chosen.length < open.length}
                    onChange={({ target }) =>
                      setMarked(new Set(target.checked ? open.map(({ id }) => id) : []))
                    }
                  />
                  {chosen.length > 0 ? t("marked", { count: chosen.length }) : t("markAll")}
                </All>
                <Buttons>
                  <Button size="small" disabled={chosen.length === 0} onClick={() => setTaking(chosen)}>
                    {t("take")}
                  </Button>
                  <Button
                    size="small"
                    variant="danger"
                    disabled={chosen.length === 0}
                    loading={refuse.isPending}
                    onClick={() => refuse.mutate(chosen.map(({ id }) => id))}
                  >
                    {t("refuse")}
                  </Button>
                </Buttons>
              </Bar>
            )}
            <List>
              {open.map((file) => (
                <ReceivedRow
                  key={file.id}
                  file={file}
                  onPreview={() => setShown(file)}
                  {...(mayDecide && { marked: marked.has(file.id), onMark: (on) => mark(file.id, on) })}
                />
              ))}
            </List>
          </Panel>
        )}
        {decided.length > 0 && (
          <details open={open.length === 0}>
            <QuietSummary>{t("decided", { count: decided.length })}</QuietSummary>
            <Panel>
              <List>
                {decided.map((file) => (
                  <ReceivedRow
                    key={file.id}
                    file={file}
                    onPreview={() => setShown(file)}
                    {...(mayDecide && file.canPutBack && { onPutBack: () => putBack.mutate(file.id) })}
                  />
                ))}
              </List>
            </Panel>
          </details>
        )}
      </Spread>
      {taking && (
        <AddReceivedFilesDialog
          documentationId={documentationId}
          files={taking}
          tasks={tasks ?? []}
          onClose={() => {
            setTaking(null);
            setMarked(new Set());
          }}
          onStale={() => void received.refetch()}
        />
      )}
      {shown && <FilePreview file={shown} onClose={() => setShown(null)} />}
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

const All = styled.label`
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
