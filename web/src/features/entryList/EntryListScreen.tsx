import { type Icon, ListUnorderedIcon } from "@primer/octicons-react";
import { IconButton } from "@primer/react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useGrants } from "#api/session.ts";
import { spansCustomers } from "#domain/access/authorities.ts";
import type { expectedAnswerList, suggestionList } from "#domain/resources/index.ts";
import { useRowForm } from "#ui/form/useRowForm.tsx";
import { formatNumber } from "#ui/format/numbers.ts";
import { Page } from "#ui/layout/Page.tsx";
import { ResourceTable } from "#ui/table/ResourceTable.tsx";

type Lists = typeof suggestionList | typeof expectedAnswerList;

/** The fields that rows of both kinds of lists have. */
interface ListedRow {
  id: string;
  name: string;
  version: number;
}

interface EntryListScreenProps<R extends Lists, Row extends ListedRow> {
  kind: "suggestion" | "expectedAnswer";
  resource: R;
  icon: Icon;
  /** Shown between the description and the number of rows. */
  columns?: readonly { id: "type"; header: string; cell: (row: Row) => ReactNode }[];
  countOf: (row: Row) => number;
  countId: "suggestionCount" | "answerCount";
  rowActions?: (row: Row) => ReactNode;
  form: (form: { id: string | null; onClose: () => void }) => ReactNode;
  entries: (row: Row, onClose: () => void) => ReactNode;
  children?: ReactNode;
}

/** The lists of one kind: customer, description, number of rows, and the dialogs that they open. */
export function EntryListScreen<R extends Lists, Row extends ListedRow>(props: EntryListScreenProps<R, Row>) {
  const { kind, resource, icon, columns = [], countOf, countId, rowActions, form, entries, children } = props;
  const { t } = useTranslation("lists");
  const { t: common } = useTranslation();
  const seesCustomers = spansCustomers(useGrants());
  const rows = useRowForm(resource);
  const [opened, setOpened] = useState<Row | null>(null);
  const title = common(kind === "suggestion" ? "routes.suggestionList" : "routes.expectedAnswerList");
  const allColumns = [
    ...(seesCustomers
      ? [
          {
            id: "customerName",
            header: common("fields.customer"),
            cell: (row: Row & { customerName: string }) => row.customerName,
          },
        ]
      : []),
    { id: "name", header: common("fields.name"), heads: true, cell: (row: Row) => row.name },
    {
      id: "description",
      header: t("fields.description"),
      omitted: (row: Row & { description: string | null }) => !row.description,
      cell: (row: Row & { description: string | null }) => row.description || common("state.none"),
    },
    ...columns,
    {
      id: countId,
      header: t(`${kind}.entries`),
      align: "end",
      cell: (row: Row) => formatNumber(countOf(row)),
    },
  ];
  return (
    <Page title={title} lead={t(`${kind}.lead`)} actions={rows.add()}>
      <ResourceTable
        resource={resource}
        details
        label={title}
        inAddress
        searchHint={t("searchHint")}
        // Both contracts have these columns; the compiler cannot follow the union of them.
        columns={allColumns as never}
        rowActions={(listed) => {
          const row = listed as unknown as Row;
          return (
            <>
              <IconButton
                icon={ListUnorderedIcon}
                variant="invisible"
                size="small"
                aria-label={t(`${kind}.entriesOf`, { name: row.name })}
                onClick={() => setOpened(row)}
              />
              {rowActions?.(row)}
              {rows.actions(row)}
            </>
          );
        }}
        empty={{ icon, title: t(`${kind}.emptyTitle`), action: rows.add("default") }}
      />
      {rows.form(form)}
      {opened && entries(opened, () => setOpened(null))}
      {children}
    </Page>
  );
}
