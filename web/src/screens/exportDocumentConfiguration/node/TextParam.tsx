import { PlusIcon } from "@primer/octicons-react";
import { ActionList, ActionMenu } from "@primer/react";
import { useTranslation } from "react-i18next";
import type { LayoutNode } from "../../../../../domain/layout/node";
import { furtherPlaceholders, pagePlaceholders, textPlaceholders } from "../../../../../domain/layout/words";
import type { FieldFault } from "../../../../../domain/problem";
import { Area } from "../../../kit/controls";
import { Stack } from "../../../kit/stacks";

interface TextParamProps {
  label: string;
  value: string;
  required: boolean;
  maxLength: number;
  fault: FieldFault | undefined;
  onChange: (value: string) => void;
  around: readonly LayoutNode[];
}

/** A text, and a menu of placeholders that can be appended to it (3§4, 3§9). */
export function TextParam({ around, ...props }: TextParamProps) {
  const { t } = useTranslation("layout");
  const onEveryPage = around.some(({ type }) => type === "HEADER" || type === "FOOTER");
  const groups = [...(onEveryPage ? [pagePlaceholders] : []), textPlaceholders, furtherPlaceholders];
  return (
    <Stack $gap={8}>
      <Area {...props} rows={3} caption={t("captions.TEXT", { written: "{TASK_ANSWER:…}" })} />
      <div>
        <ActionMenu>
          <ActionMenu.Button size="small" leadingVisual={PlusIcon}>
            {t("form.placeholder")}
          </ActionMenu.Button>
          <ActionMenu.Overlay width="medium" maxHeight="xlarge" overflow="auto">
            <ActionList>
              {groups.map((group, index) => (
                <ActionList.Group key={group[0]}>
                  {index > 0 && <ActionList.Divider />}
                  {group.map((name) => (
                    <ActionList.Item key={name} onSelect={() => props.onChange(`${props.value}{${name}}`)}>
                      {t(`placeholders.${name}`)}
                      <ActionList.Description variant="block">{`{${name}}`}</ActionList.Description>
                    </ActionList.Item>
                  ))}
                </ActionList.Group>
              ))}
            </ActionList>
          </ActionMenu.Overlay>
        </ActionMenu>
      </div>
    </Stack>
  );
}
