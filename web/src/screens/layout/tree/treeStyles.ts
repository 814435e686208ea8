import styled from "styled-components";
import { PlainIconButton } from "#ui/button/plainIconButton.ts";

export const NestedList = styled.ul<{ $level: number }>`
  list-style: none;
  margin: 0;
  padding: 0;
  ${({ $level }) =>
    $level > 0 &&
    `
    margin-left: 19px;
    border-left: 1px solid var(--borderColor-muted);
    @media (max-width: 767px) {
      margin-left: 11px;
    }
  `}
`;

export const Item = styled.li`
  position: relative;
  &[data-dragged] {
    z-index: 2;
    border-radius: var(--borderRadius-medium);
    background: var(--bgColor-default);
    box-shadow: var(--shadow-floating-small);
  }
`;

/** Actions of a row, visible while it is hovered, focused or open. */
export const RowButtons = styled.div`
  display: flex;
  flex: none;
`;

/** With content-visibility the browser skips rows out of view: five hundred cost as much as twenty. */
export const Row = styled.div<{ $open: boolean }>`
  display: flex;
  align-items: center;
  min-height: 36px;
  padding: 0 var(--base-size-4) 0 0;
  border-radius: var(--borderRadius-medium);
  content-visibility: auto;
  contain-intrinsic-size: auto 36px;
  ${({ $open }) => $open && "background: var(--bgColor-accent-muted);"}
  &:hover {
    ${({ $open }) => !$open && "background: var(--control-transparent-bgColor-hover);"}
  }
  @media (hover: hover) {
    &:not(:hover, :focus-within) ${RowButtons} {
      ${({ $open }) => !$open && "opacity: 0;"}
    }
  }
  @media (pointer: coarse), (max-width: 767px) {
    min-height: 44px;
  }
  @media (hover: none) {
    ${RowButtons} {
      ${({ $open }) => !$open && "display: none;"}
    }
  }
`;

/** The name of a row, which opens its form. Takes the remaining width. */
export const Name = styled.button`
  display: flex;
  flex: 1 1 0;
  align-items: center;
  gap: var(--base-size-8);
  min-width: 0;
  min-height: 32px;
  padding: var(--base-size-2) var(--base-size-4);
  @media (pointer: coarse), (max-width: 767px) {
    min-height: 44px;
  }
  border: 0;
  border-radius: var(--borderRadius-medium);
  background: none;
  color: var(--fgColor-default);
  font: inherit;
  text-align: left;
  cursor: pointer;
`;

export const NodeIconBox = styled.span`
  display: flex;
  flex: none;
  color: var(--fgColor-muted);
`;

export const ErrorBadge = styled.span`
  flex: none;
  padding: 0 var(--base-size-6);
  border-radius: var(--borderRadius-full);
  background: var(--bgColor-danger-muted);
  color: var(--fgColor-danger);
  font-size: var(--text-body-size-small);
`;

export const SmallIconButton = styled(PlainIconButton)`
  width: 28px;
  @media (pointer: coarse), (max-width: 767px) {
    width: 44px;
  }
`;

export const Spacer = styled.span`
  flex: none;
  width: 28px;
  @media (pointer: coarse), (max-width: 767px) {
    width: 44px;
  }
`;
