import { ReplyIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useMutation } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { call, pathOf } from "#api/client.ts";
import { useImage } from "#api/useImage.ts";
import { type DocumentationDetails, photoDownload } from "#domain/endpoints/documentation/details.ts";
import { type RetakeRow, reopenRetake, withdrawRetake } from "#domain/endpoints/documentation/retake.ts";
import { Panel, Section } from "#features/documentation/DocumentationSection.tsx";
import { Banner } from "#ui/feedback/Banner.tsx";
import { DateTime } from "#ui/format/DateTime.tsx";
import { BottomSpace, InlineText } from "#ui/layout/boxes.ts";
import { Breakable, Muted, Note, QuietSummary, UserText } from "#ui/layout/typography.ts";
import { offerUndo } from "#ui/undo/undoStore.ts";
import { useDocumentationMutation } from "../change/useDocumentationMutation.ts";
import { useRetakes } from "./useRetakes.ts";

const DrawnPicture = lazy(async () => ({
  default: (await import("#features/photo/markup/DrawnPicture.tsx")).DrawnPicture,
}));

/** A note that retakes are still open. */
export function RetakeNote({ details }: { details: DocumentationDetails }) {
  const { t } = useTranslation("retake");
  if (details.openRetakeCount === 0) return null;
  return (
    <BottomSpace>
      <Banner kind="warning" action={<a href="#retakes">{t("show")}</a>}>
        {t("waiting", { count: details.openRetakeCount })}
      </Banner>
    </BottomSpace>
  );
}

/** The retakes of a documentation, with who requested them, why, and their outcome. Renders nothing if there are none. */
export function Retakes({ details, canWrite }: { details: DocumentationDetails; canWrite: boolean }) {
  const { t } = useTranslation("retake");
  const retakes = useRetakes(details);
  const withdraw = useWithdrawal(details.id);
  const items = retakes.data ?? [];
  if (items.length === 0) return null;
  const openRetakes = items.filter(({ outcome }) => outcome === null);
  const endedRetakes = items.filter(({ outcome }) => outcome !== null);
  const renderRows = (retakeRows: readonly RetakeRow[]) => (
    <List>
      {retakeRows.map((row) => (
        <Row key={row.id}>
          <ReplyIcon />
          <InlineText>
            <RetakeText row={row} />
          </InlineText>
          {canWrite && row.outcome === null && (
            <Button
              size="small"
              aria-label={t("withdrawOf", { name: nameOf(row) })}
              disabled={withdraw.isPending}
              onClick={() => withdraw.mutate(row)}
            >
              {t("withdraw")}
            </Button>
          )}
        </Row>
      ))}
    </List>
  );
  return (
    <Section id="retakes" title={t("section")} count={openRetakes.length}>
      <Spread>
        {openRetakes.length > 0 ? (
          <Panel>{renderRows(openRetakes)}</Panel>
        ) : (
          <Muted as="p">{t("noneWaiting")}</Muted>
        )}
        {endedRetakes.length > 0 && (
          <details open={openRetakes.length === 0}>
            <QuietSummary>{t("closedCount", { count: endedRetakes.length })}</QuietSummary>
            <Panel>{renderRows(endedRetakes)}</Panel>
          </details>
        )}
      </Spread>
    </Section>
  );
}

const nameOf = ({ photoName, taskName }: RetakeRow): string => photoName ?? taskName ?? "";

/** A retake: the item, the reason, the reviewer, and its outcome. */
export function RetakeText({ row }: { row: RetakeRow }) {
  const { t } = useTranslation("retake");
  const { creator, dateCreated, outcome, ended, endedBy, link, photoName, taskName } = row;
  return (
    <>
      <Breakable as="div">
        {photoName ?? t(row.inWords ? "otherAnswerFor" : "moreForTask", { task: taskName ?? "" })}
        {photoName && taskName && !photoName.startsWith(taskName) && <Muted> · {taskName}</Muted>}
      </Breakable>
      <UserText>{row.reason}</UserText>
      <Note as="div">
        {t("requestedBy", { name: creator })}, <DateTime value={dateCreated} />
        {outcome === null && (
          <>
            {" · "}
            {t(`state.${row.state}`)}
            {row.dueDay && ` · ${t("answerByDay", { day: row.dueDay })}`}
          </>
        )}
        {outcome === null && link && (
          <>
            {" · "}
            {link.open ? t("linkOpen") : t("linkClosed")}
          </>
        )}
      </Note>
      {row.recipient && (
        <Note as="div">
          {t(`sentTo.${row.recipient.kind}`, {
            address:
              row.recipient.kind === "DEVICE" ? row.recipient.address.slice(0, 8) : row.recipient.address,
          })}
        </Note>
      )}
      {row.drawing && row.photoId && outcome === null && <RetakeDrawing row={row} photoId={row.photoId} />}
      {outcome && ended && (
        <Note as="div">
          {endedBy ? t(`outcome.${outcome}`, { name: endedBy }) : t("outcome.TAKEN_BY_LINK")},{" "}
          <DateTime value={ended} />
        </Note>
      )}
    </>
  );
}

/** The photo with the reviewer's drawing on it. */
function RetakeDrawing({ row, photoId }: { row: RetakeRow; photoId: string }) {
  const { t } = useTranslation("retake");
  const image = useImage(pathOf(photoDownload, { id: photoId }));
  if (!image.url) return null;
  return (
    <Suspense>
      <DrawnPicture src={image.url} alt={t("drawingOn", { name: nameOf(row) })} drawing={row.drawing} />
    </Suspense>
  );
}

/** Withdraws a retake, and offers to undo that. */
export function useWithdrawal(documentationId: string) {
  const { t } = useTranslation("retake");
  const { write } = useDocumentationMutation(documentationId);
  const parts = ["item", "events", "retakes"] as const;
  return useMutation({
    mutationFn: ({ id }: RetakeRow) => write(() => call(withdrawRetake, { params: { id } }), parts),
    onSuccess: (row) =>
      offerUndo(t("withdrawSuccess", { name: nameOf(row) }), () =>
        write(() => call(reopenRetake, { params: { id: row.id } }), parts),
      ),
  });
}

const Spread = styled.div`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-12);
  details > div {
    margin-top: var(--base-size-8);
  }
`;

const List = styled.ul`
  li + li {
    border-top: 1px solid var(--borderColor-muted);
  }
`;

const Row = styled.li`
  display: flex;
  align-items: flex-start;
  gap: var(--base-size-12);
  padding: var(--base-size-12) var(--base-size-16);
  > svg {
    flex: none;
    margin-top: 3px;
    color: var(--fgColor-muted);
  }
`;
