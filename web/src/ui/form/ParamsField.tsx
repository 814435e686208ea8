import { PlusIcon, TrashIcon } from "@primer/octicons-react";
import { Button, IconButton, TextInput } from "@primer/react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { FieldErrorText } from "../layout/typography.ts";
import { createRequiredRef } from "../select/requiredRef.ts";
import { paramsOf, useField } from "./FormContext.ts";
import type { FieldProps } from "./TextField.tsx";

interface Pair {
  id: number;
  key: string;
  value: string;
}

/** Free key/value pairs. Keys are required and unique (1§5). */
export function ParamsField({ name, label }: FieldProps) {
  const { t } = useTranslation();
  const field = useField(name, label);
  const lastId = useRef(0);
  const [pairs, setPairs] = useState<Pair[]>(() =>
    Object.entries(paramsOf(field.value)).map(([key, value], id) => ({
      id: -1 - id,
      key,
      value,
    })),
  );
  const set = (next: Pair[]) => {
    setPairs(next);
    // A row with an empty key stays in the form, where native validation rejects it, but not in the value.
    field.set(Object.fromEntries(next.filter(({ key }) => key !== "").map(({ key, value }) => [key, value])));
  };
  const change = (id: number, change: Partial<Pair>) =>
    set(pairs.map((pair) => (pair.id === id ? { ...pair, ...change } : pair)));
  const add = () => {
    lastId.current += 1;
    set([...pairs, { id: lastId.current, key: "", value: "" }]);
  };
  return (
    <Group disabled={field.disabled}>
      <Legend>{label}</Legend>
      {pairs.map(({ id, key, value }, index) => (
        <PairRow key={id}>
          <TextInput
            name={`${name}.key${id}`}
            aria-label={`${t("form.key")} ${index + 1}`}
            placeholder={t("form.key")}
            required
            maxLength={100}
            value={key}
            ref={(element) => {
              const isDuplicate = pairs.some((pair) => pair.id !== id && pair.key === key);
              element?.setCustomValidity(key !== "" && isDuplicate ? "duplicate" : "");
              createRequiredRef(true)(element);
            }}
            onChange={(event) => change(id, { key: event.target.value })}
          />
          <TextInput
            aria-label={`${t("form.value")} ${index + 1}`}
            placeholder={t("form.value")}
            maxLength={2000}
            value={value}
            onChange={(event) => change(id, { value: event.target.value })}
          />
          <IconButton
            icon={TrashIcon}
            variant="invisible"
            aria-label={t("form.removeRow", { number: index + 1 })}
            onClick={() => set(pairs.filter((pair) => pair.id !== id))}
          />
        </PairRow>
      ))}
      {field.message && <FieldErrorText as="div">{field.message}</FieldErrorText>}
      <div>
        <Button size="small" leadingVisual={PlusIcon} onClick={add}>
          {t("form.addRow")}
        </Button>
      </div>
    </Group>
  );
}

const Group = styled.fieldset`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-8);
  margin: 0;
  padding: 0;
  border: 0;
`;

const Legend = styled.legend`
  margin-bottom: var(--base-size-4);
  padding: 0;
  font-weight: var(--base-text-weight-semibold);
`;

const PairRow = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 2fr) minmax(0, 3fr) auto;
  gap: var(--base-size-8);
`;
