import { GearIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import { predefinedKeys, predefinedTypes } from "#domain/configuration/types.ts";
import type { ListRow } from "#domain/contract/resource.ts";
import { isOneOf } from "#domain/core/objects.ts";
import { predefinedConfiguration } from "#domain/resources/index.ts";
import { CustomerField } from "#features/customer/CustomerField.tsx";
import { TypedParams } from "#features/typedConfiguration/TypedParams.tsx";
import { TypeField } from "#features/typedConfiguration/TypeField.tsx";
import { useTypeText } from "#features/typedConfiguration/typedTexts.ts";
import { getInitialTypedValues, validateTypedValues } from "#features/typedConfiguration/typedValues.ts";
import { Pair } from "#ui/form/FormSection.tsx";
import { createFields } from "#ui/form/fieldsOf.ts";
import { ResourceForm } from "#ui/form/ResourceForm.tsx";
import { Muted } from "#ui/layout/typography.ts";
import { ResourceScreen } from "#ui/table/ResourceScreen.tsx";
import { useCustomerColumn } from "#ui/table/useCustomerColumn.ts";
import { ParamsText } from "./ParamsText.tsx";

const { Text } = createFields(predefinedConfiguration);
type PredefinedConfiguration = ListRow<typeof predefinedConfiguration>;

const initialValues = { type: "NEXT", ...getInitialTypedValues(predefinedKeys.NEXT) } as const;

/** /predefinedConfiguration (3§2). */
export default function PredefinedConfigurationList() {
  const { t } = useTranslation("configuration");
  const { t: tCommon } = useTranslation();
  return (
    <ResourceScreen
      resource={predefinedConfiguration}
      title={tCommon("routes.predefinedConfiguration")}
      lead={t("predefined.lead")}
      searchHint={t("searchHint")}
      columns={useColumns()}
      icon={GearIcon}
      emptyTitle={t("predefined.emptyTitle")}
      toNamedRow={(row) => row}
      form={(form) => (
        <ResourceForm
          resource={predefinedConfiguration}
          {...form}
          initial={initialValues}
          title={t(form.id === null ? "predefined.add" : "predefined.edit")}
          rules={validateTypedValues(predefinedKeys)}
        >
          <CustomerField />
          <Pair>
            <Text name="name" label={tCommon("fields.name")} />
            <TypeField keysByType={predefinedKeys} />
          </Pair>
          <TypedParams
            keysByType={predefinedKeys}
            hintOf={(key) =>
              key === "path" ? t("predefined.pathHint") : key === "scope" ? t("hints.scope") : undefined
            }
            noteOf={(type) =>
              isOneOf(predefinedTypes, type) && <Muted as="p">{t(`predefined.notes.${type}`)}</Muted>
            }
          />
        </ResourceForm>
      )}
    />
  );
}

function useColumns() {
  const { t } = useTranslation("configuration");
  const { t: tCommon } = useTranslation();
  const typeText = useTypeText();
  return [
    {
      id: "name",
      header: tCommon("fields.name"),
      isRowHeader: true,
      cell: (row: PredefinedConfiguration) => row.name,
    },
    ...useCustomerColumn<PredefinedConfiguration>(),
    { id: "type", header: t("fields.type"), cell: (row: PredefinedConfiguration) => typeText(row.type) },
    {
      id: "params",
      header: t("fields.params"),
      share: 3,
      cell: (row: PredefinedConfiguration) => <ParamsText {...row} />,
    },
  ] as const;
}
