import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import styled from "styled-components";
import type { Activity } from "#domain/endpoints/documentation/activity.ts";
import { EventText } from "#features/documentation/EventText.tsx";
import { DateTime } from "#ui/format/DateTime.tsx";
import { Note } from "#ui/layout/typography.ts";

interface ActivityEntryProps {
  activity: Activity;
  /** Filters by the person. */
  onPerson: (person: string) => void;
}

/** An activity: its documentation, what happened, who did it and when. */
export function ActivityEntry({ activity, onPerson }: ActivityEntryProps) {
  const { t } = useTranslation(["activity", "delivery"]);
  const { documentationId, documentationName, person, at, kind, event, comment, delivery } = activity;
  const detailsPath = `/documentation/details/${documentationId}`;
  return (
    <Entry>
      <Link to={comment ? `${detailsPath}?thread=${comment.threadId}` : detailsPath}>
        {documentationName}
      </Link>
      {event && <EventText event={event} />}
      {comment && (
        <div>
          <Occurrence>{t("comment")}</Occurrence>
          <Comment>{comment.text}</Comment>
        </div>
      )}
      {delivery && (
        <Occurrence>
          {t("delivery", { destination: delivery.destination, state: t(`delivery:state.${delivery.state}`) })}
        </Occurrence>
      )}
      <Note as="div">
        {person ? (
          <Person
            type="button"
            aria-label={t("onlyPerson", { name: person })}
            onClick={() => onPerson(person)}
          >
            {person}
          </Person>
        ) : (
          t(kind === "DELIVERY" ? "automatic" : "unknownPerson")
        )}{" "}
        · <DateTime value={at} />
      </Note>
    </Entry>
  );
}

const Entry = styled.li`
  padding: var(--base-size-12) 0;
  border-bottom: 1px solid var(--borderColor-muted);
  overflow-wrap: anywhere;
  > a {
    font-weight: var(--base-text-weight-semibold);
  }
  @media (max-width: 767px) {
    > a {
      display: inline-flex;
      align-items: center;
      min-width: 44px;
      min-height: 44px;
    }
  }
`;

/** Styled like the events of a documentation. */
const Occurrence = styled.div`
  font-weight: var(--base-text-weight-medium);
`;

const Comment = styled.p`
  white-space: pre-line;
`;

const Person = styled.button`
  min-width: 0;
  min-height: 0;
  padding: 0;
  border: 0;
  background: none;
  color: var(--fgColor-accent);
  font: inherit;
  position: relative;
  cursor: pointer;
  /* Takes a touch on 44 px without moving the text beside it. */
  &::after {
    content: "";
    position: absolute;
    inset: -14px -12px;
  }
  &:hover {
    text-decoration: underline;
  }
`;
