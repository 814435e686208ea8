import { TriangleDownIcon, TriangleUpIcon } from "@primer/octicons-react";
import { Button, Checkbox, FormControl, Radio, Select } from "@primer/react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { Stack } from "#ui/layout/boxes.ts";
import { VisuallyHidden } from "#ui/layout/typography.ts";
import { availableOptions, type ControlProps, joinValues, splitValues } from "./control.ts";

/** Up to this many choices are radio buttons and more a select, where nothing says otherwise. */
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

export function ChoiceAnswer({ task, value, onChange, focusRef, invalid, optionsShown }: ControlProps) {
  const { t } = useTranslation("documentation");
  const { t: common } = useTranslation();
  const group = useId();
  const choices = availableOptions(task, [value]);
  if (!(optionsShown ?? choices.length <= maxRadioOptions))
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
            name={group}
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
            // The button disappears with the answer; the first choice is where the next answer begins.
            currentTarget.closest("fieldset")?.querySelector("input")?.focus();
          }}
        >
          {common("actions.clear")}
        </Button>
      )}
    </Choices>
  );
}

/** Values are stored in the order of the options. */
export function ChoicesAnswer({ task, value, onChange, focusRef, optionsShown = true }: ControlProps) {
  const { t } = useTranslation("review");
  const [open, setOpen] = useState(false);
  const place = useId();
  const chosen = splitValues(value);
  const choices = availableOptions(task, chosen);
  const toggle = (choice: string, on: boolean) =>
    onChange(joinValues(choices.filter((one) => (one === choice ? on : chosen.includes(one)))));
  const boxes = (
    <Choices id={place}>
      <VisuallyHidden as="legend">{task.name}</VisuallyHidden>
      {choices.map((choice, index) => (
        <FormControl key={choice}>
          <Checkbox
            ref={index === 0 ? focusRef : undefined}
            checked={chosen.includes(choice)}
            onChange={(event) => toggle(choice, event.target.checked)}
          />
          <FormControl.Label>{choice}</FormControl.Label>
        </FormControl>
      ))}
    </Choices>
  );
  if (optionsShown) return boxes;
  return (
    <Stack $gap={8}>
      <Opener
        type="button"
        trailingVisual={open ? TriangleUpIcon : TriangleDownIcon}
        aria-expanded={open}
        aria-controls={open ? place : undefined}
        ref={focusRef}
        onClick={() => setOpen(!open)}
      >
        <VisuallyHidden>{task.name}: </VisuallyHidden>
        {chosen.join(", ") || t("answer.choose")}
      </Opener>
      {open && boxes}
    </Stack>
  );
}

/** As long as what was chosen, in several lines where it has to be. */
const Opener = styled(Button)`
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
