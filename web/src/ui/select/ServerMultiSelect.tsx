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

/** Selects several options, searched by the service. Choosing one again removes it; the chosen ones are listed below the box. */
export function ServerMultiSelect(props: ServerMultiSelectProps) {
  const { name, label, caption, placeholder, disabled = false, message, value, picture, onChange } = props;
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const isChosen = ({ id }: Option) => value.some((other) => other.id === id);
  const toggle = (option: Option) =>
    onChange(isChosen(option) ? value.filter(({ id }) => id !== option.id) : [...value, option]);
  const search = useCombobox({ queryKey: props.queryKey, find: props.find, typed, onChoose: toggle });
  const remove = (next: Option[]) => {
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
          setTyped("");
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
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
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
          isChosen={isChosen}
          multiple
          picture={picture}
          onChoose={toggle}
        />
      </ListAnchor>
      <ChosenOptions label={label} value={value} disabled={disabled} picture={picture} onChange={remove} />
    </div>
  );
}

interface ChosenOptionsProps {
  label: string;
  value: readonly Option[];
  disabled: boolean;
  picture: ServerMultiSelectProps["picture"];
  onChange: (options: Option[]) => void;
}

function ChosenOptions({ label, value, disabled, picture, onChange }: ChosenOptionsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Count role="status">{value.length > 0 && t("form.chosen", { count: value.length })}</Count>
      {value.length > 0 && (
        <ChosenChips aria-label={t("form.chosenOf", { label })}>
          {value.map((option) => (
            <Chip
              key={option.id}
              disabled={disabled}
              removeLabel={t("form.removeChosen", { name: option.label })}
              onRemove={() => onChange(value.filter(({ id }) => id !== option.id))}
            >
              {picture && <Picture>{picture(option)}</Picture>}
              <span>{option.label}</span>
            </Chip>
          ))}
        </ChosenChips>
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

const ChosenChips = styled(Chips)`
  max-height: 168px;
  overflow: auto;
`;
