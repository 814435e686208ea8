import { FormControl, TextInput } from "@primer/react";
import { useCallback, useRef } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { fieldErrorText } from "#api/errorTexts.ts";
import type { FieldError } from "#domain/core/problem.ts";

interface ColorFieldProps {
  label: string;
  /** "#RRGGBB", or the part typed so far. */
  value: string;
  required: boolean;
  error: FieldError | undefined;
  onChange: (value: string) => void;
}

const hexColorPattern = /^#[0-9a-f]{6}$/i;

/** Cleans a typed or pasted colour: adds the "#" and drops invalid characters. */
const normalizeColor = (text: string): string => {
  const digits = text
    .replace(/[^0-9a-f]/gi, "")
    .slice(0, 6)
    .toUpperCase();
  return digits || text.includes("#") ? `#${digits}` : "";
};

/** A colour, typed as a code or picked with the browser's colour picker. */
export function ColorField({ label, value, required, error, onChange }: ColorFieldProps) {
  const { t } = useTranslation("layout");
  const picker = useRef<HTMLInputElement>(null);
  const color = hexColorPattern.test(value) ? value : null;
  const SwatchIcon = useCallback(() => <Swatch style={{ background: color ?? "none" }} />, [color]);
  return (
    <Wrapper>
      <FormControl required={required}>
        <FormControl.Label>{label}</FormControl.Label>
        <TextInput
          block
          monospace
          autoComplete="off"
          spellCheck={false}
          placeholder="#"
          maxLength={20}
          value={value}
          onChange={({ target }) => onChange(normalizeColor(target.value))}
          trailingAction={
            <TextInput.Action
              icon={SwatchIcon}
              aria-label={t("form.chooseColor", { name: label.toLocaleLowerCase() })}
              onClick={() => picker.current?.showPicker()}
            />
          }
          {...(error && { validationStatus: "error" as const })}
        />
        {error && <FormControl.Validation variant="error">{fieldErrorText(error)}</FormControl.Validation>}
      </FormControl>
      <Picker
        ref={picker}
        type="color"
        aria-hidden="true"
        tabIndex={-1}
        value={color ?? "#ffffff"}
        onChange={({ target }) => onChange(target.value.toUpperCase())}
      />
    </Wrapper>
  );
}

const Wrapper = styled.div`
  position: relative;
`;

/** Hidden; the browser opens its picker at this input. */
const Picker = styled.input`
  position: absolute;
  right: 0;
  bottom: 0;
  width: 1px;
  height: 1px;
  opacity: 0;
  pointer-events: none;
`;

const Swatch = styled.span`
  display: block;
  width: 16px;
  height: 16px;
  border: 1px solid var(--borderColor-emphasis);
  border-radius: var(--borderRadius-small);
`;
