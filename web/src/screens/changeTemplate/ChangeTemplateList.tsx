import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { call } from "#api/client.ts";
import { type DocumentationSort, documentationSorts } from "#domain/documentation/columns.ts";
import {
  countDocumentations,
  type DocumentationListRow,
  listDocumentations,
} from "#domain/endpoints/documentation/list.ts";
import { useDocumentationColumns } from "#features/documentationList/documentationColumns.tsx";
import { Page } from "#ui/layout/Page.tsx";
import { SourceTable } from "#ui/table/SourceTable.tsx";
import type { TableSource } from "#ui/table/tableSource.ts";

const source: TableSource<DocumentationListRow, DocumentationSort> = {
  name: "documentation",
  sortable: documentationSorts,
  sort: "dateCreated",
  order: "desc",
  scope: { showHidden: true },
  rows: async ({ q, ...page }, signal) => {
    const query = { ...page, query: q, showHidden: "true" };
    return (await call(listDocumentations, { query, signal })).items;
  },
  total: async (q, signal) =>
    (await call(countDocumentations, { query: { query: q, showHidden: "true" }, signal })).total,
};

/** /changeTemplate [super admin] (2§2): chooses the documentation to move to another template. */
export default function ChangeTemplateList() {
  const { t } = useTranslation("tools");
  const { t: tCommon } = useTranslation();
  const title = tCommon("routes.changeTemplate");
  const allColumns = useDocumentationColumns();
  const columns = useMemo(
    () =>
      allColumns
        .filter(({ id }) => id !== "exportEvents" && id !== "dateUploaded")
        .map((column) =>
          column.id === "name"
            ? {
                ...column,
                cell: (row: DocumentationListRow) => (
                  <Link to={`/changeTemplate/${row.id}`}>{row.alias ?? row.name}</Link>
                ),
              }
            : column,
        ),
    [allColumns],
  );
  return (
    <Page title={title} lead={t("change.lead")}>
      <SourceTable label={title} source={source} columns={columns} rowKey={({ id }) => id} isInUrl />
    </Page>
  );
}
