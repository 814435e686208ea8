import { CalendarIcon } from "@primer/octicons-react";
import { Button, FormControl } from "@primer/react";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { call } from "#api/client.ts";
import { fieldErrorText } from "#api/errorTexts.ts";
import { useCustomerId } from "#api/session.ts";
import { dayRangeOfPreset } from "#domain/core/calendar/dayPresets.ts";
import { today } from "#domain/core/calendar/days.ts";
import { type Language, languages } from "#domain/core/language.ts";
import { matchesSearch } from "#domain/core/text/searchTerms.ts";
import type { FieldErrors } from "#domain/core/validation.ts";
import { listCustomerTemplates } from "#domain/endpoints/configuration/customerCalls.ts";
import { createLicensesFetcher } from "#features/license/findLicenses.ts";
import { languageNames } from "#i18n/language.ts";
import { Pair } from "#ui/form/FormSection.tsx";
import { monthName } from "#ui/format/dateNames.ts";
import { DateInput } from "#ui/input/DateInput.tsx";
import { SelectControl } from "#ui/input/labelledControls.tsx";
import { Stack } from "#ui/layout/boxes.ts";
import { createRequiredRef } from "#ui/select/requiredRef.ts";
import { ServerMultiSelect } from "#ui/select/ServerMultiSelect.tsx";
import type { Option } from "#ui/select/useCombobox.ts";

export interface InvoiceRequest {
  startDate: string;
  endDate: string;
  licenses: Option[];
  templates: Option[];
  /** The language of the file. */
  language: Language;
}

interface InvoiceFieldsProps {
  customerId: number;
  request: InvoiceRequest;
  onChange: (request: InvoiceRequest) => void;
  errors: FieldErrors;
  /** Also shows errors of fields that are still empty. */
  showsAllErrors: boolean;
}

export function InvoiceFields({ customerId, request, onChange, errors, showsAllErrors }: InvoiceFieldsProps) {
  const { t } = useTranslation("customer");
  const searchTemplates = useTemplateSearch(customerId);
  const set = (change: Partial<InvoiceRequest>) => onChange({ ...request, ...change });
  const renderDateField = (name: "startDate" | "endDate") => {
    const error = errors[name];
    const message = error && (showsAllErrors || error !== "required") ? fieldErrorText(error) : undefined;
    return (
      <FormControl required>
        <FormControl.Label>{t(`invoice.${name}`)}</FormControl.Label>
        <DateInput
          ref={createRequiredRef(true)}
          block
          name={name}
          max={today()}
          value={request[name]}
          onChange={(event) => set({ [name]: event.target.value })}
          {...(message && { validationStatus: "error" as const })}
        />
        {message && <FormControl.Validation variant="error">{message}</FormControl.Validation>}
      </FormControl>
    );
  };
  return (
    <Stack>
      <Days>
        {renderDateField("startDate")}
        {renderDateField("endDate")}
      </Days>
      <LastMonthButton onChoose={set} />
      <ServerMultiSelect
        name="licenses"
        label={t("invoice.licenses")}
        caption={request.licenses.length === 0 ? t("invoice.allLicenses") : undefined}
        placeholder={t("invoice.searchLicenses")}
        value={request.licenses}
        queryKey={`licenseOptions/${customerId}`}
        find={createLicensesFetcher(customerId)}
        onChange={(licenses) => set({ licenses })}
      />
      <ServerMultiSelect
        name="templates"
        label={t("invoice.templates")}
        caption={request.templates.length === 0 ? t("invoice.allTemplates") : undefined}
        placeholder={t("invoice.searchTemplates")}
        value={request.templates}
        queryKey={`templateOptions/${customerId}`}
        find={searchTemplates}
        onChange={(templates) => set({ templates })}
      />
      <SelectControl
        label={t("invoice.language")}
        value={request.language}
        options={languages.map((value) => ({ value, label: languageNames[value] }))}
        onChange={(language) => set({ language })}
      />
    </Stack>
  );
}

/** Selects the last month in one click, because most invoices are for whole months. */
function LastMonthButton({
  onChoose,
}: {
  onChoose: (period: Pick<InvoiceRequest, "startDate" | "endDate">) => void;
}) {
  const { t } = useTranslation("customer");
  const period = dayRangeOfPreset("lastMonth");
  return (
    <div>
      <Button size="small" leadingVisual={CalendarIcon} onClick={() => onChoose(period)}>
        {t("invoice.lastMonth", { month: monthName(period.startDate.slice(0, 7)) })}
      </Button>
    </div>
  );
}

/** Fetches all templates of a customer once, and searches them in the browser. */
function useTemplateSearch(customerId: number) {
  const queryClient = useQueryClient();
  const sessionCustomer = useCustomerId();
  return async (q: string): Promise<Option[]> => {
    const templates = await queryClient.fetchQuery({
      queryKey: [sessionCustomer, "templatesOf", customerId],
      queryFn: () => call(listCustomerTemplates, { params: { id: customerId } }),
      staleTime: 60_000,
      meta: { handlesErrors: true },
    });
    return templates
      .filter(({ name }) => matchesSearch([name], q))
      .slice(0, 100)
      .map(({ id, name }) => ({ id, label: name }));
  };
}

const Days = styled(Pair)`
  grid-template-columns: repeat(auto-fit, minmax(min(180px, 100%), 1fr));
`;
