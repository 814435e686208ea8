import { type Icon, ListUnorderedIcon } from "@primer/octicons-react";
import { IconButton } from "@primer/react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Column, ListRow } from "#domain/contract/resource.ts";
import type { expectedAnswerList, suggestionList } from "#domain/resources/index.ts";
import { ResourceScreen } from "#ui/table/ResourceScreen.tsx";
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
export function useEntryListColumns<
  T extends { name: string; description: string | null; customerName: string },
>() {
  const { t } = useTranslation("lists");
  const { t: tCommon } = useTranslation();
  return [
    ...useCustomerColumn<T>(),
    { id: "name", header: tCommon("fields.name"), isRowHeader: true, cell: (row: T) => row.name },
    {
      id: "description",
      header: t("fields.description"),
      share: 2,
      isOmitted: (row: T) => !row.description,
      cell: (row: T) => row.description || tCommon("state.emptyValue"),
    },
  ] as const;
}

/** The lists of one kind: customer, description, number of rows, and the dialogs that they open. */
export function EntryListScreen<R extends Lists>(props: EntryListScreenProps<R>) {
  const { kind, resource, icon, columns, rowActions, form, entries, children } = props;
  const { t } = useTranslation("lists");
  const { t: tCommon } = useTranslation();
  const [openList, setOpenList] = useState<ListRow<R> | null>(null);
  return (
    <ResourceScreen
      resource={resource}
      includesDetails
      title={tCommon(kind === "suggestion" ? "routes.suggestionList" : "routes.expectedAnswerList")}
      lead={t(`${kind}.lead`)}
      searchHint={t("searchHint")}
      columns={columns}
      icon={icon}
      emptyTitle={t(`${kind}.emptyTitle`)}
      rowActions={(row) => (
        <>
          <IconButton
            icon={ListUnorderedIcon}
            variant="invisible"
            size="small"
            aria-label={t(`${kind}.entriesOf`, { name: row.name })}
            onClick={() => setOpenList(row)}
          />
          {rowActions?.(row)}
        </>
      )}
      actionsWidth={rowActions ? 164 : 108}
      toNamedRow={(row) => row}
      form={form}
    >
      {openList && entries(openList, () => setOpenList(null))}
      {children}
    </ResourceScreen>
  );
}
