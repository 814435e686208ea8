import { useTranslation } from "react-i18next";
import { takesPhotos } from "#domain/task/types.ts";
import { taskTree } from "#domain/template/taskRules.ts";
import { splitSemicolons } from "#domain/template/templateEdit.ts";
import { ServerMultiSelect } from "#ui/select/ServerMultiSelect.tsx";
import { useEditor } from "./TemplateEditorContext.ts";

interface ExcludedKeysProps {
  /** Names the field among those of other nodes. */
  name: string;
  /** Keys, separated by semicolons. */
  value: string;
  onChange: (value: string) => void;
}

/** Chooses the tasks whose photos a node leaves out, by the keys of the template's tasks. A key that no task has any more stays until it is removed. */
export function ExcludedKeys({ name, value, onChange }: ExcludedKeysProps) {
  const { t } = useTranslation("template");
  const { state } = useEditor();
  const tasks = new Map(
    taskTree
      .flatten(state.content.tasks)
      .flatMap(({ node }) => (node.key && takesPhotos(node.type) ? [[node.key, node.name] as const] : [])),
  );
  const options = [...tasks].map(([key, task]) => ({ id: key, label: t("exports.keyOf", { key, task }) }));
  const chosen = splitSemicolons(value).map((key) => ({
    id: key,
    label: options.find(({ id }) => id === key)?.label ?? t("exports.keyUnused", { key }),
  }));
  return (
    <ServerMultiSelect
      name={name}
      label={t("exports.excludeKeys")}
      caption={t("exports.excludeKeysHint")}
      placeholder={t("exports.excludeKeysSearch")}
      value={chosen}
      // Tasks change while they are edited: what was found before is not what there is now.
      queryKey={`excludedKeys/${JSON.stringify(options)}`}
      find={async (q) => {
        const wanted = q.toLocaleLowerCase();
        return options.filter(({ label }) => label.toLocaleLowerCase().includes(wanted)).slice(0, 50);
      }}
      onChange={(next) => onChange(next.map(({ id }) => id).join(";"))}
    />
  );
}
