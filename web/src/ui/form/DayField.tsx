import { Button, FormControl } from "@primer/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { formatDay, startOfDay } from "../format/dates.ts";
import { DateInput } from "../input/DateInput.tsx";
import { createRequiredRef } from "../select/requiredRef.ts";
import { useField } from "./FormContext.ts";
import type { FieldProps } from "./TextField.tsx";

/** A day, stored as the instant at which it starts (3§5); can be cleared. */
export function DayField({ name, label, caption }: FieldProps) {
  const { t } = useTranslation();
  const field = useField(name, label);
  const value = typeof field.value === "string" ? field.value : null;
  // The input's value is empty while a date is being typed; writing that back would wipe the typed part.
  const [input, setTyped] = useState(value ? formatDay(value) : "");
  const set = (day: string) => {
    setTyped(day);
    field.set(startOfDay(day));
  };
  return (
    <FormControl required={field.required} disabled={field.disabled || field.isLocked}>
      <FormControl.Label>{label}</FormControl.Label>
      <DateInput
        ref={createRequiredRef(field.required)}
        name={name}
        min="2000-01-01"
        max="2999-12-31"
        value={input}
        onChange={(event) => set(event.target.value)}
        {...(field.message && { validationStatus: "error" as const })}
      />
      {caption && <FormControl.Caption>{caption}</FormControl.Caption>}
      {field.message && <FormControl.Validation variant="error">{field.message}</FormControl.Validation>}
      {value && !field.required && (
        <Clear type="button" variant="link" size="small" onClick={() => set("")}>
          {t("actions.clear")}
        </Clear>
      )}
    </FormControl>
  );
}

const Clear = styled(Button)`
  align-self: flex-start;
`;
