import { PlayIcon } from "@primer/octicons-react";
import { Button, FormControl, Select } from "@primer/react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { fieldErrorText } from "#api/errorTexts.ts";
import { isOneOf } from "#domain/core/objects.ts";
import type { FieldErrors } from "#domain/core/validation.ts";
import { fetchCustomers } from "#features/customer/CustomerField.tsx";
import { focusFirstError, readNativeErrors } from "#ui/form/validity.ts";
import { FieldAside } from "#ui/layout/boxes.ts";
import { type Option, ServerSelect } from "#ui/select/ServerSelect.tsx";
import { type Measure, measures } from "./statisticsTable.ts";
import type { Choice, Run } from "./useStatistics.ts";

/** The parameters of a run. Nothing is fetched until Run is pressed, and a result is not updated until the next press. */
export function RunForm({ run, onRun }: { run: Run | null; onRun: (choice: Choice) => void }) {
  const { t } = useTranslation("statistics");
  const { t: tCommon } = useTranslation();
  const [customer, setCustomer] = useState<Option | null>(null);
  const [measure, setMeasure] = useState<Measure>("documentationCount");
  const [errors, setErrors] = useState<FieldErrors>({});
  const isChanged = run !== null && (run.customer.id !== customer?.id || run.measure !== measure);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const formErrors = readNativeErrors(event.currentTarget);
    setErrors(formErrors);
    focusFirstError(event.currentTarget, formErrors);
    if (customer && Object.keys(formErrors).length === 0) onRun({ customer, measure });
  }

  return (
    <>
      <Form onSubmit={submit} noValidate>
        <ServerSelect
          name="customer"
          label={tCommon("fields.customer")}
          placeholder={tCommon("form.chooseCustomer")}
          required
          message={errors.customer && fieldErrorText(errors.customer)}
          value={customer}
          queryKey="customerOptions/"
          find={fetchCustomers}
          onChange={(option) => {
            setCustomer(option);
            setErrors({});
          }}
        />
        <FormControl>
          <FormControl.Label>{t("measure")}</FormControl.Label>
          <Select
            block
            name="measure"
            value={measure}
            onChange={({ target }) => isOneOf(measures, target.value) && setMeasure(target.value)}
          >
            {measures.map((option) => (
              <Select.Option key={option} value={option}>
                {t(`measures.${option}`)}
              </Select.Option>
            ))}
          </Select>
        </FormControl>
        <FieldAside>
          <Button type="submit" variant="primary" leadingVisual={PlayIcon} block>
            {t("run")}
          </Button>
        </FieldAside>
      </Form>
      <ChangedNote role="status">{isChanged && t("selectionChanged")}</ChangedNote>
    </>
  );
}

const Form = styled.form`
  display: grid;
  grid-template-columns: minmax(240px, 360px) minmax(200px, 260px) max-content;
  gap: var(--base-size-16);
  align-items: start;
  @media (max-width: 767px) {
    grid-template-columns: 1fr;
  }
`;

const ChangedNote = styled.p`
  min-height: 21px;
  margin: var(--base-size-8) 0;
  color: var(--fgColor-muted);
`;
