import { TagIcon } from "@primer/octicons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ListRow } from "#domain/contract/resource.ts";
import type { documentationAlias, photoAlias } from "#domain/resources/index.ts";
import { CustomerField } from "#features/customer/CustomerField.tsx";
import { createFields } from "#ui/form/fieldsOf.ts";
import { ResourceForm } from "#ui/form/ResourceForm.tsx";
import { DateTime } from "#ui/format/DateTime.tsx";
import { ResourceScreen } from "#ui/table/ResourceScreen.tsx";
import { useCustomerColumn } from "#ui/table/useCustomerColumn.ts";

/** Both kinds of alias have a name and the text shown in its place (3§3). */
type AliasResource = typeof documentationAlias | typeof photoAlias;
type Alias = ListRow<AliasResource>;

interface AliasListProps {
  resource: AliasResource;
  kind: "documentation" | "photo";
  /** Additional buttons that create aliases. */
  actions?: ReactNode;
}

export function AliasList({ resource, kind, actions }: AliasListProps) {
  const { t } = useTranslation("alias");
  const { t: tCommon } = useTranslation();
  const { Text } = createFields(resource);
  return (
    <ResourceScreen
      resource={resource}
      title={tCommon(kind === "documentation" ? "routes.documentationAlias" : "routes.photoAlias")}
      lead={t(`${kind}.lead`)}
      searchHint={t(`${kind}.searchHint`)}
      columns={useColumns()}
      icon={TagIcon}
      emptyTitle={t(`${kind}.emptyTitle`)}
      actions={actions}
      toNamedRow={(row) => row}
      form={(form) => (
        <ResourceForm
          resource={resource}
          {...form}
          title={t(form.id === null ? `${kind}.add` : `${kind}.edit`)}
        >
          <CustomerField />
          <Text name="name" label={tCommon("fields.name")} />
          <Text name="alias" label={tCommon("fields.alias")} />
        </ResourceForm>
      )}
    />
  );
}

function useColumns() {
  const { t } = useTranslation();
  return [
    { id: "name", header: t("fields.name"), isRowHeader: true, cell: (row: Alias) => row.name },
    { id: "alias", header: t("fields.alias"), cell: (row: Alias) => row.alias },
    ...useCustomerColumn<Alias>(),
    {
      id: "dateCreated",
      header: t("fields.created"),
      width: "160px",
      cell: (row: Alias) => <DateTime value={row.dateCreated} />,
    },
  ] as const;
}
