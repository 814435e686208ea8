import { FormControl, Select, TextInput } from "@primer/react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useGrants } from "#api/session.ts";
import { spansCustomers } from "#domain/access/authorities.ts";
import type { Row } from "#domain/contract/resource.ts";
import { documentationStatuses } from "#domain/core/documentationTypes.ts";
import { isOneOf, recordOf } from "#domain/core/objects.ts";
import { suggestionListTypes, validateSuggestionList } from "#domain/lists/suggestion.ts";
import { suggestionList } from "#domain/resources/index.ts";
import { CustomerField } from "#features/customer/CustomerField.tsx";
import { type FormValues, useField, useResourceForm } from "#ui/form/FormContext.ts";
import { Pair } from "#ui/form/FormSection.tsx";
import { createFields } from "#ui/form/fieldsOf.ts";
import { ParamTextField } from "#ui/form/ParamTextField.tsx";
import { ResourceForm } from "#ui/form/ResourceForm.tsx";
import { ListLicensesField } from "./ListLicensesField.tsx";

const { Text, TextArea, Flag, Choice } = createFields(suggestionList);

/** Creates or edits a list; its rows have their own dialog. */
export function SuggestionListForm({ id, onClose }: { id: string | null; onClose: () => void }) {
  const { t } = useTranslation("lists");
  const { t: tCommon } = useTranslation();
  return (
    <ResourceForm
      resource={suggestionList}
      id={id}
      {...(id === null && { initial: { type: "DOCUMENTATION_NAMES" } })}
      title={t(id === null ? "suggestion.add" : "suggestion.edit")}
      rules={validateList}
      onClose={onClose}
    >
      <ListCustomer />
      <Pair>
        <Text name="name" label={tCommon("fields.name")} />
        <TypeField />
      </Pair>
      <TextArea name="description" label={t("fields.description")} rows={3} />
      <ContactColumns />
      <Flag
        name="deleteSuggestionIfDocumentationExists"
        label={t("fields.deleteSuggestionIfDocumentationExists")}
      />
      <RequiredStatus />
      <Licenses />
    </ResourceForm>
  );
}

const validateList = (values: FormValues<typeof suggestionList>, row: Row<typeof suggestionList> | null) =>
  validateSuggestionList({
    type: row?.type ?? values.type ?? "",
    params: values.params ?? {},
    deleteSuggestionIfDocumentationExists: values.deleteSuggestionIfDocumentationExists ?? false,
    requiredDocumentationStatus: values.requiredDocumentationStatus ?? null,
  });

/** The type determines what the list's texts mean and cannot be changed (3§5). */
function TypeField() {
  const { t } = useTranslation("lists");
  const { row } = useResourceForm(suggestionList);
  const typeLabels = recordOf(suggestionListTypes, (type) => t(`type.${type}`));
  if (!row)
    return (
      <Choice name="type" label={t("fields.type")} caption={t("captions.type")} optionLabels={typeLabels} />
    );
  return (
    <FormControl disabled>
      <FormControl.Label>{t("fields.type")}</FormControl.Label>
      <TextInput block value={typeLabels[row.type]} />
    </FormControl>
  );
}

/** Licences belong to a customer: changing the customer clears them. */
function ListCustomer() {
  const { values, set } = useResourceForm(suggestionList);
  const licensesCustomerId = useRef(values.customerId);
  return (
    <CustomerField
      onChange={(customerId) => {
        // Typing in the search box must not clear the licences.
        if (customerId === undefined || customerId === licensesCustomerId.current) return;
        licensesCustomerId.current = customerId;
        set({ suggestionListLicenses: [] });
      }}
    />
  );
}

function ContactColumns() {
  const { t } = useTranslation("lists");
  const { values, row, set } = useResourceForm(suggestionList);
  const hasColumns = (row ?? values).type === "CONTACT_PERSONS";
  const hasStaleParams = !hasColumns && Object.keys(values.params ?? {}).length > 0;
  // Columns do not carry over to another type.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form's `set` never changes behaviour
  useEffect(() => {
    if (hasStaleParams) set({ params: {} });
  }, [hasStaleParams]);
  if (!hasColumns) return null;
  const faultTexts = { duplicate: t("columnsInvalid.duplicate"), notFound: t("columnsInvalid.notFound") };
  return (
    <>
      <ParamTextField
        param="columns"
        required
        label={t("fields.columns")}
        caption={t("captions.columns")}
        faultTexts={faultTexts}
      />
      <ParamTextField
        param="requiredColumns"
        label={t("fields.requiredColumns")}
        caption={t("captions.requiredColumns")}
        faultTexts={faultTexts}
      />
    </>
  );
}

/**
 * The status a documentation must have reached before it uses up its suggestion; only for lists that delete used suggestions
 * (3§5).
 */
function RequiredStatus() {
  const { t } = useTranslation("lists");
  const { t: tDocumentation } = useTranslation("documentation");
  const { values, set } = useResourceForm(suggestionList);
  const field = useField("requiredDocumentationStatus", t("fields.requiredDocumentationStatus"), (status) =>
    isOneOf(documentationStatuses, status) ? tDocumentation(`status.${status}`) : t("anyStatus"),
  );
  const isEnabled = values.deleteSuggestionIfDocumentationExists === true;
  const isStale = !isEnabled && field.value !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form's `set` never changes behaviour
  useEffect(() => {
    if (isStale) set({ requiredDocumentationStatus: null });
  }, [isStale]);
  return (
    <FormControl disabled={field.disabled || !isEnabled}>
      <FormControl.Label>{t("fields.requiredDocumentationStatus")}</FormControl.Label>
      <Select
        block
        name="requiredDocumentationStatus"
        value={String(field.value ?? "")}
        onChange={(event) => field.set(event.target.value || null)}
      >
        <Select.Option value="">{t("anyStatus")}</Select.Option>
        {documentationStatuses.map((status) => (
          <Select.Option key={status} value={status}>
            {tDocumentation(`status.${status}`)}
          </Select.Option>
        ))}
      </Select>
      <FormControl.Caption>{t("captions.status")}</FormControl.Caption>
      {field.message && <FormControl.Validation variant="error">{field.message}</FormControl.Validation>}
    </FormControl>
  );
}

/** Only super admins can select licences (3§6). */
function Licenses() {
  return spansCustomers(useGrants()) ? <ListLicensesField /> : null;
}
