import { PlusIcon } from "@primer/octicons-react";
import { ActionList, ActionMenu } from "@primer/react";
import { useTranslation } from "react-i18next";
import type { namePlaceholders, photoPlaceholders } from "#domain/documentation/namePlaceholders.ts";
import type { otherPlaceholders, pagePlaceholders, textPlaceholders } from "#domain/layout/types.ts";

type Placeholder =
  | (typeof otherPlaceholders)[number]
  | (typeof pagePlaceholders)[number]
  | (typeof textPlaceholders)[number]
  | (typeof namePlaceholders)[number]
  | (typeof photoPlaceholders)[number];

interface PlaceholderMenuProps {
  label: string;
  groups: readonly (readonly Placeholder[])[];
  /** How a placeholder is written, if not as its name in curly braces. */
  examples?: Partial<Record<Placeholder, string>>;
  onInsert: (text: string) => void;
}

/** A menu of placeholders to insert into a text (3§9). */
export function PlaceholderMenu({ label, groups, examples = {}, onInsert }: PlaceholderMenuProps) {
  const { t } = useTranslation("layout");
  return (
    <div>
      <ActionMenu>
        <ActionMenu.Button size="small" leadingVisual={PlusIcon}>
          {label}
        </ActionMenu.Button>
        <ActionMenu.Overlay width="medium" maxHeight="xlarge" overflow="auto">
          <ActionList>
            {groups.map((group, index) => (
              <ActionList.Group key={group[0]}>
                {index > 0 && <ActionList.Divider />}
                {group.map((name) => (
                  <ActionList.Item key={name} onSelect={() => onInsert(examples[name] ?? `{${name}}`)}>
                    {t(`placeholders.${name}`)}
                    <ActionList.Description variant="block">
                      {examples[name] ?? `{${name}}`}
                    </ActionList.Description>
                  </ActionList.Item>
                ))}
              </ActionList.Group>
            ))}
          </ActionList>
        </ActionMenu.Overlay>
      </ActionMenu>
    </div>
  );
}
