import { TagIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import type { ListRow } from "#domain/contract/resource.ts";
import { documentationTagConfiguration } from "#domain/resources/index.ts";
import { CustomerField } from "#features/customer/CustomerField.tsx";
import { PairImport } from "#features/pairImport/PairImport.tsx";
import { tagImport } from "#features/pairImport/pairImports.ts";
import { createFields } from "#ui/form/fieldsOf.ts";
import { ResourceForm } from "#ui/form/ResourceForm.tsx";
import { DateTime } from "#ui/format/DateTime.tsx";
import { ResourceScreen } from "#ui/table/ResourceScreen.tsx";
import { useCustomerColumn } from "#ui/table/useCustomerColumn.ts";

const { Text } = createFields(documentationTagConfiguration);
type TagConfiguration = ListRow<typeof documentationTagConfiguration>;

/** /documentationTagConfiguration (3§2). */
export default function TagConfigurationList() {
  const { t } = useTranslation("configuration");
  const { t: tCommon } = useTranslation();
  return (
    <ResourceScreen
      resource={documentationTagConfiguration}
      title={tCommon("routes.documentationTagConfiguration")}
      lead={t("tag.lead")}
      searchHint={t("tag.searchHint")}
      columns={useColumns()}
      icon={TagIcon}
      emptyTitle={t("tag.emptyTitle")}
      actions={<PairImport kind={tagImport} />}
      toNamedRow={(row) => row}
      form={(form) => (
        <ResourceForm
          resource={documentationTagConfiguration}
          {...form}
          title={t(form.id === null ? "tag.add" : "tag.edit")}
        >
          <CustomerField />
          <Text name="name" label={tCommon("fields.name")} caption={t("tag.nameHint")} />
          <Text name="tag" label={t("fields.tag")} />
        </ResourceForm>
      )}
    />
  );
}

function useColumns() {
  const { t } = useTranslation("configuration");
  const { t: tCommon } = useTranslation();
  return [
    {
      id: "name",
      header: tCommon("fields.name"),
      isRowHeader: true,
      cell: (row: TagConfiguration) => row.name,
    },
    { id: "tag", header: t("fields.tag"), cell: (row: TagConfiguration) => row.tag },
    ...useCustomerColumn<TagConfiguration>(),
    {
      id: "dateCreated",
      header: tCommon("fields.created"),
      width: "160px",
      cell: (row: TagConfiguration) => <DateTime value={row.dateCreated} />,
    },
  ] as const;
}
