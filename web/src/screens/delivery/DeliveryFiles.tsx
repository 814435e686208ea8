import { SyncIcon } from "@primer/octicons-react";
import { IconButton, SegmentedControl } from "@primer/react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { isInProgress } from "#domain/delivery/states.ts";
import type { DeliveryDetails, DeliveryFileRow } from "#domain/endpoints/exports/delivery.ts";
import { DeliveryFileStateIcon, DeliveryStateIcon } from "#features/delivery/DeliveryStateIcon.tsx";
import { useFailureReason } from "#features/delivery/useFailureReason.ts";
import { CopyButton } from "#ui/button/CopyButton.tsx";
import { DateTime } from "#ui/format/DateTime.tsx";
import { formatBytes, formatNumber } from "#ui/format/numbers.ts";
import { Scroller, SmallValueLine, Stack } from "#ui/layout/boxes.ts";
import { Muted, Note, NoteDigits, SmallBreakable, SmallCode, SmallTitle } from "#ui/layout/typography.ts";
import { Paging } from "#ui/table/Paging.tsx";
import { TableFrame } from "#ui/table/styles.ts";
import { TableView } from "#ui/table/TableView.tsx";

export const filesPerPage = 100;

interface DeliveryFilesProps {
  delivery: DeliveryDetails;
  page: number;
  onPageChange: (page: number) => void;
  /** Whether only failed files are listed. */
  failedOnly: boolean;
  onFailedOnlyChange: (failedOnly: boolean) => void;
  /** The id of the file that is being resent. */
  resendingFileId: string | null;
  onResend: (file: Pick<DeliveryFileRow, "id" | "path">) => void;
}

/** The files of a delivery, each with its proof: size, SHA-256 and id at the destination. */
export function DeliveryFiles(props: DeliveryFilesProps) {
  const { delivery, page, onPageChange, failedOnly, onFailedOnlyChange, resendingFileId, onResend } = props;
  const { t } = useTranslation("delivery");
  const reasonOf = useFailureReason();
  const { items, itemCount, bytes } = delivery;
  const hasEnded = !isInProgress(delivery.state);
  const offset = (page - 1) * filesPerPage;
  return (
    <Stack $gap={8}>
      <Head>
        <SmallTitle as="h2">{t("files.title")}</SmallTitle>
        {(delivery.errorKind !== null || failedOnly) && (
          <SegmentedControl
            aria-label={t("files.filter")}
            size="small"
            onChange={(index) => onFailedOnlyChange(index === 1)}
          >
            <SegmentedControl.Button selected={!failedOnly}>{t("files.all")}</SegmentedControl.Button>
            <SegmentedControl.Button selected={failedOnly}>{t("files.failed")}</SegmentedControl.Button>
          </SegmentedControl>
        )}
      </Head>
      {items.length === 0 ? (
        <Muted as="p">
          {failedOnly ? t("files.noFailures") : bytes === null ? t("files.notListed") : t("files.empty")}
        </Muted>
      ) : (
        <TableFrame>
          <Scroller>
            <TableView
              label={t("files.title")}
              sortable={[]}
              state={unsortedState}
              change={() => {}}
              rows={items}
              isBusy={false}
              rowKey={({ id }) => id}
              columns={[
                {
                  id: "path",
                  header: t("files.path"),
                  isRowHeader: true,
                  cell: ({ path, kind, remoteId, storedAs }) => (
                    <Path>
                      {path}
                      <Note as="div">{t(`kind.${kind}`)}</Note>
                      {storedAs && <Note as="div">{t("files.remoteName", { path: storedAs })}</Note>}
                      {remoteId && <Note as="div">{t("files.remoteId", { id: remoteId })}</Note>}
                    </Path>
                  ),
                },
                {
                  id: "size",
                  header: t("fields.size"),
                  align: "end",
                  cell: (file) => formatBytes(file.bytes),
                },
                { id: "sha256", header: "SHA-256", cell: ({ sha256 }) => <Hash sha256={sha256} /> },
                {
                  id: "state",
                  header: t("fields.state"),
                  cell: (file) => {
                    const reason = file.state === "DONE" ? null : reasonOf(file, hasEnded);
                    return (
                      <Stack $gap={4}>
                        {delivery.state === "WAITING" && file.state === "SENDING" ? (
                          // Started, but waiting for the next attempt.
                          <DeliveryStateIcon state="WAITING" />
                        ) : (
                          <DeliveryFileStateIcon state={file.state} />
                        )}
                        {file.arrival && (
                          <Note as="div">{t(`arrival.${file.arrival}.${file.evidence ?? "NONE"}`)}</Note>
                        )}
                        {file.state === "SENDING" && (
                          <NoteDigits as="div">
                            {t("bytesProgress", {
                              sentSize: formatBytes(file.bytesSent),
                              totalSize: formatBytes(file.bytes),
                            })}
                          </NoteDigits>
                        )}
                        {reason && (
                          <SmallBreakable>
                            {reason.text}
                            {reason.details && <Note as="div">{reason.details}</Note>}
                          </SmallBreakable>
                        )}
                        {file.tries > 0 && (
                          <Note as="div">
                            {t("failedAttempts", {
                              count: file.tries,
                              formattedCount: formatNumber(file.tries),
                            })}
                          </Note>
                        )}
                      </Stack>
                    );
                  },
                },
                {
                  id: "finished",
                  header: t("fields.finished"),
                  width: "150px",
                  cell: ({ finished }) => <DateTime value={finished} />,
                },
              ]}
              actions={
                hasEnded
                  ? (file) => (
                      <IconButton
                        icon={SyncIcon}
                        variant="invisible"
                        size="small"
                        loading={resendingFileId === file.id}
                        aria-label={t("files.resend", { path: file.path })}
                        onClick={() => onResend(file)}
                      />
                    )
                  : undefined
              }
            />
          </Scroller>
          {itemCount > filesPerPage && (
            <Paging
              page={page}
              pageCount={Math.ceil(itemCount / filesPerPage)}
              total={itemCount}
              from={offset + 1}
              to={offset + items.length}
              isFull={items.length === filesPerPage}
              onPage={onPageChange}
            />
          )}
        </TableFrame>
      )}
    </Stack>
  );
}

/** Shows the beginning of a hash, with a button that copies all of it. */
function Hash({ sha256 }: { sha256: string | null }) {
  const { t } = useTranslation("delivery");
  if (!sha256) return <Muted title={t("files.noHash")}>–</Muted>;
  return (
    <SmallValueLine>
      <SmallCode title={sha256}>{`${sha256.slice(0, 12)}…`}</SmallCode>
      <CopyButton text={sha256} label={t("files.copyHash", { hash: sha256.slice(0, 12) })} />
    </SmallValueLine>
  );
}

const unsortedState = { page: 1, sizePerPage: filesPerPage, sort: "", order: "asc", q: "" } as const;

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: var(--base-size-8);
`;

const Path = styled.div`
  overflow-wrap: anywhere;
  font-weight: var(--base-text-weight-normal);
`;
