import { TriangleDownIcon } from "@primer/octicons-react";
import { TextInput } from "@primer/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { Stack } from "#ui/layout/boxes.ts";
import { Chip, Chips } from "#ui/select/Chips.tsx";
import { OptionList } from "#ui/select/OptionList.tsx";
import { type OptionSearch, useCombobox } from "#ui/select/useCombobox.ts";
import { type ControlProps, joinValues, splitValues, withoutSeparator } from "./control.ts";
import { SuggestionChips } from "./SuggestionChips.tsx";
import { LineAnswer } from "./TextAnswer.tsx";
import { useSuggestions, withTypedOption } from "./useSuggestions.ts";

/** One answer. The service searches its suggestions as you type; other text is an answer too. */
export function SuggestionAnswer(props: ControlProps) {
  const { task, value, onChange, optionsShown } = props;
  const suggestions = useSuggestions(task.suggestionListId);
  if (!suggestions) return <LineAnswer {...props} />;
  return (
    <Stack $gap={8}>
      {optionsShown && (
        <SuggestionChips
          suggestions={suggestions}
          task={task.name}
          chosen={[value]}
          onPress={(text) => onChange(text === value ? "" : text)}
        />
      )}
      <SuggestionInput {...props} suggestions={suggestions} />
    </Stack>
  );
}

/** Several answers. Without suggestions the values are typed one after the other. */
export function SuggestionsAnswer({ task, value, onChange, focusRef, invalid, optionsShown }: ControlProps) {
  const { t } = useTranslation("review");
  const suggestions = useSuggestions(task.suggestionListId);
  const [typed, setTyped] = useState("");
  const chosen = splitValues(value);
  const add = (text: string) => {
    const one = withoutSeparator(text).trim();
    if (one && !chosen.includes(one)) onChange(joinValues([...chosen, one]));
    setTyped("");
  };
  const remove = (gone: string) => onChange(joinValues(chosen.filter((one) => one !== gone)));
  const box = { task, value: typed, onChange: setTyped, focusRef, invalid };
  return (
    <Stack $gap={8}>
      <Tokens label={t("answer.chosenOf", { task: task.name })} values={chosen} onRemove={remove} />
      {suggestions && optionsShown && (
        <SuggestionChips
          suggestions={suggestions}
          task={task.name}
          chosen={chosen}
          onPress={(text) =>
            chosen.includes(withoutSeparator(text)) ? remove(withoutSeparator(text)) : add(text)
          }
        />
      )}
      {suggestions ? (
        <SuggestionInput
          {...box}
          suggestions={suggestions}
          onChoose={add}
          placeholder={t("answer.addValue")}
        />
      ) : (
        <FreeTextInput {...box} onAdd={add} placeholder={t("answer.addValue")} />
      )}
    </Stack>
  );
}

interface SuggestedProps extends ControlProps {
  suggestions: OptionSearch;
  placeholder?: string;
  onChoose?: (text: string) => void;
}

function SuggestionInput({ task, value, onChange, onChoose, focusRef, invalid, ...rest }: SuggestedProps) {
  const { t } = useTranslation("review");
  // The stored text is not a search: opened, the box offers everything.
  const [typing, setTyping] = useState(false);
  const choose = (text: string) => {
    onChange(text);
    onChoose?.(text);
    setTyping(false);
    search.setOpen(false);
  };
  const search = useCombobox({
    ...withTypedOption(rest.suggestions),
    typed: typing ? value : "",
    onChoose: ({ label }) => choose(label),
  });
  return (
    <Place
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) search.setOpen(false);
      }}
    >
      <TextInput
        ref={focusRef}
        block
        aria-label={task.name}
        placeholder={rest.placeholder ?? t("answer.searchSuggestions")}
        {...search.comboboxProps}
        value={value}
        onChange={(event) => {
          onChange(event.target.value);
          setTyping(true);
          search.setOpen(true);
        }}
        onClick={() => search.setOpen(true)}
        onKeyDown={(event) => {
          // Before the service has answered, or without a match, Enter takes the typed text and not whichever option is marked.
          const own = search.options.length === 0 || (search.waiting && search.active === 0);
          if (event.key === "Enter" && search.open && own) {
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
        isChosen={({ label }) => label === task.answer}
        onChoose={({ label }) => choose(label)}
      />
    </Place>
  );
}

function FreeTextInput({
  onAdd,
  placeholder,
  ...box
}: ControlProps & { onAdd: (text: string) => void; placeholder: string }) {
  return (
    <TextInput
      ref={box.focusRef}
      block
      aria-label={box.task.name}
      placeholder={placeholder}
      value={box.value}
      onChange={(event) => box.onChange(event.target.value)}
      onBlur={() => onAdd(box.value)}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || box.value.trim() === "") return;
        event.preventDefault();
        onAdd(box.value);
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
const Place = styled.div`
  position: relative;
  max-width: 480px;
  > [role="listbox"] {
    top: 36px;
  }
`;
