import { PlusIcon } from "@primer/octicons-react";
import { Button, TextInput } from "@primer/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { maxNameLength } from "#domain/core/limits.ts";
import type { FieldError } from "#domain/core/problem.ts";
import { CheckboxGroup, splitSelected } from "./CheckboxGroup.tsx";
import { useTaskNames } from "./useTaskNames.ts";

interface IdsFieldProps {
  label: string;
  value: string;
  error: FieldError | undefined;
  onChange: (value: string) => void;
  /** Only groups can be selected. */
  groups: boolean;
}

/** Tasks by key or name: checkboxes for those of the preview's documentation, a text field for others. */
export function IdsField({ groups, ...props }: IdsFieldProps) {
  const { t } = useTranslation("layout");
  const tasks = useTaskNames();
  const [input, setInput] = useState("");
  const selected = splitSelected(props.value);
  const suggestions = groups ? tasks.groups : tasks.names;
  // A name that contains the separator cannot be stored.
  const options = [...new Set([...suggestions.filter((name) => !name.includes(";")), ...selected])];
  const add = () => {
    const addedNames = splitSelected(input).map((name) => name.trim());
    if (addedNames.length > 0) props.onChange([...new Set([...selected, ...addedNames])].join(";"));
    setInput("");
  };
  return (
    <CheckboxGroup
      {...props}
      caption={t("captions.IDS")}
      options={options.map((value) => ({ value, label: value }))}
    >
      <InputLine>
        <TextInput
          block
          size="small"
          aria-label={`${props.label}: ${t("captions.IDS_ADD")}`}
          placeholder={t("captions.IDS_ADD")}
          maxLength={maxNameLength}
          value={input}
          onChange={({ target }) => setInput(target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            add();
          }}
        />
        <Button size="small" leadingVisual={PlusIcon} disabled={input.trim() === ""} onClick={add}>
          {t("tree.add")}
        </Button>
      </InputLine>
    </CheckboxGroup>
  );
}

const InputLine = styled.div`
  display: flex;
  gap: var(--base-size-8);
  margin-top: var(--base-size-8);
`;
