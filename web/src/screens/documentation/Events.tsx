import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { DocumentationStatus } from "../../../../domain/documentation";
import { DateTime } from "../../kit/DateTime";
import { LoadError } from "../../kit/LoadFailed";
import { Loading } from "../../kit/Loading";
import { Muted, Note } from "../../kit/text";
import { EventText } from "./EventText";
import { Section } from "./Section";
import { useEvents } from "./useDocumentation";

/** The documentation's events, newest first. */
export function Events({ id, status }: { id: string; status: DocumentationStatus }) {
  const { t } = useTranslation("documentation");
  const events = useEvents(id, status);
  return (
    <Section id="events" title={t("details.events")}>
      {events.error && !events.data ? (
        <LoadError failure={events.error} onRetry={() => events.refetch()} />
      ) : !events.data ? (
        <Loading />
      ) : events.data.length === 0 ? (
        <Muted as="p">{t("details.noEvents")}</Muted>
      ) : (
        <Line>
          {events.data.map((event) => (
            <li key={event.id}>
              <EventText event={event} />
              <Note as="div">
                {event.creator} · <DateTime value={event.eventDate} />
              </Note>
            </li>
          ))}
        </Line>
      )}
    </Section>
  );
}

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
