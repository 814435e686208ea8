import { PlusIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { fieldErrorText } from "#api/errorTexts.ts";
import { hasProduct } from "#domain/access/authorities.ts";
import { type TaskType, taskTypes } from "#domain/core/documentationTypes.ts";
import { referencePhoto } from "#domain/resources/index.ts";
import { productsFor, requiredValuesFor, takesPhotos } from "#domain/task/types.ts";
import { canUseTaskType, showsTaskTypes } from "#domain/template/productGates.ts";
import type { TemplateTask } from "#domain/template/task.ts";
import { taskTree } from "#domain/template/taskRules.ts";
import { maxTaskLevel, taskSizes } from "#domain/template/types.ts";
import { SelectControl, TextAreaControl, TextControl } from "#ui/input/labelledControls.tsx";
import { Inline } from "#ui/layout/boxes.ts";
import { FieldErrorText } from "#ui/layout/typography.ts";
import { Grid, OpenRowFields } from "../templateStyles.ts";
import { Preconditions } from "./Preconditions.tsx";
import { References } from "./Reference.tsx";
import { useEditor } from "./TemplateEditorContext.ts";
import { TypeOptions } from "./TypeOptions.tsx";
import type { TaskErrors } from "./useEditorErrors.ts";
import { useMissingProductText } from "./useMissingProductText.ts";

interface TaskFormProps {
  task: TemplateTask;
  errors: TaskErrors;
  onAdd: (type: TaskType, parent: string) => void;
}

/** The form of a task; mounted only for the open task. */
export function TaskForm({ task, errors, onAdd }: TaskFormProps) {
  const { t } = useTranslation("template");
  const { t: tDocumentation } = useTranslation("documentation");
  const { state, dispatch, grants } = useEditor();
  const productText = useMissingProductText();
  const { id, type } = task;
  const change = (changes: Partial<TemplateTask>) => dispatch({ kind: "changeTask", id, change: changes });
  const types = taskTypes.filter((candidate) => candidate === type || canUseTaskType(grants, candidate));
  const requiredOptions = requiredValuesFor(type);
  const showsReferencePhotos =
    task.referencePhotos.length > 0 ||
    (state.content.referencePhotosEnabled && hasProduct(grants, "REFERENCE_PHOTO"));
  const generalError = errors.tasks ?? errors.level ?? errors.type;
  return (
    <OpenRowFields role="group" aria-label={task.name || t("tasks.unnamed")}>
      {generalError && (
        <FieldErrorText as="div">
          {errors.type === "notAllowed" ? productText(productsFor(type)) : fieldErrorText(generalError)}
        </FieldErrorText>
      )}
      <Grid>
        <TextControl
          label={t("fields.name")}
          required
          value={task.name}
          error={errors.name}
          caption={takesPhotos(type) ? t("captions.removedCharacters", { braces: "{ | }" }) : undefined}
          onChange={(name) => change({ name })}
        />
        {showsTaskTypes(grants) && (
          <SelectControl
            label={t("fields.type")}
            value={type}
            options={types.map((value) => ({ value, label: tDocumentation(`taskType.${value}`) }))}
            onChange={(value) => dispatch({ kind: "taskType", id, type: value })}
          />
        )}
        {requiredOptions.length > 1 && (
          <SelectControl
            label={t("fields.required")}
            value={task.required}
            error={errors.required}
            options={requiredOptions.map((value) => ({ value, label: tDocumentation(`required.${value}`) }))}
            onChange={(value) => change({ required: value })}
          />
        )}
        <GroupChoice task={task} />
        <SelectControl
          label={t("fields.size")}
          value={task.size}
          options={taskSizes.map((value) => ({ value, label: t(`size.${value}`) }))}
          onChange={(size) => change({ size })}
        />
        <TextControl
          label={t("fields.key")}
          caption={t("captions.key")}
          value={task.key ?? ""}
          error={errors.key}
          onChange={(key) => change({ key: key || null })}
        />
      </Grid>
      <TextAreaControl
        label={t("fields.description")}
        rows={2}
        value={task.description ?? ""}
        error={errors.description}
        onChange={(description) => change({ description: description || null })}
      />
      <TypeOptions key={type} task={task} errors={errors} change={change} />
      {showsReferencePhotos && (
        <References
          resource={referencePhoto}
          image="referencePhoto"
          label={t("editor.referencePhotos")}
          error={Object.entries(errors).find(([path]) => path.startsWith("referencePhotos"))?.[1]}
          value={task.referencePhotos.map((photo) => ({ id: photo.id, name: photo.name ?? photo.id }))}
          onSelect={(referencePhotos) => change({ referencePhotos })}
        />
      )}
      {(showsTaskTypes(grants) || task.preconditions.length > 0) && (
        <Preconditions task={task} errors={errors} change={change} />
      )}
      {type === "GROUP" && task.level < maxTaskLevel && (
        <Inline>
          <Button size="small" leadingVisual={PlusIcon} onClick={() => onAdd("PHOTO", id)}>
            {t("editor.addTaskTo", { name: task.name || t("tasks.unnamed") })}
          </Button>
          <Button size="small" leadingVisual={PlusIcon} onClick={() => onAdd("GROUP", id)}>
            {t("editor.addGroupTo", { name: task.name || t("tasks.unnamed") })}
          </Button>
        </Inline>
      )}
    </OpenRowFields>
  );
}

/** The parent group of a task: any group that is not too deep for it. */
function GroupChoice({ task }: { task: TemplateTask }) {
  const { t } = useTranslation("template");
  const { state, dispatch } = useEditor();
  const { tasks } = state.content;
  const groups = useMemo(() => {
    const subtreeIds = new Set(taskTree.flatten([task]).map(({ node }) => node.id));
    // The deepest allowed level, counting the task's own subtree.
    const maxParentLevel = maxTaskLevel - taskTree.height(task);
    return taskTree
      .flatten(tasks)
      .filter(
        ({ node, level }) => node.type === "GROUP" && level <= maxParentLevel && !subtreeIds.has(node.id),
      );
  }, [tasks, task]);
  if (groups.length === 0) return null;
  return (
    <SelectControl
      label={t("editor.group")}
      value={task.parent ?? ""}
      options={[
        { value: "", label: t("editor.topLevel") },
        ...groups.map(({ node, level }) => ({
          value: node.id,
          label: `${"  ".repeat(level)}${node.name || t("tasks.unnamed")}`,
        })),
      ]}
      onChange={(parent) =>
        dispatch({
          kind: "moveTask",
          id: task.id,
          parent: parent || null,
          index: Number.MAX_SAFE_INTEGER,
        })
      }
    />
  );
}
