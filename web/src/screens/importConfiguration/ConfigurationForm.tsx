import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { fetchList } from "#api/resource.ts";
import type { AnyResource } from "#domain/contract/resource.ts";
import { CustomerField } from "#features/customer/CustomerField.tsx";
import {
  asAnyResource,
  type ConfigurationRow,
  type ImportKind,
} from "#features/importConfiguration/importKind.ts";
import { TypedParams } from "#features/typedConfiguration/TypedParams.tsx";
import { TypeField } from "#features/typedConfiguration/TypeField.tsx";
import { initialTypedValues, validateTyped } from "#features/typedConfiguration/typed.ts";
import type { Texts } from "#i18n/texts.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { CheckboxField } from "#ui/form/CheckboxField.tsx";
import { ChoiceField } from "#ui/form/ChoiceField.tsx";
import { useField, useForm } from "#ui/form/FormContext.ts";
import { Pair } from "#ui/form/FormSection.tsx";
import { ResourceForm } from "#ui/form/ResourceForm.tsx";
import { TextField } from "#ui/form/TextField.tsx";
import { Muted } from "#ui/layout/typography.ts";
import { type Option, ServerSelect } from "#ui/select/ServerSelect.tsx";

interface ConfigurationFormProps {
  kind: ImportKind;
  id: string | null;
  onClose: () => void;
}

export function ConfigurationForm({ kind, id, onClose }: ConfigurationFormProps) {
  const { t } = useTranslation("imports");
  const { t: common } = useTranslation();
  const initial = {
    type: kind.firstType,
    frequency: "DAILY",
    ...initialTypedValues(kind.keys[kind.firstType]!),
  };
  return (
    <ResourceForm
      resource={asAnyResource(kind.configurations)}
      id={id}
      {...(id === null && { initial })}
      title={t(id === null ? `${kind.name}.add` : `${kind.name}.edit`)}
      rules={validateTyped(kind.keys)}
      onClose={onClose}
    >
      <CustomerAndList kind={kind} />
      <TextField name="name" label={common("fields.name")} />
      <Pair>
        <TypeField keysOf={kind.keys} />
        <ChoiceField
          name="frequency"
          label={t("fields.frequency")}
          optionLabel={(frequency) => t(`frequency.${frequency as ConfigurationRow["frequency"]}`)}
        />
      </Pair>
      <CheckboxField name="disabled" label={t("fields.disabled")} caption={t("captions.disabled")} />
      <TypedParams keysOf={kind.keys} hintOf={useParamHint()} noteOf={(type) => <SourceNote type={type} />} />
    </ResourceForm>
  );
}

type Hints = Texts["imports"]["hints"];
type Notes = Texts["imports"]["notes"];

/** Returns a function with the hint for a setting whose name is not self-explanatory. */
function useParamHint(): (key: string) => string | undefined {
  const { t } = useTranslation("imports");
  const placeholders = { page: "{page}", offset: "{offset}", cursor: "{cursor}" };
  return (key) => t(`hints.${key as keyof Hints}`, { defaultValue: "", ...placeholders }) || undefined;
}

/** What users need to know about a system before they fill in its settings. */
function SourceNote({ type }: { type: string }) {
  const { t } = useTranslation("imports");
  const text = t(`notes.${type as keyof Notes}`, { defaultValue: "" });
  if (!text) return null;
  return type === "RAMSITE_3GIS" ? <Banner kind="warning">{text}</Banner> : <Muted as="p">{text}</Muted>;
}

const findLists =
  (lists: ImportKind["lists"], customerId: number) =>
  async (q: string, signal: AbortSignal): Promise<Option[]> =>
    (await fetchList(lists as unknown as AnyResource, { q, max: 50, customerId }, signal)).map(
      ({ id, name }) => ({
        id: String(id),
        label: String(name),
      }),
    );

/** The customer and list fields. A configuration belongs to its list's customer: changing the customer resets the list. */
function CustomerAndList({ kind }: { kind: ImportKind }) {
  const { t } = useTranslation("imports");
  const { row, values, set } = useForm();
  const field = useField(kind.listField);
  const owner = useRef(values.customerId);
  const [selectedList, setSelectedList] = useState<Option | null>(
    row ? { id: String(row[kind.listField]), label: String(row[kind.listName] ?? "") } : null,
  );
  const selectList = (option: Option | null) => {
    setSelectedList(option);
    field.set(option?.id);
  };
  const customerId = (row?.customerId ?? values.customerId) as number | undefined;
  return (
    <>
      <CustomerField
        onChange={(next) => {
          // Typing alone must not reset the list.
          if (next === undefined || next === owner.current) return;
          owner.current = next;
          setSelectedList(null);
          set({ [kind.listField]: undefined });
        }}
      />
      <ServerSelect
        // A new key clears the input, which would otherwise keep text typed for another customer.
        key={String(owner.current)}
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
