import { TagIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import type { ListRow } from "../../../../domain/resource";
import { documentationTagConfiguration } from "../../../../domain/resources";
import { DateTime } from "../../kit/DateTime";
import { CustomerField } from "../../kit/form/CustomerField";
import { fieldsOf } from "../../kit/form/fieldsOf";
import { ResourceForm } from "../../kit/form/ResourceForm";
import { useRowForm } from "../../kit/form/useRowForm";
import { Page } from "../../kit/Page";
import { ResourceTable } from "../../kit/table/ResourceTable";
import { useCustomerColumn } from "../../kit/table/useCustomerColumn";
import { PairImport } from "../pairImport/PairImport";
import { tagImport } from "../pairImport/pairImports";

const { Text } = fieldsOf(documentationTagConfiguration);
type TagConfiguration = ListRow<typeof documentationTagConfiguration>;

/** /documentationTagConfiguration (3§2). */
export default function TagConfigurationList() {
  const { t } = useTranslation("configuration");
  const { t: common } = useTranslation();
  const rows = useRowForm(documentationTagConfiguration);
  const title = common("routes.documentationTagConfiguration");
  return (
    <Page
      title={title}
      lead={t("tag.lead")}
      actions={
        <>
          <PairImport kind={tagImport} />
          {rows.add()}
        </>
      }
    >
      <ResourceTable
        resource={documentationTagConfiguration}
        label={title}
        inAddress
        searchHint={t("tag.searchHint")}
        columns={useColumns()}
        rowActions={rows.actions}
        empty={{ icon: TagIcon, title: t("tag.emptyTitle"), action: rows.add("default") }}
      />
      {rows.form((form) => (
        <ResourceForm
          resource={documentationTagConfiguration}
          {...form}
          title={t(form.id === null ? "tag.add" : "tag.edit")}
        >
          <CustomerField />
          <Text name="name" label={common("fields.name")} caption={t("tag.nameHint")} />
          <Text name="tag" label={t("fields.tag")} />
        </ResourceForm>
      ))}
    </Page>
  );
}

function useColumns() {
  const { t } = useTranslation("configuration");
  const { t: common } = useTranslation();
  return [
    { id: "name", header: common("fields.name"), heads: true, cell: (row: TagConfiguration) => row.name },
    { id: "tag", header: t("fields.tag"), cell: (row: TagConfiguration) => row.tag },
    ...useCustomerColumn<TagConfiguration>(),
    {
      id: "dateCreated",
      header: common("fields.created"),
      width: "160px",
      cell: (row: TagConfiguration) => <DateTime value={row.dateCreated} />,
    },
  ] as const;
}
