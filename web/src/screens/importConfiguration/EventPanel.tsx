import { Button } from "@primer/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { itemOf } from "../../api/resource";
import { useCustomerId } from "../../api/session";
import { DateTime } from "../../kit/DateTime";
import { Facts } from "../../kit/Facts";
import { Flash } from "../../kit/Flash";
import { Loaded } from "../../kit/Loaded";
import { Modal } from "../../kit/Modal";
import { numberText } from "../../kit/numbers";
import { Stack } from "../../kit/stacks";
import { useTypeText } from "../typedConfiguration/texts";
import { EventResult } from "./EventResult";
import { type EventRow, type ImportKind, outcomeOf, plain } from "./importKind";
import { useRunNow } from "./useRunNow";

/** Milliseconds between two looks at an import that is under way. */
const pollIntervalMs = 2000;

interface EventPanelProps {
  kind: ImportKind;
  id: string;
  onStarted: (eventId: string) => void;
  onClose: () => void;
}

/** One run of an import, while it lasts and afterwards. */
export function EventPanel({ kind, id, onStarted, onClose }: EventPanelProps) {
  const { t } = useTranslation("imports");
  const { t: common } = useTranslation();
  const customerId = useCustomerId();
  const { askAnyway, pending } = useRunNow(kind, onStarted);
  const query = useQuery({
    queryKey: [customerId, kind.events.name, "item", id],
    queryFn: async ({ signal }) =>
      (await itemOf(plain(kind.events), id, signal)) as unknown as EventRow & Record<string, string>,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.success === null ? pollIntervalMs : false),
    meta: { ownErrors: true },
  });
  const event = query.data;
  return (
    <Modal
      title={event ? String(event[kind.configurationName]) : t("tabs.events")}
      width="720px"
      narrow="fullscreen"
      onClose={onClose}
      footer={
        <>
          {event?.asks && (
            <Button
              variant="danger"
              loading={pending}
              onClick={() => askAnyway(String(event[kind.configurationId]))}
            >
              {t("anyway.title")}
            </Button>
          )}
          <Button onClick={onClose}>{common("actions.close")}</Button>
        </>
      }
    >
      <Loaded query={query}>{(row) => <EventFacts kind={kind} event={row} />}</Loaded>
    </Modal>
  );
}

function EventFacts({ kind, event }: { kind: ImportKind; event: EventRow }) {
  const { t } = useTranslation("imports");
  const { t: common } = useTranslation();
  const typeText = useTypeText();
  const { success, asks, message, count, added, updated, removed } = event;
  return (
    <Stack>
      {asks && (
        <Flash kind="warning">
          {t("asks", { count: removed, removed: numberText(removed), read: numberText(count) })}
        </Flash>
      )}
      {success === false && !asks && message && <Flash kind="danger">{message}</Flash>}
      {success && message && <Flash kind="warning">{message}</Flash>}
      <Facts
        label={t("facts")}
        facts={[
          [
            t("fields.result"),
            <span key="result" role="status">
              <EventResult outcome={outcomeOf(event)} />
            </span>,
          ],
          [t("fields.type"), typeText(event.type)],
          [common("fields.customer"), event.customerName],
          [t(`${kind.name}.counted`), numberText(count)],
          [t("fields.added"), success && numberText(added)],
          [t("fields.updated"), success && numberText(updated)],
          [t("fields.removed"), success && numberText(removed)],
          [t("fields.by"), event.requesterName ?? t("byItself")],
          [t("fields.begun"), <DateTime key="begun" value={event.dateCreated} />],
          [t("fields.finished"), event.finished && <DateTime key="finished" value={event.finished} />],
        ]}
      />
    </Stack>
  );
}
