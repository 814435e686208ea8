import { TagIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import { spansCustomers } from "../../../../domain/access/authorities";
import type { ListRow } from "../../../../domain/resource";
import type { documentationAlias, photoAlias } from "../../../../domain/resources";
import { useGrants } from "../../api/session";
import { DateTime } from "../../kit/DateTime";
import { CustomerField } from "../../kit/form/CustomerField";
import { fieldsOf } from "../../kit/form/fieldsOf";
import { ResourceForm } from "../../kit/form/ResourceForm";
import { useRowForm } from "../../kit/form/useRowForm";
import { Page } from "../../kit/Page";
import { ResourceTable } from "../../kit/table/ResourceTable";

/** Both kinds of alias are a name and what is shown in its place (3§3). */
type AliasResource = typeof documentationAlias | typeof photoAlias;
type Alias = ListRow<AliasResource>;

interface AliasListProps {
  resource: AliasResource;
  kind: "documentation" | "photo";
}

export function AliasList({ resource, kind }: AliasListProps) {
  const { t } = useTranslation("alias");
  const { t: common } = useTranslation();
  const rows = useRowForm(resource);
  const { Text } = fieldsOf(resource);
  const title = common(kind === "documentation" ? "routes.documentationAlias" : "routes.photoAlias");
  return (
    <Page title={title} lead={t(`${kind}.lead`)} actions={rows.add()}>
      <ResourceTable
        resource={resource}
        label={title}
        inAddress
        searchHint={t(`${kind}.searchHint`)}
        columns={useColumns()}
        rowActions={rows.actions}
        empty={{ icon: TagIcon, title: t(`${kind}.emptyTitle`), action: rows.add("default") }}
      />
      {rows.form((form) => (
        <ResourceForm
          resource={resource}
          {...form}
          title={t(form.id === null ? `${kind}.add` : `${kind}.edit`)}
        >
          <CustomerField />
          <Text name="name" label={common("fields.name")} />
          <Text name="alias" label={common("fields.alias")} />
        </ResourceForm>
      ))}
    </Page>
  );
}

function useColumns() {
  const { t } = useTranslation();
  const all = spansCustomers(useGrants());
  return [
    { id: "name", header: t("fields.name"), heads: true, cell: (row: Alias) => row.name },
    { id: "alias", header: t("fields.alias"), cell: (row: Alias) => row.alias },
    ...(all
      ? [
          {
            id: "customerName",
            header: t("fields.customer"),
            cell: (row: Alias) => row.customerName,
          } as const,
        ]
      : []),
    {
      id: "dateCreated",
      header: t("fields.created"),
      width: "160px",
      cell: (row: Alias) => <DateTime value={row.dateCreated} />,
    },
  ] as const;
}
