import { useTranslation } from "react-i18next";
import { splitSemicolons } from "#domain/core/text/separatedList.ts";
import { takesPhotos } from "#domain/task/types.ts";
import { taskTree } from "#domain/template/taskRules.ts";
import { ServerMultiSelect } from "#ui/select/ServerMultiSelect.tsx";
import { useEditor } from "./TemplateEditorContext.ts";

interface ExcludedKeysProps {
  /** Distinguishes the field from those of other nodes. */
  name: string;
  /** Keys, separated by semicolons. */
  value: string;
  onChange: (value: string) => void;
}

/** Selects the tasks whose photos a node excludes, by key. A key that no task uses any longer stays until it is removed. */
export function ExcludedKeys({ name, value, onChange }: ExcludedKeysProps) {
  const { t } = useTranslation("template");
  const { state } = useEditor();
  const taskNames = new Map(
    taskTree
      .flatten(state.content.tasks)
      .flatMap(({ node }) => (node.key && takesPhotos(node.type) ? [[node.key, node.name] as const] : [])),
  );
  const options = [...taskNames].map(([key, task]) => ({
    id: key,
    label: t("exports.keyWithTask", { key, task }),
  }));
  const selectedOptions = splitSemicolons(value).map((key) => ({
    id: key,
    label: options.find(({ id }) => id === key)?.label ?? t("exports.keyUnused", { key }),
  }));
  return (
    <ServerMultiSelect
      name={name}
      label={t("exports.excludeKeys")}
      caption={t("exports.excludeKeysHint")}
      placeholder={t("exports.excludeKeysSearch")}
      value={selectedOptions}
      // Tasks change while they are edited, so earlier results must not be reused.
      queryKey={`excludedKeys/${JSON.stringify(options)}`}
      find={async (q) => {
        const lowerCaseQuery = q.toLocaleLowerCase();
        return options.filter(({ label }) => label.toLocaleLowerCase().includes(lowerCaseQuery)).slice(0, 50);
      }}
      onChange={(next) => onChange(next.map(({ id }) => id).join(";"))}
    />
  );
}
