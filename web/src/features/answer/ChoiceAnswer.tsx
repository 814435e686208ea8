import { TriangleDownIcon, TriangleUpIcon } from "@primer/octicons-react";
import { Button, Checkbox, FormControl, Radio, Select } from "@primer/react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { Stack } from "#ui/layout/boxes.ts";
import { VisuallyHidden } from "#ui/layout/typography.ts";
import { availableOptionsOf, type ControlProps, joinValues, splitValues } from "./control.ts";

/** Up to this many options are shown as radio buttons, more as a select, unless `listsOptions` is set. */
const maxRadioOptions = 6;

export function CheckboxAnswer({ task, value, onChange, focusRef }: ControlProps) {
  const { t } = useTranslation();
  return (
    <FormControl>
      <Checkbox
        ref={focusRef}
        checked={value === "true"}
        onChange={(event) => onChange(String(event.target.checked))}
      />
      <FormControl.Label>
        <VisuallyHidden>{task.name}: </VisuallyHidden>
        {t("state.yes")}
      </FormControl.Label>
    </FormControl>
  );
}

export function ChoiceAnswer({ task, value, onChange, focusRef, invalid, listsOptions }: ControlProps) {
  const { t } = useTranslation("documentation");
  const { t: tCommon } = useTranslation();
  const groupName = useId();
  const choices = availableOptionsOf(task, [value]);
  if (!(listsOptions ?? choices.length <= maxRadioOptions))
    return (
      <Select
        ref={focusRef}
        aria-label={task.name}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        {...(invalid && { validationStatus: "error" as const })}
      >
        <Select.Option value="">{t("tasks.noAnswer")}</Select.Option>
        {choices.map((choice) => (
          <Select.Option key={choice} value={choice}>
            {choice}
          </Select.Option>
        ))}
      </Select>
    );
  return (
    <Choices>
      <VisuallyHidden as="legend">{task.name}</VisuallyHidden>
      {choices.map((choice, index) => (
        <FormControl key={choice}>
          <Radio
            ref={value === choice || (index === 0 && !value) ? focusRef : undefined}
            name={groupName}
            value={choice}
            checked={value === choice}
            onChange={() => onChange(choice)}
          />
          <FormControl.Label>{choice}</FormControl.Label>
        </FormControl>
      ))}
      {value && (
        <Button
          variant="link"
          aria-label={t("tasks.clearAnswer", { task: task.name })}
          onClick={({ currentTarget }) => {
            onChange("");
            // The button disappears with the answer, so the focus moves to the first option.
            currentTarget.closest("fieldset")?.querySelector("input")?.focus();
          }}
        >
          {tCommon("actions.clear")}
        </Button>
      )}
    </Choices>
  );
}

/** Values are stored in the order of the options. */
export function ChoicesAnswer({ task, value, onChange, focusRef, listsOptions = true }: ControlProps) {
  const { t } = useTranslation("review");
  const [isOpen, setOpen] = useState(false);
  const optionsId = useId();
  const selectedValues = splitValues(value);
  const choices = availableOptionsOf(task, selectedValues);
  const toggle = (choice: string, isChecked: boolean) =>
    onChange(
      joinValues(
        choices.filter((option) => (option === choice ? isChecked : selectedValues.includes(option))),
      ),
    );
  const checkboxes = (
    <Choices id={optionsId}>
      <VisuallyHidden as="legend">{task.name}</VisuallyHidden>
      {choices.map((choice, index) => (
        <FormControl key={choice}>
          <Checkbox
            ref={index === 0 ? focusRef : undefined}
            checked={selectedValues.includes(choice)}
            onChange={(event) => toggle(choice, event.target.checked)}
          />
          <FormControl.Label>{choice}</FormControl.Label>
        </FormControl>
      ))}
    </Choices>
  );
  if (listsOptions) return checkboxes;
  return (
    <Stack $gap={8}>
      <DisclosureButton
        type="button"
        trailingVisual={isOpen ? TriangleUpIcon : TriangleDownIcon}
        aria-expanded={isOpen}
        aria-controls={isOpen ? optionsId : undefined}
        ref={focusRef}
        onClick={() => setOpen(!isOpen)}
      >
        <VisuallyHidden>{task.name}: </VisuallyHidden>
        {selectedValues.join(", ") || t("answer.choose")}
      </DisclosureButton>
      {isOpen && checkboxes}
    </Stack>
  );
}

/** As wide as the chosen values, wrapping where necessary. */
const DisclosureButton = styled(Button)`
  align-self: flex-start;
  max-width: 100%;
  height: auto;
  min-height: 32px;
  white-space: normal;
  overflow-wrap: anywhere;
  text-align: start;
`;

const Choices = styled.fieldset`
  display: flex;
  flex-wrap: wrap;
  gap: var(--base-size-8) var(--base-size-16);
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
  overflow-wrap: anywhere;
  > * {
    min-width: 0;
    max-width: 100%;
  }
`;
