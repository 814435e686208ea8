import { GearIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import type { ListRow } from "../../../../domain/resource";
import { predefinedConfiguration } from "../../../../domain/resources";
import { type PredefinedType, predefinedKeys } from "../../../../domain/rules/configurationTypes";
import { CustomerField } from "../../kit/form/CustomerField";
import { fieldsOf } from "../../kit/form/fieldsOf";
import { ResourceForm } from "../../kit/form/ResourceForm";
import { Pair } from "../../kit/form/Section";
import { useRowForm } from "../../kit/form/useRowForm";
import { Page } from "../../kit/Page";
import { ResourceTable } from "../../kit/table/ResourceTable";
import { useCustomerColumn } from "../../kit/table/useCustomerColumn";
import { Muted } from "../../kit/text";
import { TypedParams } from "../typedConfiguration/TypedParams";
import { TypeField } from "../typedConfiguration/TypeField";
import { useTypeText } from "../typedConfiguration/texts";
import { initialTypedValues, validateTyped } from "../typedConfiguration/typed";
import { ParamsText } from "./ParamsText";

const { Text } = fieldsOf(predefinedConfiguration);
type PredefinedConfiguration = ListRow<typeof predefinedConfiguration>;

const initial = { type: "NEXT", ...initialTypedValues(predefinedKeys.NEXT) } as const;

/** /predefinedConfiguration (3§2). */
export default function PredefinedConfigurationList() {
  const { t } = useTranslation("configuration");
  const { t: common } = useTranslation();
  const rows = useRowForm(predefinedConfiguration);
  const title = common("routes.predefinedConfiguration");
  return (
    <Page title={title} lead={t("predefined.lead")} actions={rows.add()}>
      <ResourceTable
        resource={predefinedConfiguration}
        label={title}
        inAddress
        searchHint={t("searchHint")}
        columns={useColumns()}
        rowActions={rows.actions}
        empty={{ icon: GearIcon, title: t("predefined.emptyTitle"), action: rows.add("default") }}
      />
      {rows.form((form) => (
        <ResourceForm
          resource={predefinedConfiguration}
          {...form}
          initial={initial}
          title={t(form.id === null ? "predefined.add" : "predefined.edit")}
          rules={validateTyped(predefinedKeys)}
        >
          <CustomerField />
          <Pair>
            <Text name="name" label={common("fields.name")} />
            <TypeField keysOf={predefinedKeys} />
          </Pair>
          <TypedParams
            keysOf={predefinedKeys}
            hintOf={(key) =>
              key === "path" ? t("predefined.pathHint") : key === "scope" ? t("hints.scope") : undefined
            }
            noteOf={(type) => <Muted as="p">{t(`predefined.notes.${type as PredefinedType}`)}</Muted>}
          />
        </ResourceForm>
      ))}
    </Page>
  );
}

function useColumns() {
  const { t } = useTranslation("configuration");
  const { t: common } = useTranslation();
  const typeText = useTypeText();
  return [
    {
      id: "name",
      header: common("fields.name"),
      heads: true,
      cell: (row: PredefinedConfiguration) => row.name,
    },
    ...useCustomerColumn<PredefinedConfiguration>(),
    { id: "type", header: t("fields.type"), cell: (row: PredefinedConfiguration) => typeText(row.type) },
    {
      id: "params",
      header: t("fields.params"),
      cell: (row: PredefinedConfiguration) => <ParamsText {...row} />,
    },
  ] as const;
}
