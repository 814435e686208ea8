import { ActionList } from "@primer/react";
import { useTranslation } from "react-i18next";

interface BareItemProps {
  bare: boolean;
  onChange: (bare: boolean) => void;
}

/** In a download menu: whether photos are held without what is drawn on them. For this menu alone, lest blurs be forgotten. */
export function WithoutMarkupItem({ bare, onChange }: BareItemProps) {
  const { t } = useTranslation("documentation");
  return (
    <ActionList.Group selectionVariant="multiple">
      <ActionList.Item
        selected={bare}
        onSelect={(event) => {
          // Keeps the menu open: the actual choice follows.
          event.preventDefault();
          onChange(!bare);
        }}
      >
        {t("export.bare")}
      </ActionList.Item>
    </ActionList.Group>
  );
}
