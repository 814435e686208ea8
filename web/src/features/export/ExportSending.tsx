import { Button } from "@primer/react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import styled from "styled-components";
import { useCustomerId } from "#api/session.ts";
import type { StartedDelivery } from "#domain/endpoints/exports/manualExport.ts";
import type { ExportEvent } from "#domain/endpoints/shared/exportEvents.ts";
import { DeliveryStateIcon } from "#features/delivery/DeliveryStateIcon.tsx";
import { ExportState, exportStateOf, isExportRunning } from "#features/delivery/ExportState.tsx";
import { Modal } from "#ui/dialog/Modal.tsx";
import { Banner } from "#ui/feedback/Banner.tsx";
import { Stack } from "#ui/layout/boxes.ts";
import { Muted, Note, Strong, VisuallyHidden } from "#ui/layout/typography.ts";
import { exportPollIntervalMs } from "./exportPolling.ts";
import { type ExportSource, fetchExportEvents, sourceKeyOf } from "./exportSource.ts";
import { useInvalidateExports } from "./useInvalidateExports.ts";

/** A delivery that has no event yet waits for its turn. */
const unknownEvent = { success: null, errorStatusCode: null, errorMessage: null, delivery: null } as const;

interface ExportProgressProps {
  source: ExportSource;
  deliveries: readonly StartedDelivery[];
  onClose: () => void;
}

/** The mode EXPORTING (2§4): the progress of each destination. Closing the dialog cancels nothing. */
export function ExportProgress({ source, deliveries, onClose }: ExportProgressProps) {
  const { t } = useTranslation("exporting");
  const { t: tDelivery } = useTranslation("delivery");
  const customerId = useCustomerId();
  const invalidateExports = useInvalidateExports(source);
  const queryClient = useQueryClient();
  const okButton = useRef<HTMLButtonElement>(null);
  const rowsOf = (events: readonly ExportEvent[] | undefined) => {
    const eventsById = new Map(events?.map((event) => [event.id, event]));
    return deliveries.map(({ id, name, outcome }) => {
      const event = eventsById.get(id);
      return {
        ...{ id, outcome },
        event: event ?? { ...unknownEvent, exportConfigurationName: name },
        hasEvent: event !== undefined,
      };
    });
  };
  const isAnyRunning = (events: readonly ExportEvent[] | undefined) =>
    rowsOf(events).some(({ event, hasEvent }) => !hasEvent || isExportRunning(event));
  const events = useQuery({
    queryKey: [customerId, "exportEvents", ...sourceKeyOf(source)],
    queryFn: ({ signal }) => fetchExportEvents(source, signal),
    refetchInterval: ({ state }) => (isAnyRunning(state.data) ? exportPollIntervalMs : false),
    staleTime: 0,
    meta: { handlesErrors: true },
  });
  const rows = rowsOf(events.data);
  const hasEnded = events.data !== undefined && !isAnyRunning(events.data);
  // biome-ignore lint/correctness/useExhaustiveDependencies: refreshes the page behind the dialog at the start and at the end
  useEffect(() => void invalidateExports(), [hasEnded]);

  function close() {
    void queryClient.invalidateQueries({ queryKey: [customerId, "exportEvents"], refetchType: "none" });
    onClose();
  }
  return (
    <Modal
      title={t("sending.title", { name: source.name })}
      width="large"
      narrow="fullscreen"
      initialFocus={okButton}
      onClose={close}
      footer={
        <Button ref={okButton} variant="primary" onClick={close}>
          {t("sending.close")}
        </Button>
      }
    >
      <Stack>
        <Muted as="p">{t(hasEnded ? "sending.finished" : "sending.text")}</Muted>
        {events.error && <Banner kind="warning">{t("sending.progressUnknown")}</Banner>}
        <List aria-label={t("destinations")}>
          {rows.map(({ id, outcome, event, hasEvent }) => (
            <li key={id}>
              <Strong>{event.exportConfigurationName}</Strong>
              {outcome !== "STARTED" && <Note as="div">{t(`sending.outcome.${outcome}`)}</Note>}
              {hasEvent ? <ExportState event={event} /> : <DeliveryStateIcon state="PENDING" />}
            </li>
          ))}
        </List>
        <VisuallyHidden role="status" aria-live="polite">
          {rows
            .filter(({ event, hasEvent }) => hasEvent && !isExportRunning(event))
            .map(
              ({ event }) =>
                `${event.exportConfigurationName}: ${tDelivery(`state.${exportStateOf(event)}`)}`,
            )
            .join(". ")}
        </VisuallyHidden>
        {source.kind === "documentation" && (
          <Link to={`/delivery?documentationId=${source.id}`} onClick={close}>
            {t("sending.showDeliveries")}
          </Link>
        )}
      </Stack>
    </Modal>
  );
}

const List = styled.ul`
  li {
    padding: var(--base-size-12) 0;
    overflow-wrap: anywhere;
  }
  li + li {
    border-top: 1px solid var(--borderColor-muted);
  }
`;
