import { TriangleDownIcon } from "@primer/octicons-react";
import { TextInput } from "@primer/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { Stack } from "#ui/layout/boxes.ts";
import { Chip, Chips } from "#ui/select/Chips.tsx";
import { OptionList } from "#ui/select/OptionList.tsx";
import { type OptionSearch, useCombobox } from "#ui/select/useCombobox.ts";
import { type ControlProps, joinValues, replaceSeparators, splitValues } from "./control.ts";
import { SuggestionChips } from "./SuggestionChips.tsx";
import { LineAnswer } from "./TextAnswer.tsx";
import { useSuggestions } from "./useSuggestions.ts";

/** One answer. The service searches the suggestions as you type; any other text is accepted too. */
export function SuggestionAnswer(props: ControlProps) {
  const { task, value, onChange, listsOptions } = props;
  const suggestions = useSuggestions(task.suggestionListId);
  if (!suggestions) return <LineAnswer {...props} />;
  return (
    <Stack $gap={8}>
      {listsOptions && (
        <SuggestionChips
          suggestions={suggestions}
          task={task.name}
          selectedTexts={[value]}
          onPress={(text) => onChange(text === value ? "" : text)}
        />
      )}
      <SuggestionInput {...props} suggestions={suggestions} />
    </Stack>
  );
}

/** Several answers. Without suggestions, values are typed one at a time. */
export function SuggestionsAnswer({ task, value, onChange, focusRef, invalid, listsOptions }: ControlProps) {
  const { t } = useTranslation("review");
  const suggestions = useSuggestions(task.suggestionListId);
  const [typedText, setTypedText] = useState("");
  const selectedValues = splitValues(value);
  const add = (text: string) => {
    const addition = replaceSeparators(text).trim();
    if (addition && !selectedValues.includes(addition)) onChange(joinValues([...selectedValues, addition]));
    setTypedText("");
  };
  const remove = (removedValue: string) =>
    onChange(joinValues(selectedValues.filter((item) => item !== removedValue)));
  const inputProps = { task, value: typedText, onChange: setTypedText, focusRef, invalid };
  return (
    <Stack $gap={8}>
      <Tokens
        label={t("answer.chosenOptions", { task: task.name })}
        values={selectedValues}
        onRemove={remove}
      />
      {suggestions && listsOptions && (
        <SuggestionChips
          suggestions={suggestions}
          task={task.name}
          selectedTexts={selectedValues}
          onPress={(text) =>
            selectedValues.includes(replaceSeparators(text)) ? remove(replaceSeparators(text)) : add(text)
          }
        />
      )}
      {suggestions ? (
        <SuggestionInput
          {...inputProps}
          suggestions={suggestions}
          onChoose={add}
          placeholder={t("answer.addValue")}
        />
      ) : (
        <FreeTextInput {...inputProps} onAdd={add} placeholder={t("answer.addValue")} />
      )}
    </Stack>
  );
}

interface SuggestionInputProps extends ControlProps {
  suggestions: OptionSearch;
  placeholder?: string;
  onChoose?: (text: string) => void;
}

function SuggestionInput({
  task,
  value,
  onChange,
  onChoose,
  focusRef,
  invalid,
  ...props
}: SuggestionInputProps) {
  const { t } = useTranslation("review");
  // The stored text is not a search query: when opened, the box offers everything.
  const [isTyping, setIsTyping] = useState(false);
  const choose = (text: string) => {
    onChange(text);
    onChoose?.(text);
    setIsTyping(false);
    search.setOpen(false);
  };
  const search = useCombobox({
    ...props.suggestions,
    offersTypedText: true,
    typedText: isTyping ? value : "",
    onSelect: ({ label }) => choose(label),
  });
  return (
    <ListAnchor
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) search.setOpen(false);
      }}
    >
      <TextInput
        ref={focusRef}
        block
        aria-label={task.name}
        placeholder={props.placeholder ?? t("answer.searchSuggestions")}
        {...search.comboboxProps}
        value={value}
        onChange={(event) => {
          onChange(event.target.value);
          setIsTyping(true);
          search.setOpen(true);
        }}
        onClick={() => search.setOpen(true)}
        onKeyDown={(event) => {
          // Without options, for example before they have arrived, Enter chooses the typed text.
          if (event.key === "Enter" && search.open && search.options.length === 0) {
            event.preventDefault();
            choose(value);
          } else search.onKeyDown(event);
        }}
        trailingVisual={TriangleDownIcon}
        {...(invalid && { validationStatus: "error" as const })}
      />
      <OptionList
        label={task.name}
        search={search}
        isSelected={({ label }) => label === task.answer}
        onSelect={({ label }) => choose(label)}
      />
    </ListAnchor>
  );
}

function FreeTextInput({
  onAdd,
  placeholder,
  ...props
}: ControlProps & { onAdd: (text: string) => void; placeholder: string }) {
  return (
    <TextInput
      ref={props.focusRef}
      block
      aria-label={props.task.name}
      placeholder={placeholder}
      value={props.value}
      onChange={(event) => props.onChange(event.target.value)}
      onBlur={() => onAdd(props.value)}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || props.value.trim() === "") return;
        event.preventDefault();
        onAdd(props.value);
      }}
    />
  );
}

interface TokensProps {
  label: string;
  values: readonly string[];
  onRemove: (value: string) => void;
}

/** The chosen values, each with a remove button. */
function Tokens({ label, values, onRemove }: TokensProps) {
  const { t } = useTranslation();
  if (values.length === 0) return null;
  return (
    <Chips aria-label={label}>
      {values.map((value) => (
        <Chip
          key={value}
          removeLabel={t("form.removeChosen", { name: value })}
          onRemove={() => onRemove(value)}
        >
          <span>{value}</span>
        </Chip>
      ))}
    </Chips>
  );
}

/** Positions the list below the box, which has no label above it here. */
const ListAnchor = styled.div`
  position: relative;
  max-width: 480px;
  > [role="listbox"] {
    top: 36px;
  }
`;
