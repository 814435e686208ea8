import { XIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";

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
    <List aria-label={label}>
      {values.map((value) => (
        <li key={value}>
          <span>{value}</span>
          <Remove
            type="button"
            aria-label={t("form.removeChosen", { name: value })}
            onClick={() => onRemove(value)}
          >
            <XIcon size={12} />
          </Remove>
        </li>
      ))}
    </List>
  );
}

const List = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: var(--base-size-4);
  li {
    display: inline-flex;
    align-items: center;
    padding-left: var(--base-size-8);
    border: 1px solid var(--borderColor-default);
    border-radius: var(--borderRadius-full);
    background: var(--bgColor-muted);
    font-size: var(--text-body-size-small);
    overflow-wrap: anywhere;
  }
`;

const Remove = styled.button`
  display: grid;
  place-items: center;
  flex: none;
  width: 26px;
  height: 26px;
  padding: 0;
  border: 0;
  border-radius: var(--borderRadius-full);
  background: none;
  color: var(--fgColor-muted);
  cursor: pointer;
`;
