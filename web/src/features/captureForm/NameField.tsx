import { FormControl, TextInput } from "@primer/react";
import { useTranslation } from "react-i18next";
import { maxNameLength } from "#domain/core/limits.ts";
import { useSuggestionsOf } from "#features/answer/useSuggestions.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { ListAnchor, OptionList } from "#ui/select/OptionList.tsx";
import { ServerSelect } from "#ui/select/ServerSelect.tsx";
import { type OptionSearch, useCombobox } from "#ui/select/useCombobox.ts";

interface NameFieldProps {
  /** The ids of the lists of suggested names. */
  lists: readonly string[];
  /** Accepts only names of the lists. */
  onlySuggestions: boolean;
  value: string;
  error: string | undefined;
  onChange: (name: string) => void;
}

/** The documentation's name, searched in the template's lists as you type. */
export function NameField({ lists, onlySuggestions, ...props }: NameFieldProps) {
  const { t } = useTranslation("capture");
  const suggestions = useSuggestionsOf(lists);
  const key = lists.join(" ");
  if (onlySuggestions && lists.length > 0)
    return suggestions ? (
      <SelectedNameField key={key} suggestions={suggestions} {...props} />
    ) : (
      <Banner kind="danger">{t("start.listForbidden")}</Banner>
    );
  return suggestions ? (
    <SuggestedNameField key={key} suggestions={suggestions} {...props} />
  ) : (
    <PlainNameField {...props} />
  );
}

type NameInputProps = Omit<NameFieldProps, "lists" | "onlySuggestions">;

/** Accepts only a chosen name; typed text alone is not a name. */
function SelectedNameField({
  suggestions,
  value,
  error,
  onChange,
}: NameInputProps & { suggestions: OptionSearch }) {
  const { t } = useTranslation("capture");
  return (
    <ServerSelect
      {...suggestions}
      name="name"
      required
      label={t("start.name")}
      placeholder={t("start.searchNames")}
      caption={t("start.onlySuggestions")}
      message={error}
      value={value === "" ? null : { id: value, label: value }}
      onChange={(option) => onChange(option?.label ?? "")}
    />
  );
}

function PlainNameField({ value, error, onChange }: NameInputProps) {
  const { t } = useTranslation("capture");
  return (
    <FormControl required>
      <FormControl.Label>{t("start.name")}</FormControl.Label>
      <TextInput
        block
        autoComplete="off"
        maxLength={maxNameLength}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        {...(error && { validationStatus: "error" as const })}
      />
      {error && <FormControl.Validation variant="error">{error}</FormControl.Validation>}
    </FormControl>
  );
}

function SuggestedNameField({
  suggestions,
  value,
  error,
  onChange,
}: NameInputProps & { suggestions: OptionSearch }) {
  const { t } = useTranslation("capture");
  const choose = (name: string) => {
    onChange(name);
    search.setOpen(false);
  };
  const search = useCombobox({
    ...suggestions,
    offersTypedText: true,
    typedText: value,
    onSelect: ({ label }) => choose(label),
  });
  return (
    <ListAnchor
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) search.setOpen(false);
      }}
    >
      <FormControl required>
        <FormControl.Label>{t("start.name")}</FormControl.Label>
        <TextInput
          block
          maxLength={maxNameLength}
          {...search.comboboxProps}
          value={value}
          placeholder={t("start.searchNames")}
          onClick={() => search.setOpen(true)}
          onChange={(event) => {
            onChange(event.target.value);
            search.setOpen(true);
          }}
          onKeyDown={search.onKeyDown}
          {...(error && { validationStatus: "error" as const })}
        />
        {error && <FormControl.Validation variant="error">{error}</FormControl.Validation>}
      </FormControl>
      <OptionList
        label={t("start.name")}
        search={search}
        isSelected={({ label }) => label === value}
        onSelect={({ label }) => choose(label)}
      />
    </ListAnchor>
  );
}
