import { useTranslation } from "react-i18next";
import { suggestionList } from "#domain/resources/index.ts";
import { hasOptions, isSuggested, suggestionsFor } from "#domain/task/types.ts";
import type { TemplateTask } from "#domain/template/task.ts";
import { type TaskParam, taskParamsOf } from "#domain/template/taskParams.ts";
import { headingSizes, predefinedOptions } from "#domain/template/types.ts";
import { CheckboxControl, SelectControl, TextControl } from "#ui/input/labelledControls.tsx";
import { Stack } from "#ui/layout/boxes.ts";
import { OptionRows } from "./OptionRows.tsx";
import { Reference } from "./Reference.tsx";
import type { TaskErrors } from "./useEditorErrors.ts";

interface TypeOptionsProps {
  task: TemplateTask;
  errors: TaskErrors;
  change: (part: Partial<TemplateTask>) => void;
}

/** The fields that depend on a task's type (3§3, 3§5). */
export function TypeOptions(props: TypeOptionsProps) {
  const { type } = props.task;
  const params = taskParamsOf(type);
  const hasValue = valueTypes.some((valueType) => valueType === type);
  if (!hasOptions(type) && !suggestionsFor(type) && !hasValue && params.length === 0) return null;
  return (
    <Stack>
      {hasOptions(type) && (
        <OptionRows
          options={props.task.options}
          error={props.errors.options}
          onChange={(options) => props.change({ options })}
        />
      )}
      {suggestionsFor(type) && <Suggestions {...props} />}
      {hasValue && <ValueOption {...props} />}
      {params.map((param) => (
        <Param key={param} {...props} param={param} />
      ))}
      {(hasOptions(type) || isSuggested(type)) && <ShowInListOption {...props} />}
    </Stack>
  );
}

const valueTypes = ["HEADER", "PREDEFINED", "FILE"] as const;

function ValueOption({ task, errors, change }: TypeOptionsProps) {
  const { t } = useTranslation("template");
  const options = task.options ?? "";
  const setOptions = (value: string) => change({ options: value || null });
  switch (task.type) {
    case "HEADER":
      return (
        <SelectControl
          label={t("headingSize")}
          value={options || "1"}
          error={errors.options}
          options={headingSizes.map((value) => ({ value, label: value }))}
          onChange={setOptions}
        />
      );
    case "PREDEFINED":
      return (
        <SelectControl<string>
          label={t("predefinedOption")}
          required
          placeholder={t("choose")}
          value={options}
          error={errors.options}
          options={predefinedOptions.map((value) => ({ value, label: t(`predefinedOptions.${value}`) }))}
          onChange={setOptions}
        />
      );
    case "FILE":
      return (
        <TextControl
          label={t("fields.fileExtensions")}
          caption={t("captions.fileExtensions")}
          maxLength={1000}
          value={task.fileExtensions ?? ""}
          error={errors.fileExtensions}
          onChange={(value) => change({ fileExtensions: value || null })}
        />
      );
    default:
      return null;
  }
}

function Suggestions({ task, errors, change }: TypeOptionsProps) {
  const { t } = useTranslation("template");
  return (
    <Reference
      resource={suggestionList}
      label={t("fields.suggestionList")}
      id={task.suggestionList}
      name={task.suggestionListName ?? null}
      error={errors.suggestionList}
      fits={({ type }) => type === suggestionsFor(task.type)}
      onSelect={(row) => change({ suggestionList: row?.id ?? null, suggestionListName: row?.name ?? null })}
    />
  );
}

function ShowInListOption({ task, change }: TypeOptionsProps) {
  const { t } = useTranslation("template");
  return (
    <CheckboxControl
      label={t("fields.showOptionsInTaskList")}
      caption={t("captions.showOptionsInTaskList")}
      value={task.showOptionsInTaskList}
      onChange={(showOptionsInTaskList) => change({ showOptionsInTaskList })}
    />
  );
}

type ParamProps = TypeOptionsProps & { param: TaskParam };

function Param({ task, change, param }: ParamProps) {
  const { t } = useTranslation("template");
  return (
    <CheckboxControl
      label={t(`editor.${param}`)}
      value={task.params[param] === "true"}
      onChange={(value) => change({ params: { ...task.params, [param]: String(value) } })}
    />
  );
}
