import { Checkbox, FormControl } from "@primer/react";
import styled from "styled-components";
import { BareFieldset } from "../layout/boxes.ts";
import { Note, visuallyHidden } from "../layout/typography.ts";
import { useField } from "./FormContext.ts";
import type { FieldProps } from "./TextField.tsx";

interface Check<Item> {
  item: Item;
  label: string;
  hint?: string;
}

interface ChecksFieldProps<Item> extends FieldProps {
  checks: readonly Check<Item>[];
  keyOf: (item: Item) => string | number;
  /** The service's order of the list, so that unticking and ticking again counts as unchanged. */
  compare: (one: Item, other: Item) => number;
  /** Hides the label where a heading says it already. */
  labelHidden?: boolean;
  onToggle?: (items: Item[]) => void;
  /** Shown when there is nothing to tick. */
  empty?: string;
}

/** A list of the contract as checkboxes. Items of the list that are not offered stay in it. */
export function CheckboxGroupField<Item>(props: ChecksFieldProps<Item>) {
  const { name, label, caption, checks, keyOf, compare, labelHidden = false, empty } = props;
  const field = useField(name);
  const items = (field.value as Item[] | undefined) ?? [];
  const has = (item: Item) => items.some((one) => keyOf(one) === keyOf(item));
  const toggle = (item: Item, on: boolean) => {
    const next = on ? [...items, item].sort(compare) : items.filter((one) => keyOf(one) !== keyOf(item));
    field.set(next);
    props.onToggle?.(next);
  };
  return (
    <BareFieldset disabled={field.disabled || field.locked}>
      <Legend $hidden={labelHidden}>{label}</Legend>
      {caption && <Note as="p">{caption}</Note>}
      {checks.length === 0 && empty && <Note as="p">{empty}</Note>}
      <Boxes>
        {checks.map(({ item, label: text, hint }) => (
          <FormControl key={keyOf(item)} disabled={field.disabled || field.locked}>
            <Checkbox
              name={name}
              checked={has(item)}
              onChange={(event) => toggle(item, event.target.checked)}
            />
            <FormControl.Label>{text}</FormControl.Label>
            {hint && <FormControl.Caption>{hint}</FormControl.Caption>}
          </FormControl>
        ))}
      </Boxes>
      {field.message && <Fault>{field.message}</Fault>}
    </BareFieldset>
  );
}

const Legend = styled.legend<{ $hidden: boolean }>`
  padding: 0;
  font-weight: var(--base-text-weight-semibold);
  ${({ $hidden }) => $hidden && visuallyHidden}
`;

const Boxes = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(280px, 100%), 1fr));
  gap: var(--base-size-8) var(--base-size-16);
  margin-top: var(--base-size-8);
`;

const Fault = styled.p`
  margin-top: var(--base-size-4);
  color: var(--fgColor-danger);
  font-size: var(--text-body-size-small);
`;
