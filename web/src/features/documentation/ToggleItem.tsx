import { ActionList } from "@primer/react";
import type { ReactNode } from "react";

interface ToggleItemProps {
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  children: ReactNode;
}

/** An option of a download menu. It is not stored: removing blurs and adding the discussion must be deliberate each time. */
export const ToggleItem = ({ isSelected, onChange, children }: ToggleItemProps) => (
  <ActionList.Group selectionVariant="multiple">
    <ActionList.Item
      selected={isSelected}
      onSelect={(event) => {
        // Keeps the menu open: the actual choice follows.
        event.preventDefault();
        onChange(!isSelected);
      }}
    >
      {children}
    </ActionList.Item>
  </ActionList.Group>
);
