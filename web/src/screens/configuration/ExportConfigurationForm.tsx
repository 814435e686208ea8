import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Creation, Row } from "../../../../domain/resource";
import { exportConfiguration } from "../../../../domain/resources";
import {
  defaultExportConfigurationType,
  exportConfigurationKeys,
} from "../../../../domain/rules/configurationTypes";
import { type Copied, CopyFrom } from "../../kit/form/CopyFrom";
import { CustomerField } from "../../kit/form/CustomerField";
import { fieldsOf } from "../../kit/form/fieldsOf";
import { ResourceForm } from "../../kit/form/ResourceForm";
import { Pair } from "../../kit/form/Section";
import { TypedParams } from "../typedConfiguration/TypedParams";
import { TypeField } from "../typedConfiguration/TypeField";
import { beginAs, typedRules } from "../typedConfiguration/typed";
import { UserParamsField } from "./UserParamsField";

const { Text } = fieldsOf(exportConfiguration);

const usual: Partial<Creation<typeof exportConfiguration>> = {
  type: defaultExportConfigurationType,
  ...beginAs(exportConfigurationKeys[defaultExportConfigurationType]),
};

/** The fields a copy takes over: all but secrets, which are never read, and the ids of user parameters. */
const copyOf = ({ customerId, name, type, params, userParams }: Row<typeof exportConfiguration>) => ({
  customerId,
  name: `${name} - Kopia`,
  type,
  params,
  userParams: userParams.map(({ name, required }) => ({ name, required })),
});

export function ExportConfigurationForm({ id, onClose }: { id: string | null; onClose: () => void }) {
  const { t } = useTranslation("configuration");
  const { t: common } = useTranslation();
  const [copied, setCopied] = useState<Copied<typeof exportConfiguration> | null>(null);
  return (
    <ResourceForm
      // Choosing a row to copy restarts the form.
      key={copied?.row.id ?? ""}
      resource={exportConfiguration}
      id={id}
      initial={copied ? copyOf(copied.row) : usual}
      title={t(id === null ? "export.add" : "export.edit")}
      rules={typedRules(exportConfigurationKeys)}
      onClose={onClose}
    >
      {id === null && (
        <CopyFrom
          resource={exportConfiguration}
          texts={{
            label: t("export.copyFrom"),
            hint: t("export.copyFromHint"),
            search: t("export.copyFromSearch"),
          }}
          optionLabel={({ name, customerName }) => `${name} (${customerName})`}
          copied={copied}
          onCopy={setCopied}
        />
      )}
      <CustomerField initialName={copied?.row.customerName ?? ""} />
      <Pair>
        <Text name="name" label={common("fields.name")} />
        <TypeField keysOf={exportConfigurationKeys} />
      </Pair>
      <TypedParams keysOf={exportConfigurationKeys} />
      <UserParamsField />
    </ResourceForm>
  );
}
