import { FormControl, Select, Textarea, TextInput } from "@primer/react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { fieldErrorText } from "#api/errorTexts.ts";
import type { TypeSchema } from "#domain/configuration/typedParams.ts";
import { paramsOf, useForm } from "#ui/form/FormContext.ts";
import { useParamText, useParamValueText } from "./typedTexts.ts";

/** Maximum characters of a param in the contract. */
const maxParamCharacters = 2000;
/** Params with multi-line text. */
const multiLineParams = ["body"];

/** A field for one param of a type: a select if its values are fixed, otherwise a text. */
export function TypedParamField({
  param,
  keys: schema,
  hint,
}: {
  param: string;
  keys: TypeSchema;
  hint?: string | undefined;
}) {
  const { t } = useTranslation("configuration");
  const paramText = useParamText();
  const valueText = useParamValueText();
  const { values, set, errors, isSaving } = useForm();
  const params = paramsOf(values.params);
  const value = params[param] ?? schema.defaults[param] ?? "";
  const allowedValues = schema.allowed?.[param];
  const error = errors[`params.${param}`];
  const commonProps = {
    block: true,
    name: `params.${param}`,
    value,
    onChange: ({ target }: { target: { value: string } }) =>
      set({ params: { ...params, [param]: target.value } }),
    ...(error && { validationStatus: "error" as const }),
  };
  const control = allowedValues ? (
    <Select {...commonProps}>
      {!allowedValues.includes(value) && <Select.Option value="">{t("chooseValue")}</Select.Option>}
      {allowedValues.map((allowedValue) => (
        <Select.Option key={allowedValue} value={allowedValue}>
          {valueText(allowedValue)}
        </Select.Option>
      ))}
    </Select>
  ) : multiLineParams.includes(param) ? (
    <Textarea {...commonProps} rows={4} resize="vertical" maxLength={maxParamCharacters} />
  ) : (
    <TextInput {...commonProps} autoComplete="off" maxLength={maxParamCharacters} />
  );
  return (
    <Wrapper $wide={multiLineParams.includes(param)}>
      <FormControl
        required={(schema.required ?? []).includes(param) || allowedValues !== undefined}
        disabled={isSaving}
      >
        <FormControl.Label>{paramText(param)}</FormControl.Label>
        {control}
        {hint && <FormControl.Caption>{hint}</FormControl.Caption>}
        {error && <FormControl.Validation variant="error">{fieldErrorText(error)}</FormControl.Validation>}
      </FormControl>
    </Wrapper>
  );
}

const Wrapper = styled.div<{ $wide: boolean }>`
  ${({ $wide }) => $wide && "grid-column: 1 / -1;"}
`;
