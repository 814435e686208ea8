import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { z } from "zod";
import { type DocumentationStatus, documentationStatuses } from "../../../../domain/documentation";
import type { documentationEvent } from "../../../../domain/endpoints/documentation";
import { DateTime } from "../../kit/DateTime";
import { LoadFailed } from "../../kit/LoadFailed";
import { Loading } from "../../kit/Loading";
import { Section } from "./Section";
import { useEvents } from "./useDocumentation";

type Event = z.output<typeof documentationEvent>;

/** What happened to the documentation, newest first. */
export function Events({ id, status }: { id: string; status: DocumentationStatus }) {
  const { t } = useTranslation("documentation");
  const events = useEvents(id, status);
  return (
    <Section id="events" title={t("details.events")}>
      {events.error && !events.data ? (
        <LoadFailed failure={events.error} onRetry={() => events.refetch()} />
      ) : !events.data ? (
        <Loading />
      ) : events.data.length === 0 ? (
        <Quiet>{t("details.noEvents")}</Quiet>
      ) : (
        <Line>
          {events.data.map((event) => (
            <li key={event.id}>
              <What>
                <EventText event={event} />
              </What>
              <Who>
                {event.creator} · <DateTime value={event.eventDate} />
              </Who>
            </li>
          ))}
        </Line>
      )}
    </Section>
  );
}

function EventText({ event }: { event: Event }) {
  const { t } = useTranslation("documentation");
  const status = documentationStatuses.find((one) => one === event.params.status);
  if (event.type === "STATUS_CHANGED" && status)
    return t("statusChangedTo", { status: t(`status.${status}`) });
  return t(`eventType.${event.type}`);
}

export const Quiet = styled.p`
  color: var(--fgColor-muted);
`;

const Line = styled.ol`
  li {
    position: relative;
    padding: 0 0 var(--base-size-16) var(--base-size-24);
  }
  li::before {
    content: "";
    position: absolute;
    top: 6px;
    left: 4px;
    width: 9px;
    height: 9px;
    border: 2px solid var(--borderColor-emphasis);
    border-radius: 50%;
    background: var(--bgColor-default);
  }
  li:not(:last-child)::after {
    content: "";
    position: absolute;
    top: 18px;
    bottom: -3px;
    left: 8px;
    width: 1px;
    background: var(--borderColor-default);
  }
`;

const What = styled.div`
  font-weight: var(--base-text-weight-medium);
`;

const Who = styled.div`
  color: var(--fgColor-muted);
  font-size: var(--text-body-size-small);
`;
