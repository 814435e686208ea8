import { Checkbox, FormControl } from "@primer/react";
import styled from "styled-components";
import { BareFieldset } from "../layout/boxes.ts";
import { Note, visuallyHidden } from "../layout/typography.ts";
import type { Field } from "./FormContext.ts";
import type { FieldProps } from "./TextField.tsx";

interface CheckboxOption<Item> {
  item: Item;
  label: string;
  hint?: string;
}

interface CheckboxGroupFieldProps<Item> extends Omit<FieldProps, "name"> {
  field: Field<Item[] | undefined>;
  options: readonly CheckboxOption<Item>[];
  keyOf: (item: Item) => string | number;
  /** Sorts like the service, so that unchecking and checking again counts as unchanged. */
  compare: (a: Item, b: Item) => number;
  /** Hides the label visually if a heading already says it. */
  labelHidden?: boolean;
  onToggle?: (items: Item[]) => void;
  /** Shown when there are no options. */
  empty?: string;
}

/** A list field as checkboxes. Items in its value that are not offered stay in it. */
export function CheckboxGroupField<Item>(props: CheckboxGroupFieldProps<Item>) {
  const { field, label, caption, options, keyOf, compare, labelHidden = false, empty } = props;
  const items = field.value ?? [];
  const has = (item: Item) => items.some((selectedItem) => keyOf(selectedItem) === keyOf(item));
  const toggle = (item: Item, isChecked: boolean) => {
    const next = isChecked
      ? [...items, item].sort(compare)
      : items.filter((selectedItem) => keyOf(selectedItem) !== keyOf(item));
    field.set(next);
    props.onToggle?.(next);
  };
  return (
    <BareFieldset disabled={field.disabled || field.isLocked}>
      <Legend $hidden={labelHidden}>{label}</Legend>
      {caption && <Note as="p">{caption}</Note>}
      {options.length === 0 && empty && <Note as="p">{empty}</Note>}
      <Checkboxes>
        {options.map(({ item, label: text, hint }) => (
          <FormControl key={keyOf(item)} disabled={field.disabled || field.isLocked}>
            <Checkbox
              name={field.name}
              checked={has(item)}
              onChange={(event) => toggle(item, event.target.checked)}
            />
            <FormControl.Label>{text}</FormControl.Label>
            {hint && <FormControl.Caption>{hint}</FormControl.Caption>}
          </FormControl>
        ))}
      </Checkboxes>
      {field.message && <ErrorText>{field.message}</ErrorText>}
    </BareFieldset>
  );
}

const Legend = styled.legend<{ $hidden: boolean }>`
  padding: 0;
  font-weight: var(--base-text-weight-semibold);
  ${({ $hidden }) => $hidden && visuallyHidden}
`;

const Checkboxes = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(280px, 100%), 1fr));
  gap: var(--base-size-8) var(--base-size-16);
  margin-top: var(--base-size-8);
`;

const ErrorText = styled.p`
  margin-top: var(--base-size-4);
  color: var(--fgColor-danger);
  font-size: var(--text-body-size-small);
`;
