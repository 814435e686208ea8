import { PlusIcon, TagIcon } from "@primer/octicons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { spansCustomers } from "../../../../domain/access/authorities";
import type { ListRow } from "../../../../domain/resource";
import type { documentationAlias, photoAlias } from "../../../../domain/resources";
import { useGrants } from "../../api/session";
import { ActionButton } from "../../kit/ActionButton";
import { DateTime } from "../../kit/DateTime";
import { CustomerField } from "../../kit/form/CustomerField";
import { fieldsOf } from "../../kit/form/fieldsOf";
import { ResourceForm } from "../../kit/form/ResourceForm";
import { RowActions } from "../../kit/form/RowActions";
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
  const [edited, setEdited] = useState<string | null | undefined>(undefined);
  const { Text } = fieldsOf(resource);
  const title = common(kind === "documentation" ? "routes.documentationAlias" : "routes.photoAlias");
  const add = (variant: "primary" | "default") => (
    <ActionButton
      resource={resource}
      action="create"
      icon={PlusIcon}
      variant={variant}
      label={common("actions.add")}
      onClick={() => setEdited(null)}
    />
  );
  return (
    <Page title={title} lead={t(`${kind}.lead`)} actions={add("primary")}>
      <ResourceTable
        resource={resource}
        label={title}
        inAddress
        searchHint={t(`${kind}.searchHint`)}
        columns={useColumns()}
        rowActions={(row) => <RowActions resource={resource} row={row} onEdit={() => setEdited(row.id)} />}
        empty={{ icon: TagIcon, title: t(`${kind}.emptyTitle`), action: add("default") }}
      />
      {edited !== undefined && (
        <ResourceForm
          resource={resource}
          id={edited}
          title={t(edited === null ? `${kind}.add` : `${kind}.edit`)}
          onClose={() => setEdited(undefined)}
        >
          <CustomerField />
          <Text name="name" label={common("fields.name")} />
          <Text name="alias" label={common("fields.alias")} />
        </ResourceForm>
      )}
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
