import { FormControl, Select, Textarea, TextInput } from "@primer/react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { fieldFaultText } from "#api/errorTexts.ts";
import type { Params, TypeSchema } from "#domain/configuration/typedParams.ts";
import { useForm } from "#ui/form/FormContext.ts";
import { useParamText, useParamValueText } from "./typedTexts.ts";

/** Characters of a param in the contract. */
const longest = 2000;
/** Params with several lines. */
const prose = ["body"];

/** One of a type's params: a select where its values are fixed, else a text. */
export function ParamField({
  param,
  keys,
  hint,
}: {
  param: string;
  keys: TypeSchema;
  hint?: string | undefined;
}) {
  const { t } = useTranslation("configuration");
  const paramText = useParamText();
  const wordText = useParamValueText();
  const { values, set, faults: errors, saving } = useForm();
  const params = (values.params ?? {}) as Params;
  const value = params[param] ?? keys.defaults[param] ?? "";
  const words = keys.allowed?.[param];
  const error = errors[`params.${param}`];
  const common = {
    block: true,
    name: `params.${param}`,
    value,
    onChange: ({ target }: { target: { value: string } }) =>
      set({ params: { ...params, [param]: target.value } }),
    ...(error && { validationStatus: "error" as const }),
  };
  const control = words ? (
    <Select {...common}>
      {!words.includes(value) && <Select.Option value="">{t("chooseWord")}</Select.Option>}
      {words.map((word) => (
        <Select.Option key={word} value={word}>
          {wordText(word)}
        </Select.Option>
      ))}
    </Select>
  ) : prose.includes(param) ? (
    <Textarea {...common} rows={4} resize="vertical" maxLength={longest} />
  ) : (
    <TextInput {...common} autoComplete="off" maxLength={longest} />
  );
  return (
    <Place $wide={prose.includes(param)}>
      <FormControl required={(keys.required ?? []).includes(param) || words !== undefined} disabled={saving}>
        <FormControl.Label>{paramText(param)}</FormControl.Label>
        {control}
        {hint && <FormControl.Caption>{hint}</FormControl.Caption>}
        {error && <FormControl.Validation variant="error">{fieldFaultText(error)}</FormControl.Validation>}
      </FormControl>
    </Place>
  );
}

const Place = styled.div<{ $wide: boolean }>`
  ${({ $wide }) => $wide && "grid-column: 1 / -1;"}
`;
