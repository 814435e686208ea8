import { useTranslation } from "react-i18next";
import { Chip, Chips } from "../Chips";

interface TokensProps {
  label: string;
  values: readonly string[];
  onRemove: (value: string) => void;
}

/** The values that are chosen, each with a button that takes it out. */
export function Tokens({ label, values, onRemove }: TokensProps) {
  const { t } = useTranslation();
  if (values.length === 0) return null;
  return (
    <Chips aria-label={label}>
      {values.map((value) => (
        <Chip
          key={value}
          removeLabel={t("form.removeChosen", { name: value })}
          onRemove={() => onRemove(value)}
        >
          <span>{value}</span>
        </Chip>
      ))}
    </Chips>
  );
}
