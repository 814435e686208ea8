import { Select } from "@primer/react";
import { useState } from "react";

interface Choice {
  value: string;
  label: string;
  disabled?: boolean;
}

interface LazySelectProps {
  label: string;
  value: string;
  getChoices: () => readonly Choice[];
  disabled?: boolean;
  onChange: (value: string) => void;
}

/** A select that renders its options on focus or hover: 500 selects with 500 options each are too many. */
export function LazySelect({ label, value, getChoices, disabled = false, onChange }: LazySelectProps) {
  const [hasAllOptions, setHasAllOptions] = useState(false);
  const allChoices = getChoices();
  const visibleChoices = hasAllOptions ? allChoices : allChoices.filter((choice) => choice.value === value);
  const renderOptions = () => setHasAllOptions(true);
  return (
    <div>
      <Select
        block
        aria-label={label}
        value={value}
        disabled={disabled}
        onFocus={renderOptions}
        onPointerDown={renderOptions}
        onPointerEnter={renderOptions}
        onChange={(event) => onChange(event.target.value)}
      >
        {visibleChoices.map((choice) => (
          <Select.Option key={choice.value} value={choice.value} disabled={choice.disabled ?? false}>
            {choice.label}
          </Select.Option>
        ))}
      </Select>
    </div>
  );
}
