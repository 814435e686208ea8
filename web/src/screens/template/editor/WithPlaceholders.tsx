import { PlusIcon } from "@primer/octicons-react";
import { ActionList, ActionMenu } from "@primer/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { namePlaceholders, photoPlaceholders } from "../../../../../domain/rules/namePlaceholders";
import { Stack } from "../../../kit/stacks";

interface WithPlaceholdersProps {
  value: string;
  onChange: (value: string) => void;
  /** The text names single photos, which have placeholders of their own. */
  photos?: boolean;
  /** The field of the text. */
  children: ReactNode;
}

/** A text with a menu of placeholders, each appended to it (3§9). */
export function WithPlaceholders({ value, onChange, photos = false, children }: WithPlaceholdersProps) {
  const { t } = useTranslation(["template", "layout"]);
  const groups = [...(photos ? [photoPlaceholders] : []), [...namePlaceholders, "TASK_ANSWER"] as const];
  return (
    <Stack $gap={8}>
      {children}
      <div>
        <ActionMenu>
          <ActionMenu.Button size="small" leadingVisual={PlusIcon}>
            {t("exports.insertPlaceholder")}
          </ActionMenu.Button>
          <ActionMenu.Overlay width="medium" maxHeight="xlarge" overflow="auto">
            <ActionList>
              {groups.map((group, index) => (
                <ActionList.Group key={group[0]}>
                  {index > 0 && <ActionList.Divider />}
                  {group.map((name) => {
                    // The answer of which task is for the author to write.
                    const written = name === "TASK_ANSWER" ? "{TASK_ANSWER:…}" : `{${name}}`;
                    return (
                      <ActionList.Item key={name} onSelect={() => onChange(`${value}${written}`)}>
                        {t(`layout:placeholders.${name}`)}
                        <ActionList.Description variant="block">{written}</ActionList.Description>
                      </ActionList.Item>
                    );
                  })}
                </ActionList.Group>
              ))}
            </ActionList>
          </ActionMenu.Overlay>
        </ActionMenu>
      </div>
    </Stack>
  );
}
