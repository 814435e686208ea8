import { TriangleDownIcon } from "@primer/octicons-react";
import { Button, FormControl, TextInput } from "@primer/react";
import { type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { Chip, Chips } from "./Chips.tsx";
import { ListAnchor, OptionList, Picture } from "./OptionList.tsx";
import { type Option, type OptionSearch, useCombobox } from "./useCombobox.ts";

interface ServerMultiSelectProps extends OptionSearch {
  name: string;
  label: string;
  caption?: string | undefined;
  placeholder?: string;
  disabled?: boolean;
  message?: string | undefined;
  value: readonly Option[];
  /** Shown beside an option's text, here and in the list. */
  picture?: (option: Option) => ReactNode;
  onChange: (options: Option[]) => void;
}

/** Selects several options, searched by the service. Selecting one again removes it; the selected ones are listed below the box. */
export function ServerMultiSelect(props: ServerMultiSelectProps) {
  const {
    name,
    label,
    caption,
    placeholder,
    disabled = false,
    message,
    value,
    picture: renderPicture,
    onChange,
  } = props;
  const input = useRef<HTMLInputElement>(null);
  const [inputText, setInputText] = useState("");
  const isSelected = ({ id }: Option) => value.some((selectedOption) => selectedOption.id === id);
  const toggle = (option: Option) =>
    onChange(isSelected(option) ? value.filter(({ id }) => id !== option.id) : [...value, option]);
  const search = useCombobox({
    queryKey: props.queryKey,
    find: props.find,
    typedText: inputText,
    onSelect: toggle,
  });
  const changeAndRefocus = (next: Option[]) => {
    onChange(next);
    // The focused button has just been removed.
    input.current?.focus();
  };
  return (
    <div>
      <ListAnchor
        onBlur={(event) => {
          if (event.currentTarget.contains(event.relatedTarget)) return;
          search.setOpen(false);
          // Typed text is not a value and must not look like one.
          setInputText("");
        }}
      >
        <FormControl disabled={disabled}>
          <FormControl.Label>{label}</FormControl.Label>
          <TextInput
            ref={input}
            block
            name={name}
            {...search.comboboxProps}
            placeholder={placeholder}
            value={inputText}
            onChange={(event) => {
              setInputText(event.target.value);
              search.setOpen(true);
            }}
            onClick={() => search.setOpen(true)}
            onKeyDown={search.onKeyDown}
            trailingVisual={TriangleDownIcon}
            {...(message && { validationStatus: "error" as const })}
          />
          {caption && <FormControl.Caption>{caption}</FormControl.Caption>}
          {message && <FormControl.Validation variant="error">{message}</FormControl.Validation>}
        </FormControl>
        <OptionList
          label={label}
          search={search}
          isSelected={isSelected}
          multiple
          picture={renderPicture}
          onSelect={toggle}
        />
      </ListAnchor>
      <SelectedOptions
        label={label}
        value={value}
        disabled={disabled}
        picture={renderPicture}
        onChange={changeAndRefocus}
      />
    </div>
  );
}

interface SelectedOptionsProps {
  label: string;
  value: readonly Option[];
  disabled: boolean;
  picture: ServerMultiSelectProps["picture"];
  onChange: (options: Option[]) => void;
}

function SelectedOptions({ label, value, disabled, picture: renderPicture, onChange }: SelectedOptionsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Count role="status">{value.length > 0 && t("form.chosenCount", { count: value.length })}</Count>
      {value.length > 0 && (
        <SelectedChips aria-label={t("form.chosenOptions", { label })}>
          {value.map((option) => (
            <Chip
              key={option.id}
              disabled={disabled}
              removeLabel={t("form.removeChosen", { name: option.label })}
              onRemove={() => onChange(value.filter(({ id }) => id !== option.id))}
            >
              {renderPicture && <Picture>{renderPicture(option)}</Picture>}
              <span>{option.label}</span>
            </Chip>
          ))}
        </SelectedChips>
      )}
      {value.length > 2 && (
        <Button
          type="button"
          size="small"
          variant="invisible"
          disabled={disabled}
          onClick={() => onChange([])}
        >
          {t("form.removeAll")}
        </Button>
      )}
    </>
  );
}

const Count = styled.div`
  color: var(--fgColor-muted);
  font-size: var(--text-body-size-small);
  &:not(:empty) {
    margin: var(--base-size-8) 0 var(--base-size-4);
  }
`;

const SelectedChips = styled(Chips)`
  max-height: 168px;
  overflow: auto;
`;
