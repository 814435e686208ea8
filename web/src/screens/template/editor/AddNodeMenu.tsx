import { PlusIcon } from "@primer/octicons-react";
import { ActionList, ActionMenu } from "@primer/react";
import { useTranslation } from "react-i18next";
import { type ExportNodeType, exportNodeTypes } from "#domain/template/types.ts";

export function AddNodeMenu({ label, onAdd }: { label: string; onAdd: (type: ExportNodeType) => void }) {
  const { t } = useTranslation("template");
  return (
    <div>
      <ActionMenu>
        <ActionMenu.Button size="small" leadingVisual={PlusIcon}>
          {label}
        </ActionMenu.Button>
        <ActionMenu.Overlay>
          <ActionList>
            {exportNodeTypes.map((type) => (
              <ActionList.Item key={type} onSelect={() => onAdd(type)}>
                {t(`exports.nodes.${type}`)}
              </ActionList.Item>
            ))}
          </ActionList>
        </ActionMenu.Overlay>
      </ActionMenu>
    </div>
  );
}
