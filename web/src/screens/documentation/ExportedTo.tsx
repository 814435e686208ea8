import { CheckCircleFillIcon, DotFillIcon, XCircleFillIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { DocumentationListRow } from "../../../../domain/endpoints/documentationList";
import { dateTimeText } from "../../kit/dates";
import { Spoken } from "../../kit/text";

type ExportEvents = DocumentationListRow["exportEvents"];

/** Destinations of a documentation: the newest event of each, with its result. */
export function ExportedTo({ events }: { events: ExportEvents }) {
  const { t } = useTranslation("documentation");
  return (
    <List>
      {newestOfEach(events).map((event) => {
        const date = dateTimeText(event.dateCreated);
        const name = event.exportConfigurationName;
        const text =
          event.success === false
            ? t("exportFailed", { name, date })
            : event.success === null
              ? t("exportRunning", { name, date })
              : t("exportedAt", { name, date });
        return (
          <li key={name} title={text}>
            <Sign success={event.success} />
            <span aria-hidden="true">{name}</span>
            <Spoken>{text}</Spoken>
          </li>
        );
      })}
    </List>
  );
}

function newestOfEach(events: ExportEvents): ExportEvents {
  const seen = new Set<string>();
  return events.filter(({ exportConfigurationName: name }) => !seen.has(name) && seen.add(name));
}

function Sign({ success }: { success: boolean | null }) {
  if (success === null) return <DotFillIcon fill="var(--fgColor-attention)" />;
  return success ? (
    <CheckCircleFillIcon size={12} fill="var(--fgColor-success)" />
  ) : (
    <XCircleFillIcon size={12} fill="var(--fgColor-danger)" />
  );
}

const List = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: 0 var(--base-size-12);
  li {
    display: inline-flex;
    align-items: center;
    gap: var(--base-size-4);
  }
`;
