import { CheckCircleFillIcon, CircleSlashIcon, ClockIcon, XCircleFillIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { ExportSummary } from "#domain/endpoints/shared/exportEvents.ts";
import { formatDateTime } from "#ui/format/dates.ts";
import { VisuallyHidden } from "#ui/layout/typography.ts";

/** The destinations of exports, each with its latest event. Any state but success is also written out. */
export function ExportedTo({ events }: { events: readonly ExportSummary[] }) {
  const { t } = useTranslation("documentation");
  return (
    <List>
      {selectLatestEvents(events).map((event) => {
        const { icon: Icon, colour, text, short } = stateStyles[stateOf(event)];
        const name = event.exportConfigurationName;
        const fullText = t(text, { name, date: formatDateTime(event.dateCreated) });
        return (
          <li key={event.id} title={fullText}>
            <Icon size={12} fill={`var(--fgColor-${colour})`} />
            <span aria-hidden="true">{short ? t(short, { name }) : name}</span>
            <VisuallyHidden>{fullText}</VisuallyHidden>
          </li>
        );
      })}
    </List>
  );
}

const stateStyles = {
  done: { icon: CheckCircleFillIcon, colour: "success", text: "exportedAt", short: null },
  open: { icon: ClockIcon, colour: "attention", text: "exportRunning", short: "exportRunningShort" },
  failed: { icon: XCircleFillIcon, colour: "danger", text: "exportFailed", short: "exportFailedShort" },
  stopped: { icon: CircleSlashIcon, colour: "muted", text: "exportCancelled", short: "exportCancelledShort" },
} as const;

const stateOf = ({ success, cancelled }: ExportSummary): keyof typeof stateStyles =>
  cancelled ? "stopped" : success === null ? "open" : success ? "done" : "failed";

function selectLatestEvents(events: readonly ExportSummary[]): ExportSummary[] {
  const seenNames = new Set<string>();
  return events.filter(({ exportConfigurationName: name }) => !seenNames.has(name) && seenNames.add(name));
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
