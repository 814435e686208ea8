import { PlusIcon, TrashIcon } from "@primer/octicons-react";
import { Button, Checkbox, FormControl, IconButton, TextInput } from "@primer/react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { Creation } from "#domain/contract/resource.ts";
import { maxNameLength } from "#domain/core/limits.ts";
import { exportConfiguration } from "#domain/resources/index.ts";
import { useForm, useResourceField } from "#ui/form/FormContext.ts";
import { Section } from "#ui/form/FormSection.tsx";
import { FieldErrorText, Note } from "#ui/layout/typography.ts";
import { createRequiredRef } from "#ui/select/requiredRef.ts";

type UserParam = NonNullable<Creation<typeof exportConfiguration>["userParams"]>[number];

/** The questions for the user who exports (3§5): each has a name, and may require an answer. */
export function UserParamsField() {
  const { t } = useTranslation("configuration");
  const { errors } = useForm();
  const { value: params = [], ...field } = useResourceField(
    exportConfiguration,
    "userParams",
    t("fields.userParams"),
  );
  const lastKey = useRef(params.length);
  // React keys of the rows, parallel to `params`.
  const [keys, setKeys] = useState(() => params.map((_, index) => index));
  const change = (changedIndex: number, changes: Partial<UserParam>) =>
    field.set(params.map((param, index) => (index === changedIndex ? { ...param, ...changes } : param)));
  const remove = (removedIndex: number) => {
    setKeys(keys.filter((_, index) => index !== removedIndex));
    field.set(params.filter((_, index) => index !== removedIndex));
  };
  const add = () => {
    lastKey.current += 1;
    setKeys([...keys, lastKey.current]);
    field.set([...params, { name: "", required: false }]);
  };
  return (
    <Section title={t("fields.userParams")} hint={t("export.userParamsHint")}>
      {params.map((param, index) => (
        <Line key={keys[index]}>
          <TextInput
            name={`userParams.${index}.name`}
            aria-label={t("export.userParamName", { number: index + 1 })}
            required
            ref={createRequiredRef(true)}
            autoComplete="off"
            maxLength={maxNameLength}
            disabled={field.disabled}
            value={param.name}
            onChange={({ target }) => change(index, { name: target.value })}
            {...(errors[`userParams.${index}.name`] && { validationStatus: "error" as const })}
          />
          <FormControl disabled={field.disabled}>
            <Checkbox
              checked={param.required}
              onChange={({ target }) => change(index, { required: target.checked })}
            />
            <FormControl.Label>{t("export.userParamRequired")}</FormControl.Label>
          </FormControl>
          <IconButton
            icon={TrashIcon}
            variant="invisible"
            aria-label={t("export.removeUserParam", { number: index + 1 })}
            disabled={field.disabled}
            onClick={() => remove(index)}
          />
        </Line>
      ))}
      {params.some(({ required }) => required) && <Note as="p">{t("export.userParamRequiredHint")}</Note>}
      {field.message && <FieldErrorText>{field.message}</FieldErrorText>}
      <div>
        <Button size="small" leadingVisual={PlusIcon} disabled={field.disabled} onClick={add}>
          {t("export.addUserParam")}
        </Button>
      </div>
    </Section>
  );
}

const Line = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto auto;
  align-items: center;
  gap: var(--base-size-12);
`;
