import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { call } from "#api/client.ts";
import { useCustomerId } from "#api/session.ts";
import { listLicenseDocumentations } from "#domain/endpoints/configuration/licenseCalls.ts";
import { license } from "#domain/resources/index.ts";
import { QueryContent } from "#ui/feedback/QueryContent.tsx";
import { DateTime } from "#ui/format/DateTime.tsx";
import { CompactTable } from "#ui/layout/CompactTable.tsx";

/** The documentations created with a licence, newest first (3§2). */
export function Documentations({ licenseId: id }: { licenseId: string }) {
  const { t } = useTranslation("demo");
  const { t: tCommon } = useTranslation();
  const { t: tDocumentation } = useTranslation("documentation");
  const customerId = useCustomerId();
  const query = useQuery({
    queryKey: [customerId, license.name, "documentations", id],
    queryFn: ({ signal }) => call(listLicenseDocumentations, { params: { id }, signal }),
    meta: { handlesErrors: true },
  });
  return (
    <QueryContent query={query}>
      {({ items, total }) => (
        <>
          <CompactTable>
            <thead>
              <tr>
                <th scope="col">{tCommon("fields.name")}</th>
                <th scope="col">{t("columns.uploaded")}</th>
                <th scope="col">{tCommon("fields.created")}</th>
                <th scope="col">{t("columns.status")}</th>
              </tr>
            </thead>
            <tbody>
              {items.map((row) => (
                <tr key={row.id}>
                  <td>
                    <Link to={`/documentation/details/${row.id}`}>{row.name}</Link>
                  </td>
                  <td>
                    <DateTime value={row.dateUploaded} />
                  </td>
                  <td>
                    <DateTime value={row.dateCreated} />
                  </td>
                  <td>{tDocumentation(`status.${row.status}`)}</td>
                </tr>
              ))}
            </tbody>
          </CompactTable>
          {total > items.length && <p>{t("olderDocumentations", { count: total - items.length })}</p>}
        </>
      )}
    </QueryContent>
  );
}
