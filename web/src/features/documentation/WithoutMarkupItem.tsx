import { ActionList } from "@primer/react";
import { useTranslation } from "react-i18next";

interface WithoutMarkupItemProps {
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
}

/**
 * An item of a download menu that leaves the markup off photos. The choice is not stored: removing blurs must be deliberate.
 */
export function WithoutMarkupItem({ isSelected, onChange }: WithoutMarkupItemProps) {
  const { t } = useTranslation("documentation");
  return (
    <ActionList.Group selectionVariant="multiple">
      <ActionList.Item
        selected={isSelected}
        onSelect={(event) => {
          // Keeps the menu open: the actual choice follows.
          event.preventDefault();
          onChange(!isSelected);
        }}
      >
        {t("export.withoutMarkup")}
      </ActionList.Item>
    </ActionList.Group>
  );
}
