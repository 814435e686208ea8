import { useState } from "react";
import { useTranslation } from "react-i18next";
import { defaultExportConfigurationType, exportConfigurationKeys } from "#domain/configuration/types.ts";
import type { Creation, Row } from "#domain/contract/resource.ts";
import { exportConfiguration } from "#domain/resources/index.ts";
import { CustomerField } from "#features/customer/CustomerField.tsx";
import { TypedParams } from "#features/typedConfiguration/TypedParams.tsx";
import { TypeField } from "#features/typedConfiguration/TypeField.tsx";
import { getInitialTypedValues, validateTypedValues } from "#features/typedConfiguration/typedValues.ts";
import { isTextKey } from "#i18n/isTextKey.ts";
import { CopyFrom, type CopySource } from "#ui/form/CopyFrom.tsx";
import { useResourceForm } from "#ui/form/FormContext.ts";
import { Pair, Section } from "#ui/form/FormSection.tsx";
import { createFields } from "#ui/form/fieldsOf.ts";
import { ResourceForm } from "#ui/form/ResourceForm.tsx";
import { Note } from "#ui/layout/typography.ts";
import { ConnectionCheck } from "./ConnectionCheck.tsx";
import { RamsiteNote } from "./RamsiteNote.tsx";
import { UserParamsField } from "./UserParamsField.tsx";

const { Text } = createFields(exportConfiguration);

const defaults: Partial<Creation<typeof exportConfiguration>> = {
  type: defaultExportConfigurationType,
  ...getInitialTypedValues(exportConfigurationKeys[defaultExportConfigurationType]),
};

/** The fields of a copy: all except secrets, which are never read, and the ids of user params. */
const toCopy = ({ customerId, name, type, params, userParams }: Row<typeof exportConfiguration>) => ({
  customerId,
  name: `${name} - Kopia`,
  type,
  params,
  userParams: userParams.map(({ name, required }) => ({ name, required })),
});

export function ExportConfigurationForm({ id, onClose }: { id: string | null; onClose: () => void }) {
  const { t } = useTranslation("configuration");
  const { t: tCommon } = useTranslation();
  const [copySource, setCopySource] = useState<CopySource<typeof exportConfiguration> | null>(null);
  return (
    <ResourceForm
      // Choosing a row to copy restarts the form.
      key={copySource?.row.id ?? ""}
      resource={exportConfiguration}
      id={id}
      initial={copySource ? toCopy(copySource.row) : defaults}
      title={t(id === null ? "export.add" : "export.edit")}
      rules={validateTypedValues(exportConfigurationKeys)}
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
          source={copySource}
          onCopy={setCopySource}
        />
      )}
      <CustomerField initialName={copySource?.row.customerName ?? ""} />
      <Pair>
        <Text name="name" label={tCommon("fields.name")} />
        <TypeField keysByType={exportConfigurationKeys} />
      </Pair>
      <TypedParams
        keysByType={exportConfigurationKeys}
        hintOf={useParamHint()}
        noteOf={(type) => type === "RAMSITE_3GIS" && <RamsiteNote />}
      />
      {id !== null && <SavedConnection id={id} />}
      <UserParamsField />
    </ResourceForm>
  );
}

/** Hints below fields whose names do not explain enough. */
function useParamHint(): (key: string) => string | undefined {
  const { t } = useTranslation("configuration");
  return (key) => (isTextKey("configuration", "hints", key) ? t(`hints.${key}`) : undefined);
}

/** Checks the connection with the saved settings, not with unsaved input. */
function SavedConnection({ id }: { id: string }) {
  const { t } = useTranslation("configuration");
  const { row, values } = useResourceForm(exportConfiguration);
  if (!row) return null;
  const { type } = row;
  const isChanged = (["type", "params"] as const).some(
    (field) => JSON.stringify(values[field]) !== JSON.stringify(row[field]),
  );
  const hasChanges = isChanged || Object.keys(values.secrets ?? {}).length > 0;
  return (
    <Section title={t("check.title")} hint={t(type === "EMAIL" ? "check.hintMail" : "check.hint")}>
      <ConnectionCheck id={id} type={type} />
      {hasChanges && <Note role="status">{t("check.savedOnly")}</Note>}
    </Section>
  );
}
