import { type Icon, ListUnorderedIcon } from "@primer/octicons-react";
import { IconButton } from "@primer/react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Column, ListRow } from "#domain/contract/resource.ts";
import type { expectedAnswerList, suggestionList } from "#domain/resources/index.ts";
import { useRowForm } from "#ui/form/useRowForm.tsx";
import { Page } from "#ui/layout/Page.tsx";
import { ResourceTable } from "#ui/table/ResourceTable.tsx";
import type { TableColumn } from "#ui/table/TableColumn.ts";
import { useCustomerColumn } from "#ui/table/useCustomerColumn.ts";

type Lists = typeof suggestionList | typeof expectedAnswerList;

interface EntryListScreenProps<R extends Lists> {
  kind: "suggestion" | "expectedAnswer";
  resource: R;
  icon: Icon;
  columns: readonly TableColumn<ListRow<R>, Column<R>>[];
  rowActions?: (row: ListRow<R>) => ReactNode;
  form: (form: { id: string | null; onClose: () => void }) => ReactNode;
  entries: (row: ListRow<R>, onClose: () => void) => ReactNode;
  children?: ReactNode;
}

/** The columns that both kinds of lists begin with. */
export function useListColumns<
  T extends { name: string; description: string | null; customerName: string },
>() {
  const { t } = useTranslation("lists");
  const { t: common } = useTranslation();
  return [
    ...useCustomerColumn<T>(),
    { id: "name", header: common("fields.name"), heads: true, cell: (row: T) => row.name },
    {
      id: "description",
      header: t("fields.description"),
      share: 2,
      omitted: (row: T) => !row.description,
      cell: (row: T) => row.description || common("state.none"),
    },
  ] as const;
}

/** The lists of one kind: customer, description, number of rows, and the dialogs that they open. */
export function EntryListScreen<R extends Lists>(props: EntryListScreenProps<R>) {
  const { kind, resource, icon, columns, rowActions, form, entries, children } = props;
  const { t } = useTranslation("lists");
  const { t: common } = useTranslation();
  const rows = useRowForm(resource);
  const [openList, setOpened] = useState<ListRow<R> | null>(null);
  const title = common(kind === "suggestion" ? "routes.suggestionList" : "routes.expectedAnswerList");
  return (
    <Page title={title} lead={t(`${kind}.lead`)} actions={rows.add()}>
      <ResourceTable
        resource={resource}
        details
        label={title}
        inAddress
        searchHint={t("searchHint")}
        columns={columns}
        actionsWidth={rowActions ? 164 : 108}
        rowActions={(row) => (
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
        )}
        empty={{ icon, title: t(`${kind}.emptyTitle`), action: rows.add("default") }}
      />
      {rows.form(form)}
      {openList && entries(openList, () => setOpened(null))}
      {children}
    </Page>
  );
}
