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
  choices: () => readonly Choice[];
  disabled?: boolean;
  onChange: (value: string) => void;
}

/** A select that gets its options on approach: five hundred selects with five hundred options each are too many. */
export function LazySelect({ label, value, choices, disabled = false, onChange }: LazySelectProps) {
  const [near, setNear] = useState(false);
  const all = choices();
  const shown = near ? all : all.filter((choice) => choice.value === value);
  const come = () => setNear(true);
  return (
    <div>
      <Select
        block
        aria-label={label}
        value={value}
        disabled={disabled}
        onFocus={come}
        onPointerDown={come}
        onPointerEnter={come}
        onChange={(event) => onChange(event.target.value)}
      >
        {shown.map((choice) => (
          <Select.Option key={choice.value} value={choice.value} disabled={choice.disabled ?? false}>
            {choice.label}
          </Select.Option>
        ))}
      </Select>
    </div>
  );
}
