import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";
import styled from "styled-components";
import { StableWidthBold } from "./typography.ts";

interface TabItem<Id extends string> {
  id: Id;
  label: string;
  /** Beside the label, and announced with it, such as the number of errors. */
  badge?: ReactNode;
}

interface TabsProps<Id extends string> {
  label: string;
  items: readonly TabItem<Id>[];
  selectedId: Id;
  onSelect: (id: Id) => void;
  children: ReactNode;
}

/** Tabs, with arrow keys, Home and End to move between them. */
export function Tabs<Id extends string>({ label, items, selectedId, onSelect, children }: TabsProps<Id>) {
  const idPrefix = useId();
  const list = useRef<HTMLDivElement>(null);
  function onKeyDown(event: KeyboardEvent) {
    const index = items.findIndex(({ id }) => id === selectedId);
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: (index + 1) % items.length,
      ArrowLeft: (index - 1 + items.length) % items.length,
      Home: 0,
      End: items.length - 1,
    };
    const next = steps[event.key];
    const item = next !== undefined && items[next];
    if (!item) return;
    event.preventDefault();
    onSelect(item.id);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus();
  }
  return (
    <>
      <List ref={list} role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {items.map(({ id, label: text, badge }) => (
          <Tab
            key={id}
            type="button"
            role="tab"
            id={`${idPrefix}-${id}`}
            aria-selected={id === selectedId}
            aria-controls={id === selectedId ? `${idPrefix}-panel` : undefined}
            tabIndex={id === selectedId ? 0 : -1}
            onClick={() => onSelect(id)}
          >
            <StableWidthBold data-text={text}>{text}</StableWidthBold>
            {badge}
          </Tab>
        ))}
      </List>
      <div role="tabpanel" id={`${idPrefix}-panel`} aria-labelledby={`${idPrefix}-${selectedId}`}>
        {children}
      </div>
    </>
  );
}

const List = styled.div`
  display: flex;
  gap: var(--base-size-4);
  margin-bottom: var(--base-size-16);
  overflow-x: auto;
  border-bottom: 1px solid var(--borderColor-muted);
`;

const Tab = styled.button`
  display: inline-flex;
  flex: none;
  align-items: center;
  gap: var(--base-size-6);
  min-height: 40px;
  padding: 0 var(--base-size-12);
  border: 0;
  border-bottom: 2px solid transparent;
  background: none;
  color: var(--fgColor-default);
  font: inherit;
  cursor: pointer;
  @media (max-width: 767px) {
    min-height: 44px;
  }
  &:hover {
    border-bottom-color: var(--borderColor-muted);
  }
  &[aria-selected="true"] {
    border-bottom-color: var(--underlineNav-borderColor-active, var(--borderColor-accent-emphasis));
    font-weight: var(--base-text-weight-semibold);
  }
  &:focus-visible {
    outline-offset: -2px;
  }
`;
