import { CheckCircleFillIcon, ClockIcon, XCircleFillIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { ExportMark } from "../../../../domain/endpoints/exportEvent";
import { dateTimeText } from "../dates";
import { Spoken } from "../text";

/** Destinations something was exported to: the newest event of each. What did not succeed says so in words as well. */
export function ExportedTo({ events }: { events: readonly ExportMark[] }) {
  const { t } = useTranslation("documentation");
  return (
    <List>
      {newestOfEach(events).map(({ id, exportConfigurationName: name, dateCreated, success }) => {
        const date = dateTimeText(dateCreated);
        const text = success === null ? "exportRunning" : success ? "exportedAt" : "exportFailed";
        const full = t(text, { name, date });
        return (
          <li key={id} title={full}>
            {success === null ? (
              <ClockIcon size={12} fill="var(--fgColor-attention)" />
            ) : success ? (
              <CheckCircleFillIcon size={12} fill="var(--fgColor-success)" />
            ) : (
              <XCircleFillIcon size={12} fill="var(--fgColor-danger)" />
            )}
            <span aria-hidden="true">
              {success === null
                ? t("exportRunningShort", { name })
                : success
                  ? name
                  : t("exportFailedShort", { name })}
            </span>
            <Spoken>{full}</Spoken>
          </li>
        );
      })}
    </List>
  );
}

function newestOfEach(events: readonly ExportMark[]): ExportMark[] {
  const seen = new Set<string>();
  return events.filter(({ exportConfigurationName: name }) => !seen.has(name) && seen.add(name));
}

const List = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: 0 var(--base-size-12);
  li {
    display: inline-flex;
    align-items: center;
    gap: var(--base-size-4);
    min-width: 0;
    overflow-wrap: anywhere;
  }
  svg {
    flex: none;
  }
`;
