import { FormControl, Select } from "@primer/react";
import { useTranslation } from "react-i18next";
import { useField, useForm } from "#ui/form/FormContext.ts";
import { createRequiredRef } from "#ui/select/requiredRef.ts";
import { useTypeText } from "./typedTexts.ts";
import { getInitialTypedValues, type KeysByType } from "./typedValues.ts";

/** The type of a configuration, which determines its params. Changing it resets them (3§4). */
export function TypeField({ keysByType }: { keysByType: KeysByType }) {
  const { t } = useTranslation("configuration");
  const typeText = useTypeText();
  const { resource, row, set } = useForm();
  const field = useField("type", t("fields.type"), (type) => typeText(String(type)));
  const changeType = (type: string) => {
    const { params, secrets } = getInitialTypedValues(keysByType[type]!);
    // Contracts without secrets do not accept the field.
    set({ type, params, ...(resource.writable.includes("secrets") && { secrets }) });
  };
  return (
    <FormControl required disabled={field.disabled}>
      <FormControl.Label>{t("fields.type")}</FormControl.Label>
      <Select
        ref={createRequiredRef(true)}
        block
        name="type"
        value={String(field.value ?? "")}
        onChange={({ target }) => changeType(target.value)}
      >
        {(field.options ?? []).map((type) => (
          <Select.Option key={type} value={type}>
            {typeText(type)}
          </Select.Option>
        ))}
      </Select>
      {row && (field.options ?? []).length > 1 && <FormControl.Caption>{t("typeHint")}</FormControl.Caption>}
      {field.message && <FormControl.Validation variant="error">{field.message}</FormControl.Validation>}
    </FormControl>
  );
}
