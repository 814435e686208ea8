import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import styled from "styled-components";
import { useGrants } from "#api/session.ts";
import { hasAuthority } from "#domain/access/authorities.ts";
import { isExportBlocked } from "#domain/documentation/status.ts";
import type { DocumentationDetails } from "#domain/endpoints/documentation/details.ts";
import { ExportedBy, ExportState } from "#features/delivery/ExportState.tsx";
import { Section } from "#features/documentation/DocumentationSection.tsx";
import { ExportActions } from "#features/export/ExportActions.tsx";
import { useInvalidateExports } from "#features/export/useInvalidateExports.ts";
import { DateTime } from "#ui/format/DateTime.tsx";
import { Stack } from "#ui/layout/boxes.ts";
import { Muted, Note, Strong } from "#ui/layout/typography.ts";

type Event = DocumentationDetails["exportEvents"][number];

/** The documentation's exports with their progress and result. */
export function Exports({ details }: { details: DocumentationDetails }) {
  const { t } = useTranslation("documentation");
  const { t: tExporting } = useTranslation("exporting");
  const canExport = hasAuthority(useGrants(), "ROLE_EXPORT_DOCUMENTATION");
  const { id, exportEvents: events } = details;
  return (
    <Section id="exports" title={t("details.exports")}>
      {events.length === 0 ? (
        <Muted as="p">{t("details.noExports")}</Muted>
      ) : (
        <Stack>
          <List>
            {events.map((event) => (
              <li key={event.id}>
                <Export event={event} details={details} canExport={canExport} />
              </li>
            ))}
          </List>
          {canExport && (
            <div data-touch-link>
              <Link to={`/delivery?documentationId=${id}`}>{tExporting("showAll")}</Link>
            </div>
          )}
        </Stack>
      )}
    </Section>
  );
}

interface ExportProps {
  event: Event;
  details: DocumentationDetails;
  canExport: boolean;
}

function Export({ event, details, canExport }: ExportProps) {
  const invalidate = useInvalidateExports({ kind: "documentation", id: details.id });
  return (
    <Stack $gap={4}>
      <Strong>{event.exportConfigurationName}</Strong>
      <ExportState event={event} />
      <Note as="div">
        <ExportedBy event={event} /> · <DateTime value={event.dateCreated} />
      </Note>
      {canExport && (
        <ExportActions
          event={event}
          documentationName={details.name}
          isExportRefused={isExportBlocked(details.status)}
          onChanged={invalidate}
        />
      )}
    </Stack>
  );
}

const List = styled.ul`
  li {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  li + li {
    margin-top: var(--base-size-12);
    padding-top: var(--base-size-12);
    border-top: 1px solid var(--borderColor-muted);
  }
`;
