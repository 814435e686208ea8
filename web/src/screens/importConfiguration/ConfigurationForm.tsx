import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { fetchList } from "#api/resource.ts";
import { suggestionImportFrequencies } from "#domain/configuration/importTypes.ts";
import { recordOf } from "#domain/core/objects.ts";
import { CustomerField } from "#features/customer/CustomerField.tsx";
import { type ImportKind, listOf } from "#features/importConfiguration/importKind.ts";
import { TypedParams } from "#features/typedConfiguration/TypedParams.tsx";
import { TypeField } from "#features/typedConfiguration/TypeField.tsx";
import { getInitialTypedValues, validateTypedValues } from "#features/typedConfiguration/typedValues.ts";
import { isTextKey } from "#i18n/isTextKey.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { CheckboxField } from "#ui/form/CheckboxField.tsx";
import { ChoiceField } from "#ui/form/ChoiceField.tsx";
import { useField, useResourceForm } from "#ui/form/FormContext.ts";
import { Pair } from "#ui/form/FormSection.tsx";
import { ResourceForm } from "#ui/form/ResourceForm.tsx";
import { TextField } from "#ui/form/TextField.tsx";
import { Muted } from "#ui/layout/typography.ts";
import { type Option, ServerSelect } from "#ui/select/ServerSelect.tsx";
import { TaskIdsParam } from "./TaskIdsParam.tsx";

interface ConfigurationFormProps {
  kind: ImportKind;
  id: string | null;
  onClose: () => void;
}

export function ConfigurationForm({ kind, id, onClose }: ConfigurationFormProps) {
  const { t } = useTranslation("imports");
  const { t: tCommon } = useTranslation();
  const initial = {
    type: kind.firstType,
    frequency: "DAILY" as const,
    ...getInitialTypedValues(kind.keys[kind.firstType]!),
  };
  return (
    <ResourceForm
      resource={kind.configurations}
      id={id}
      {...(id === null && { initial })}
      title={t(id === null ? `${kind.name}.add` : `${kind.name}.edit`)}
      rules={validateTypedValues(kind.keys)}
      onClose={onClose}
    >
      <CustomerAndList kind={kind} />
      <TextField name="name" label={tCommon("fields.name")} />
      <Pair>
        <TypeField keysByType={kind.keys} />
        <ChoiceField
          name="frequency"
          label={t("fields.frequency")}
          optionLabels={recordOf(suggestionImportFrequencies, (frequency) => t(`frequency.${frequency}`))}
        />
      </Pair>
      <CheckboxField name="disabled" label={t("fields.disabled")} caption={t("captions.disabled")} />
      <Params kind={kind} />
    </ResourceForm>
  );
}

function Params({ kind }: { kind: ImportKind }) {
  const { row, values } = useResourceForm(kind.configurations);
  const hintOf = useParamHint();
  return (
    <TypedParams
      keysByType={kind.keys}
      hintOf={hintOf}
      fieldOf={(key) =>
        key === "templateTaskIds" && (
          <TaskIdsParam customerId={row?.customerId ?? values.customerId} hint={hintOf(key)} />
        )
      }
      noteOf={(type) => <SourceNote type={type} />}
    />
  );
}

/** Returns a function with the hint for a setting whose name is not self-explanatory. */
function useParamHint(): (key: string) => string | undefined {
  const { t } = useTranslation("imports");
  const placeholders = { page: "{page}", offset: "{offset}", cursor: "{cursor}" };
  return (key) => (isTextKey("imports", "hints", key) ? t(`hints.${key}`, placeholders) : undefined);
}

/** Notes that users need about a system before they fill in its settings. */
function SourceNote({ type }: { type: string }) {
  const { t } = useTranslation("imports");
  if (!isTextKey("imports", "notes", type)) return null;
  const text = t(`notes.${type}`);
  return type === "RAMSITE_3GIS" ? <Banner kind="warning">{text}</Banner> : <Muted as="p">{text}</Muted>;
}

const findLists =
  (lists: ImportKind["lists"], customerId: number) =>
  async (q: string, signal: AbortSignal): Promise<Option[]> =>
    (await fetchList(lists, { q, max: 50, customerId }, signal)).map(({ id, name }) => ({ id, label: name }));

/** The customer and list fields. A configuration belongs to its list's customer: changing the customer resets the list. */
function CustomerAndList({ kind }: { kind: ImportKind }) {
  const { t } = useTranslation("imports");
  const { row, values, set } = useResourceForm(kind.configurations);
  const listCustomerId = useRef(values.customerId);
  const list = row && listOf(row);
  const [selectedList, setSelectedList] = useState<Option | null>(list && { id: list.id, label: list.name });
  const field = useField(kind.listField, t(`${kind.name}.list`), (value) =>
    value === selectedList?.id ? selectedList?.label : undefined,
  );
  const selectList = (option: Option | null) => {
    setSelectedList(option);
    field.set(option?.id);
  };
  const customerId = row?.customerId ?? values.customerId;
  return (
    <>
      <CustomerField
        onChange={(next) => {
          // Typing alone must not reset the list.
          if (next === undefined || next === listCustomerId.current) return;
          listCustomerId.current = next;
          setSelectedList(null);
          set({ [kind.listField]: undefined });
        }}
      />
      <ServerSelect
        // A new key clears the input, which would otherwise keep text typed for another customer.
        key={String(listCustomerId.current)}
        name={kind.listField}
        label={t(`${kind.name}.list`)}
        {...(customerId === undefined && { caption: t("chooseCustomerFirst") })}
        placeholder={t(`${kind.name}.searchList`)}
        required
        disabled={field.disabled || customerId === undefined}
        message={field.message}
        value={selectedList}
        queryKey={`${kind.lists.name}Options/${customerId}`}
        find={findLists(kind.lists, customerId ?? 0)}
        onChange={selectList}
      />
    </>
  );
}
