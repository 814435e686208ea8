import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { call } from "#api/client.ts";
import { useCustomerId, useGrants } from "#api/session.ts";
import { hasAuthority } from "#domain/access/authorities.ts";
import {
  type DocumentationGroupRow,
  findExportEventsByDocumentationName,
} from "#domain/endpoints/documentation/groups.ts";
import { ExportedBy, ExportState, isExportRunning } from "#features/delivery/ExportState.tsx";
import { Section } from "#features/documentation/DocumentationSection.tsx";
import { ExportActions } from "#features/export/ExportActions.tsx";
import { exportPollIntervalMs } from "#features/export/exportPolling.ts";
import { useInvalidateExports } from "#features/export/useInvalidateExports.ts";
import { QueryContent } from "#ui/feedback/QueryContent.tsx";
import { DateTime } from "#ui/format/DateTime.tsx";
import { Scroller } from "#ui/layout/boxes.ts";
import { CompactTable } from "#ui/layout/CompactTable.tsx";
import { Muted } from "#ui/layout/typography.ts";

/** Exports of the group's documentations with their results, newest first. */
export function ExportHistory({ group: { customerId, name } }: { group: DocumentationGroupRow }) {
  const { t } = useTranslation("comparison");
  const sessionCustomerId = useCustomerId();
  const canExport = hasAuthority(useGrants(), "ROLE_EXPORT_DOCUMENTATION");
  const invalidate = useInvalidateExports({ kind: "comparison" });
  const events = useQuery({
    queryKey: [sessionCustomerId, "documentationGroup", "exports", customerId, name],
    queryFn: async ({ signal }) =>
      (await call(findExportEventsByDocumentationName, { params: { name }, query: { customerId }, signal }))
        .items,
    refetchInterval: ({ state }) => (state.data?.some(isExportRunning) ? exportPollIntervalMs : false),
  });
  return (
    <Section id="exports" title={t("history")}>
      <QueryContent query={events}>
        {(items) =>
          items.length === 0 ? (
            <Muted as="p">{t("noHistory")}</Muted>
          ) : (
            <Scroller>
              <CompactTable aria-labelledby="exports">
                <thead>
                  <tr>
                    {(["date", "template", "destination", "user", "result"] as const).map((column) => (
                      <th key={column} scope="col">
                        {t(`historyColumns.${column}`)}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {items.map((event) => (
                    <tr key={event.id}>
                      <td>
                        <Link to={`/documentation/details/${event.documentation}`}>
                          <DateTime value={event.dateCreated} />
                        </Link>
                      </td>
                      <td>{event.templateName}</td>
                      <td>{event.exportConfigurationName}</td>
                      <td>
                        <ExportedBy event={event} />
                      </td>
                      <td>
                        <ExportState event={event} />
                        {canExport && (
                          <ExportActions event={event} documentationName={name} onChanged={invalidate} />
                        )}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </CompactTable>
            </Scroller>
          )
        }
      </QueryContent>
    </Section>
  );
}
