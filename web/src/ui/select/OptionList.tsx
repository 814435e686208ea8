import { CheckIcon } from "@primer/octicons-react";
import { Spinner } from "@primer/react";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { Option, useCombobox } from "./useCombobox.ts";

interface OptionListProps {
  label: string;
  search: ReturnType<typeof useCombobox>;
  isSelected: (option: Option) => boolean;
  multiple?: boolean;
  /** Shown beside an option's text, 32 by 32 px. */
  picture?: ((option: Option) => ReactNode) | undefined;
  onSelect: (option: Option) => void;
}

/** The options of a combobox, below its text box, which keeps the focus and handles the keys. */
export function OptionList({
  label,
  search,
  isSelected,
  multiple = false,
  picture: renderPicture,
  onSelect,
}: OptionListProps) {
  const { t } = useTranslation();
  const { open, options, active, setActive, listId, waiting, failed } = search;
  const list = useRef<HTMLDivElement>(null);
  // Scrolls the list into view: at the end of a dialog it would open below the visible part.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other options change the height
  useEffect(() => {
    if (open) list.current?.scrollIntoView({ block: "nearest" });
  }, [open, options.length]);
  useEffect(() => {
    if (open) list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [open, active]);
  return (
    <List
      ref={list}
      id={listId}
      role="listbox"
      aria-label={label}
      aria-multiselectable={multiple || undefined}
      hidden={!open}
    >
      {options.map((option, index) => (
        <OptionRow
          key={option.id}
          id={`${listId}-${index}`}
          role="option"
          aria-selected={isSelected(option)}
          $active={index === active}
          onMouseDown={(event) => event.preventDefault()}
          onMouseMove={() => setActive(index)}
          onClick={() => onSelect(option)}
        >
          {multiple && <CheckMark>{isSelected(option) && <CheckIcon />}</CheckMark>}
          {renderPicture && <Picture>{renderPicture(option)}</Picture>}
          <span>{option.label}</span>
        </OptionRow>
      ))}
      {options.length === 0 && (
        <Empty role="option" aria-disabled="true" aria-selected="false">
          {waiting ? (
            <Spinner size="small" srText={t("state.loading")} />
          ) : failed ? (
            t("state.loadFailed")
          ) : (
            t("form.noMatch")
          )}
        </Empty>
      )}
    </List>
  );
}

/** The anchor that the list is positioned against. */
export const ListAnchor = styled.div`
  position: relative;
`;

const List = styled.div`
  position: absolute;
  z-index: 10;
  /* Below the box, above its caption: the height of a label and a box. */
  top: 60px;
  left: 0;
  right: 0;
  max-height: 240px;
  overflow: auto;
  padding: var(--base-size-4);
  border-radius: var(--borderRadius-large);
  background: var(--overlay-bgColor);
  box-shadow: var(--shadow-floating-small);
  &[hidden] {
    display: none;
  }
`;

export const Picture = styled.span`
  flex: none;
  width: 32px;
  height: 32px;
`;

const OptionRow = styled.div<{ $active: boolean }>`
  display: flex;
  align-items: center;
  gap: var(--base-size-8);
  padding: var(--base-size-6) var(--base-size-8);
  border-radius: var(--borderRadius-medium);
  cursor: pointer;
  overflow-wrap: anywhere;
  ${({ $active }) => $active && "background: var(--control-transparent-bgColor-hover);"}
  &[aria-selected="true"] {
    font-weight: var(--base-text-weight-semibold);
  }
`;

const CheckMark = styled.span`
  flex: none;
  width: 16px;
`;

const Empty = styled.div`
  padding: var(--base-size-6) var(--base-size-8);
  color: var(--fgColor-muted);
`;
