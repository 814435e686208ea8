import { TriangleDownIcon } from "@primer/octicons-react";
import { AnchoredOverlay, Button } from "@primer/react";
import { type ReactNode, useState } from "react";
import styled from "styled-components";

interface FilterButtonProps {
  label: string;
  /** Whether the filter is in use. */
  active: boolean;
  /** Matches the height of neighbouring controls. */
  size?: "small" | "medium";
  children: (close: () => void) => ReactNode;
}

/** A button that opens the filter of a column. */
export function FilterButton({ label, active, size = "small", children }: FilterButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <AnchoredOverlay
      open={isOpen}
      onOpen={() => setOpen(true)}
      onClose={close}
      focusZoneSettings={{ disabled: true }}
      overlayProps={{ role: "dialog", "aria-label": label }}
      renderAnchor={(props) => (
        <Button {...props} size={size} trailingAction={TriangleDownIcon} data-active={active}>
          {active ? <ActiveLabel>{label}</ActiveLabel> : label}
        </Button>
      )}
    >
      {children(close)}
    </AnchoredOverlay>
  );
}

const ActiveLabel = styled.span`
  color: var(--fgColor-accent);
  font-weight: var(--base-text-weight-semibold);
`;

export const Panel = styled.div`
  display: flex;
  flex-direction: column;
  width: min(320px, 90vw);
  max-height: min(440px, 70vh);
`;

export const Choices = styled.div`
  display: grid;
  gap: var(--base-size-8);
  padding: var(--base-size-12) var(--base-size-16);
  overflow-y: auto;
  overflow-wrap: anywhere;
`;
