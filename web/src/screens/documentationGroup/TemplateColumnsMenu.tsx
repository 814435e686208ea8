import { ColumnsIcon } from "@primer/octicons-react";
import { ActionList, ActionMenu, Button } from "@primer/react";
import { useTranslation } from "react-i18next";

interface Template {
  id: string;
  name: string;
}

interface TemplateColumnsMenuProps {
  all: readonly Template[];
  visible: readonly Template[];
  toggle: (id: string) => void;
}

/** Chooses the templates with a date column, if there are more than fit. */
export function TemplateColumnsMenu({ all, visible, toggle }: TemplateColumnsMenuProps) {
  const { t } = useTranslation("group");
  const ids = new Set(visible.map(({ id }) => id));
  return (
    <ActionMenu>
      <ActionMenu.Anchor>
        <Button leadingVisual={ColumnsIcon}>{t("templateColumns")}</Button>
      </ActionMenu.Anchor>
      <ActionMenu.Overlay width="medium" align="end" maxHeight="large" overflow="auto">
        <ActionList>
          <ActionList.Group selectionVariant="multiple">
            <ActionList.GroupHeading>{t("templatesInColumns")}</ActionList.GroupHeading>
            {all.map(({ id, name }) => (
              <ActionList.Item
                key={id}
                selected={ids.has(id)}
                onSelect={(event) => {
                  // Keeps the menu open for several choices.
                  event.preventDefault();
                  toggle(id);
                }}
              >
                {name}
              </ActionList.Item>
            ))}
          </ActionList.Group>
        </ActionList>
      </ActionMenu.Overlay>
    </ActionMenu>
  );
}
