import styled from "styled-components";
import { hasPosition } from "#domain/core/fields.ts";
import type { DocumentationDetails } from "#domain/endpoints/documentation/details.ts";
import type { Queue } from "#features/reviewQueue/useQueue.ts";
import { formatDay } from "#ui/format/dates.ts";
import { Position } from "#ui/format/Position.tsx";
import { TruncatedLine } from "#ui/layout/typography.ts";
import { QueueContext } from "../queue/QueueBar.tsx";

/** The context of the photo in large view: the documentation with its template, day and place, and its position in a list. */
export function PhotoContext({ details, queue }: { details: DocumentationDetails; queue: Queue | null }) {
  const { alias, name, templateName, dateCreated, lat, lng } = details;
  return (
    <>
      {queue && <QueueContext queue={queue} />}
      <Line>
        <TruncatedLine as="strong">{alias ?? name}</TruncatedLine>
        <span>{templateName}</span>
        <span>{formatDay(dateCreated)}</span>
        {hasPosition(details) && <Position lat={lat} lng={lng} />}
      </Line>
    </>
  );
}

const Line = styled.span`
  display: flex;
  flex-basis: 100%;
  flex-wrap: wrap;
  gap: 0 var(--base-size-12);
  min-width: 0;
  color: var(--fgColor-muted);
  font-size: var(--text-body-size-small);
  strong {
    max-width: 100%;
    color: var(--fgColor-default);
  }
`;
