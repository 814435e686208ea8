import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import styled from "styled-components";
import type { DocumentationStatus } from "#domain/core/documentationTypes.ts";
import { Section } from "#features/documentation/DocumentationSection.tsx";
import { EventText } from "#features/documentation/EventText.tsx";
import { useEvents } from "#features/documentation/useDocumentation.ts";
import { LoadError } from "#ui/feedback/LoadError.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";
import { DateTime } from "#ui/format/DateTime.tsx";
import { Muted, Note } from "#ui/layout/typography.ts";

/** The documentation's events, newest first. */
export function Events({ id, status }: { id: string; status: DocumentationStatus }) {
  const { t } = useTranslation("documentation");
  const events = useEvents(id, status);
  /** Who caused an event. For an event through a link, only the link's creator is known. */
  const actorOf = ({ creator, params: { link } }: { creator: string; params: Record<string, string> }) =>
    creator || (link ? t("details.receivedByLinkOf", { linkCreator: link }) : t("details.receivedByLink"));
  return (
    <Section
      id="events"
      title={t("details.events")}
      actions={<Link to={`/activity?documentationId=${id}`}>{t("details.activity")}</Link>}
    >
      {events.error && !events.data ? (
        <LoadError failure={events.error} onRetry={() => events.refetch()} />
      ) : !events.data ? (
        <Loading />
      ) : events.data.length === 0 ? (
        <Muted as="p">{t("details.noEvents")}</Muted>
      ) : (
        <Timeline>
          {events.data.map((event) => (
            <li key={event.id}>
              <EventText event={event} />
              <Note as="div">
                {actorOf(event)} · <DateTime value={event.eventDate} />
              </Note>
            </li>
          ))}
        </Timeline>
      )}
    </Section>
  );
}

const Timeline = styled.ol`
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
