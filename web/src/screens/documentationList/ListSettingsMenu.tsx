import { SlidersIcon } from "@primer/octicons-react";
import { ActionList, ActionMenu, Button } from "@primer/react";
import { useTranslation } from "react-i18next";
import { listLimits } from "#domain/core/documentationTypes.ts";
import type { ListSettings } from "#features/documentationList/listSettings.ts";

interface ListSettingsMenuProps {
  settings: ListSettings;
  onChange: (change: Partial<ListSettings>) => void;
}

/** The list's settings menu (2§2). */
export function ListSettingsMenu({ settings, onChange }: ListSettingsMenuProps) {
  const { t } = useTranslation("documentation");
  const { t: tDocumentationList } = useTranslation("documentationList");
  return (
    <ActionMenu>
      <ActionMenu.Anchor>
        <Button leadingVisual={SlidersIcon}>{t("settings")}</Button>
      </ActionMenu.Anchor>
      <ActionMenu.Overlay width="small" align="end">
        <ActionList>
          <ActionList.Group selectionVariant="multiple">
            <ActionList.Item
              selected={settings.showHidden}
              onSelect={() => onChange({ showHidden: !settings.showHidden })}
            >
              {t("showHidden")}
            </ActionList.Item>
            <ActionList.Item
              selected={settings.showsThumbnails}
              onSelect={() => onChange({ showsThumbnails: !settings.showsThumbnails })}
            >
              {tDocumentationList("thumbnails")}
            </ActionList.Item>
          </ActionList.Group>
          <ActionList.Divider />
          <ActionList.Group selectionVariant="single">
            <ActionList.GroupHeading>{t("maxRows")}</ActionList.GroupHeading>
            {listLimits.map((max) => (
              <ActionList.Item key={max} selected={settings.max === max} onSelect={() => onChange({ max })}>
                {max === -1 ? t("all") : max}
              </ActionList.Item>
            ))}
          </ActionList.Group>
        </ActionList>
      </ActionMenu.Overlay>
    </ActionMenu>
  );
}
