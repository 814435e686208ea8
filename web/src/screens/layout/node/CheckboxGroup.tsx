import { Checkbox, FormControl } from "@primer/react";
import type { ReactNode } from "react";
import styled from "styled-components";
import { fieldErrorText } from "#api/errorTexts.ts";
import type { FieldError } from "#domain/core/problem.ts";
import { BareFieldset } from "#ui/layout/boxes.ts";
import { FieldErrorText, Note } from "#ui/layout/typography.ts";

interface CheckboxGroupProps {
  label: string;
  caption?: string | undefined;
  /** The selected values, joined by ";". */
  value: string;
  options: readonly { value: string; label: string }[];
  error?: FieldError | undefined;
  onChange: (value: string) => void;
  /** More controls, below the checkboxes. */
  children?: ReactNode;
}

export const splitSelected = (value: string): readonly string[] => value.split(";").filter(Boolean);

/** A param with several values, as a group of checkboxes. */
export function CheckboxGroup({
  label,
  caption,
  value,
  options,
  error,
  onChange,
  children,
}: CheckboxGroupProps) {
  const selected = splitSelected(value);
  const toggle = (option: string, isChecked: boolean) =>
    onChange(
      (isChecked
        ? // In the order of the options, so that unchecking and checking a box again changes nothing.
          options.map(({ value: name }) => name).filter((name) => selected.includes(name) || name === option)
        : selected.filter((name) => name !== option)
      ).join(";"),
    );
  return (
    <BareFieldset>
      <Legend>{label}</Legend>
      {caption && <Note as="p">{caption}</Note>}
      <Boxes>
        {options.map((option) => (
          <FormControl key={option.value}>
            <Checkbox
              checked={selected.includes(option.value)}
              onChange={({ target }) => toggle(option.value, target.checked)}
            />
            <FormControl.Label>{option.label}</FormControl.Label>
          </FormControl>
        ))}
      </Boxes>
      {children}
      {error && <FieldErrorText>{fieldErrorText(error)}</FieldErrorText>}
    </BareFieldset>
  );
}

const Legend = styled.legend`
  padding: 0;
  font-size: var(--text-body-size-medium);
  font-weight: var(--base-text-weight-semibold);
`;

const Boxes = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(180px, 100%), 1fr));
  gap: var(--base-size-4) var(--base-size-12);
  margin-top: var(--base-size-4);
  max-height: 240px;
  overflow-y: auto;
  overflow-wrap: anywhere;
`;
