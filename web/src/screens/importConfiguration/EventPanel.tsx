import { Button } from "@primer/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { fetchItem } from "#api/resource.ts";
import { useCustomerId } from "#api/session.ts";
import {
  configurationOf,
  type EventRow,
  type ImportKind,
  outcomeOf,
} from "#features/importConfiguration/importKind.ts";
import { useRunNow } from "#features/importConfiguration/useRunNow.ts";
import { useTypeText } from "#features/typedConfiguration/typedTexts.ts";
import { Modal } from "#ui/dialog/Modal.tsx";
import { Banner } from "#ui/feedback/Banner.tsx";
import { QueryContent } from "#ui/feedback/QueryContent.tsx";
import { DateTime } from "#ui/format/DateTime.tsx";
import { formatNumber } from "#ui/format/numbers.ts";
import { Stack } from "#ui/layout/boxes.ts";
import { DescriptionList } from "#ui/layout/DescriptionList.tsx";
import { EventResult } from "./EventResult.tsx";

/** Milliseconds between two polls of a running import. */
const pollIntervalMs = 2000;

interface EventPanelProps {
  kind: ImportKind;
  id: string;
  onStarted: (eventId: string) => void;
  onClose: () => void;
}

/** The details of an import run, polled while it is running. */
export function EventPanel({ kind, id, onStarted, onClose }: EventPanelProps) {
  const { t } = useTranslation("imports");
  const { t: tCommon } = useTranslation();
  const customerId = useCustomerId();
  const { confirmAndRunAnyway, isPending } = useRunNow(kind, onStarted);
  const query = useQuery({
    queryKey: [customerId, kind.events.name, "item", id],
    queryFn: ({ signal }) => fetchItem(kind.events, id, signal),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.success === null ? pollIntervalMs : false),
    meta: { handlesErrors: true },
  });
  const event = query.data;
  return (
    <Modal
      title={event ? configurationOf(event).name : t("tabs.events")}
      width="720px"
      narrow="fullscreen"
      onClose={onClose}
      footer={
        <>
          {event?.needsConfirmation && (
            <Button
              variant="danger"
              loading={isPending}
              onClick={() => confirmAndRunAnyway(configurationOf(event).id)}
            >
              {t("runAnyway.title")}
            </Button>
          )}
          <Button onClick={onClose}>{tCommon("actions.close")}</Button>
        </>
      }
    >
      <QueryContent query={query}>{(row) => <EventDetails kind={kind} event={row} />}</QueryContent>
    </Modal>
  );
}

function EventDetails({ kind, event }: { kind: ImportKind; event: EventRow }) {
  const { t } = useTranslation("imports");
  const { t: tCommon } = useTranslation();
  const typeText = useTypeText();
  const { success, needsConfirmation, message, count, added, updated, removed } = event;
  return (
    <Stack>
      {needsConfirmation && (
        <Banner kind="warning">
          {t("confirmationText", {
            count: removed,
            removedCount: formatNumber(removed),
            sourceCount: formatNumber(count),
          })}
        </Banner>
      )}
      {success === false && !needsConfirmation && message && <Banner kind="danger">{message}</Banner>}
      {success && message && <Banner kind="warning">{message}</Banner>}
      <DescriptionList
        label={t("about")}
        facts={[
          [
            t("fields.result"),
            <span key="result" role="status">
              <EventResult outcome={outcomeOf(event)} />
            </span>,
          ],
          [t("fields.type"), typeText(event.type)],
          [tCommon("fields.customer"), event.customerName],
          [t(`${kind.name}.entries`), formatNumber(count)],
          [t("fields.added"), success && formatNumber(added)],
          [t("fields.updated"), success && formatNumber(updated)],
          [t("fields.removed"), success && formatNumber(removed)],
          [t("fields.startedBy"), event.requesterName ?? t("onSchedule")],
          [t("fields.started"), <DateTime key="begun" value={event.dateCreated} />],
          [t("fields.finished"), event.finished && <DateTime key="finished" value={event.finished} />],
        ]}
      />
    </Stack>
  );
}
