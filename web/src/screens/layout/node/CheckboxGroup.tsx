import { Checkbox, FormControl } from "@primer/react";
import type { ReactNode } from "react";
import styled from "styled-components";
import { fieldFaultText } from "#api/errorTexts.ts";
import type { FieldError } from "#domain/core/problem.ts";
import { BareFieldset } from "#ui/layout/boxes.ts";
import { FieldErrorText, Note } from "#ui/layout/typography.ts";

interface ChecksProps {
  label: string;
  caption?: string | undefined;
  /** The chosen values, joined by ";". */
  value: string;
  options: readonly { value: string; label: string }[];
  fault?: FieldError | undefined;
  onChange: (value: string) => void;
  /** More choices, below the boxes. */
  children?: ReactNode;
}

export const chosenIn = (value: string): readonly string[] => value.split(";").filter(Boolean);

/** A param of several values as a set of boxes. */
export function CheckboxGroup({
  label,
  caption,
  value,
  options,
  fault: error,
  onChange,
  children,
}: ChecksProps) {
  const chosen = chosenIn(value);
  const toggle = (option: string, on: boolean) =>
    onChange(
      (on
        ? // In the order of the options, so that unticking and ticking a box is no change.
          options.map((one) => one.value).filter((one) => chosen.includes(one) || one === option)
        : chosen.filter((one) => one !== option)
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
              checked={chosen.includes(option.value)}
              onChange={({ target }) => toggle(option.value, target.checked)}
            />
            <FormControl.Label>{option.label}</FormControl.Label>
          </FormControl>
        ))}
      </Boxes>
      {children}
      {error && <FieldErrorText>{fieldFaultText(error)}</FieldErrorText>}
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
