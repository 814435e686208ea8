import styled from "styled-components";

/** Rows out of view are not laid out: five hundred cost as much as twenty. */
export const Item = styled.li`
  position: relative;
  content-visibility: auto;
  contain-intrinsic-size: auto 44px;
  /* Dropdowns of the open form extend below its row. */
  &[data-form] {
    content-visibility: visible;
  }
  & + & {
    border-top: 1px solid var(--borderColor-muted);
  }
  &[data-dragged] {
    opacity: 0.5;
  }
  &[data-drop="before"] {
    box-shadow: inset 0 3px 0 var(--borderColor-accent-emphasis);
  }
  &[data-drop="after"] {
    box-shadow: inset 0 -3px 0 var(--borderColor-accent-emphasis);
  }
  &[data-drop="into"] {
    box-shadow: inset 0 0 0 2px var(--borderColor-accent-emphasis);
  }
`;

export const Row = styled.div<{ $level: number; $open: boolean }>`
  display: flex;
  align-items: center;
  gap: var(--base-size-4);
  min-height: 44px;
  padding: var(--base-size-4) var(--base-size-8);
  padding-left: ${({ $level }) => 4 + $level * 24}px;
  ${({ $open }) => $open && "background: var(--bgColor-muted);"}
  @media (max-width: 767px) {
    flex-wrap: wrap;
    padding-left: ${({ $level }) => 4 + $level * 10}px;
  }
`;

export const NameLine = styled.div`
  display: flex;
  flex: 1 1 0;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 0 var(--base-size-8);
  min-width: 120px;
  @media (max-width: 767px) {
    min-width: 88px;
  }
`;

export const Name = styled.button<{ $group: boolean; $unnamed: boolean }>`
  padding: var(--base-size-4);
  border: 0;
  border-radius: var(--borderRadius-medium);
  background: none;
  color: ${({ $unnamed }) => ($unnamed ? "var(--fgColor-muted)" : "var(--fgColor-default)")};
  font: inherit;
  font-weight: ${({ $group }) => ($group ? "var(--base-text-weight-semibold)" : "inherit")};
  text-align: left;
  overflow-wrap: anywhere;
  cursor: pointer;
  &:hover {
    color: var(--fgColor-accent);
  }
`;

export const Small = styled.span`
  padding-left: var(--base-size-4);
  color: var(--fgColor-muted);
  font-size: var(--text-body-size-small);
`;

export const Ordinal = styled.span`
  min-width: 28px;
  color: var(--fgColor-muted);
  font-size: var(--text-body-size-small);
  font-variant-numeric: tabular-nums;
  text-align: right;
`;

export const ErrorBadge = styled.span`
  padding: 0 var(--base-size-6);
  border-radius: var(--borderRadius-full);
  background: var(--bgColor-danger-muted);
  color: var(--fgColor-danger);
  font-size: var(--text-body-size-small);
  white-space: nowrap;
`;

export const RowActions = styled.div`
  display: flex;
  margin-left: auto;
`;
