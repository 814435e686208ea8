import { PlusIcon, TrashIcon } from "@primer/octicons-react";
import { Button, IconButton } from "@primer/react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { fieldErrorText } from "#api/errorTexts.ts";
import { preconditionTypes } from "#domain/core/documentationTypes.ts";
import { isOneOf } from "#domain/core/objects.ts";
import { splitSemicolons } from "#domain/core/text/separatedList.ts";
import { takesMultiple } from "#domain/task/types.ts";
import type { TemplatePrecondition, TemplateTask } from "#domain/template/task.ts";
import { taskTree } from "#domain/template/taskRules.ts";
import {
  canTarget,
  createPrecondition,
  findTransitiveDependants,
  listPossibleAnswers,
  withPreconditionType,
} from "#domain/template/templatePreconditions.ts";
import { operators, platforms } from "#domain/template/types.ts";
import { CheckboxControl, SelectControl, TextControl } from "#ui/input/labelledControls.tsx";
import { Stack } from "#ui/layout/boxes.ts";
import { FieldErrorText, Note } from "#ui/layout/typography.ts";
import { useEditor } from "./TemplateEditorContext.ts";
import type { TaskErrors } from "./useEditorErrors.ts";

interface PreconditionsProps {
  task: TemplateTask;
  errors: TaskErrors;
  change: (part: Partial<TemplateTask>) => void;
}

/** The conditions for showing the task. Offers only the tasks that a condition may refer to (3§5). */
export function Preconditions({ task, errors, change }: PreconditionsProps) {
  const { t } = useTranslation("template");
  const { preconditions } = task;
  return (
    <Group>
      <legend>{t("fields.preconditions")}</legend>
      {preconditions.length > 1 && <Note>{t("precondition.all")}</Note>}
      {preconditions.length > 0 && <Conditions task={task} errors={errors} change={change} />}
      <div>
        <Button
          size="small"
          leadingVisual={PlusIcon}
          onClick={() => change({ preconditions: [...preconditions, createPrecondition()] })}
        >
          {t("precondition.add")}
        </Button>
      </div>
    </Group>
  );
}

/** The conditions; the allowed tasks are computed only while there are conditions. */
function Conditions({ task, errors, change }: PreconditionsProps) {
  const { tasks } = useEditor().state.content;
  const { preconditions } = task;
  // Computed once for all conditions: dependencies between tasks do not depend on the condition's type.
  const candidates = useMemo(() => {
    const dependants = findTransitiveDependants(tasks, task.id);
    return taskTree
      .flatten(tasks)
      .map(({ node }) => node)
      .filter(({ id }) => !dependants.has(id));
  }, [tasks, task.id]);
  const set = (id: string, next: TemplatePrecondition[]) =>
    change({
      preconditions: preconditions.flatMap((precondition) =>
        precondition.id === id ? next : [precondition],
      ),
    });
  return preconditions.map((precondition, index) => (
    <Condition
      key={precondition.id}
      number={index + 1}
      precondition={precondition}
      candidates={candidates}
      errorOf={(field) => errors[`preconditions.${index}.${field}`]}
      onChange={(next) => set(precondition.id, [next])}
      onRemove={() => set(precondition.id, [])}
    />
  ));
}

interface ConditionProps {
  number: number;
  precondition: TemplatePrecondition;
  candidates: readonly TemplateTask[];
  errorOf: (field: string) => TaskErrors[string] | undefined;
  onChange: (precondition: TemplatePrecondition) => void;
  onRemove: () => void;
}

function Condition({ number, precondition, candidates, errorOf, onChange, onRemove }: ConditionProps) {
  const { t } = useTranslation("template");
  const { type, params } = precondition;
  const setParams = (changes: Record<string, string>) =>
    onChange({ ...precondition, params: { ...params, ...changes } });
  /** The params that clear an answer which the newly selected task does not offer. */
  const answerChangesFor = (taskId: string): Record<string, string> => {
    const target = candidates.find(({ id }) => id === taskId);
    const answers = type === "TASK_ANSWER" && target ? listPossibleAnswers(target) : null;
    return {
      ...(answers && !answers.includes(params.answer ?? "") && { answer: "" }),
      ...(target && !takesMultiple(target.type) && params.wholeAnswer && { wholeAnswer: "" }),
    };
  };
  const hasOperator = type === "TASK_ANSWER" || type === "PLATFORM";
  const typeError = errorOf("type");
  return (
    <Row>
      <SelectControl
        label={t("precondition.type", { number })}
        value={type}
        caption={
          type === "TASK_FINISHED" || type === "TASK_UNFINISHED" ? t("precondition.onlyInApp") : undefined
        }
        options={preconditionTypes.map((value) => ({ value, label: t(`precondition.types.${value}`) }))}
        onChange={(value) => onChange(withPreconditionType(precondition, value))}
      />
      {typeError && <FieldErrorText as="div">{fieldErrorText(typeError)}</FieldErrorText>}
      {type !== "PLATFORM" && (
        <Target
          targets={candidates.filter((candidate) => canTarget(type, candidate.type))}
          selectedTaskId={params.task ?? ""}
          error={errorOf("params.task")}
          onChange={(task) => setParams({ task, ...answerChangesFor(task) })}
        />
      )}
      {hasOperator && (
        <SelectControl
          label={t("precondition.operator")}
          value={isOneOf(operators, params.operator) ? params.operator : "EQUALS"}
          error={errorOf("params.operator")}
          options={operators.map((value) => ({ value, label: t(`precondition.operators.${value}`) }))}
          onChange={(operator) => setParams({ operator })}
        />
      )}
      {type === "TASK_ANSWER" && (
        <Answer
          target={candidates.find(({ id }) => id === params.task)}
          value={params.answer ?? ""}
          isWholeAnswer={params.wholeAnswer === "true"}
          error={errorOf("params.answer")}
          onChange={setParams}
        />
      )}
      {type === "PLATFORM" && (
        <SelectControl
          label={t("precondition.platform")}
          value={isOneOf(platforms, params.platform) ? params.platform : "APP"}
          error={errorOf("params.platform")}
          options={platforms.map((value) => ({ value, label: t(`precondition.platforms.${value}`) }))}
          onChange={(platform) => setParams({ platform })}
        />
      )}
      <div>
        <IconButton
          icon={TrashIcon}
          variant="invisible"
          aria-label={t("precondition.remove", { number })}
          onClick={onRemove}
        />
      </div>
    </Row>
  );
}

interface TargetProps {
  targets: readonly TemplateTask[];
  selectedTaskId: string;
  error: TaskErrors[string] | undefined;
  onChange: (taskId: string) => void;
}

/** The task of a condition. A selected task that is no longer allowed stays selectable; its error explains why. */
function Target({ targets, selectedTaskId, error, onChange }: TargetProps) {
  const { t } = useTranslation("template");
  const { tasks } = useEditor().state.content;
  const options = targets.map((target) => ({
    value: target.id,
    label: `${target.position + 1}. ${target.name || t("tasks.unnamed")}`,
  }));
  if (selectedTaskId && !targets.some(({ id }) => id === selectedTaskId))
    options.push({
      value: selectedTaskId,
      label: taskTree.find(tasks, selectedTaskId)?.node.name ?? t("precondition.deletedTask"),
    });
  return (
    <SelectControl
      label={t("precondition.task")}
      required
      placeholder={t("choose")}
      caption={targets.length === 0 ? t("precondition.noTargets") : undefined}
      value={selectedTaskId}
      error={error}
      options={options}
      onChange={onChange}
    />
  );
}

interface AnswerProps {
  target: TemplateTask | undefined;
  value: string;
  /** Whether the whole answer is compared, not one of several choices. */
  isWholeAnswer: boolean;
  error: TaskErrors[string] | undefined;
  onChange: (params: { answer: string } | { wholeAnswer: string }) => void;
}

/** The answer to compare with, and for a task that takes several choices whether all of them are compared. */
function Answer({ target, value, isWholeAnswer, error, onChange }: AnswerProps) {
  const { t } = useTranslation("template");
  const answers = target ? listPossibleAnswers(target) : null;
  const allowsSeveral = target !== undefined && takesMultiple(target.type);
  const change = (answer: string) => onChange({ answer });
  return (
    <Stack>
      {allowsSeveral && isWholeAnswer && answers ? (
        <WholeAnswer answers={answers} value={value} error={error} onChange={change} />
      ) : (
        <SingleAnswer target={target} answers={answers} value={value} error={error} onChange={change} />
      )}
      {allowsSeveral && (
        <CheckboxControl
          label={t("precondition.wholeAnswer")}
          caption={t("precondition.wholeAnswerCaption")}
          value={isWholeAnswer}
          onChange={(checked) => onChange({ wholeAnswer: checked ? "true" : "" })}
        />
      )}
    </Stack>
  );
}

interface AnswerControlProps {
  answers: readonly string[] | null;
  value: string;
  error: TaskErrors[string] | undefined;
  onChange: (answer: string) => void;
}

/** One of the target task's possible answers, or free text if the task has no fixed answers. */
function SingleAnswer({
  target,
  answers,
  value,
  error,
  onChange,
}: AnswerControlProps & Pick<AnswerProps, "target">) {
  const { t } = useTranslation("template");
  const { t: tCommon } = useTranslation();
  const label = t("precondition.answer");
  if (!answers)
    return <TextControl label={label} maxLength={2000} value={value} error={error} onChange={onChange} />;
  const options = [...new Set([...answers, ...(value ? [value] : [])])];
  const checkboxLabels: Record<string, string> = { true: tCommon("state.yes"), false: tCommon("state.no") };
  return (
    <SelectControl<string>
      label={label}
      placeholder={t("choose")}
      caption={target?.type === "CHECKBOX" ? t("precondition.untouchedCheckbox") : undefined}
      value={value}
      error={error}
      options={options.map((option) => ({
        value: option,
        label: (target?.type === "CHECKBOX" && checkboxLabels[option]) || option,
      }))}
      onChange={onChange}
    />
  );
}

/** All choices of an answer, in the order in which they are offered. */
function WholeAnswer({
  answers,
  value,
  error,
  onChange,
}: AnswerControlProps & { answers: readonly string[] }) {
  const { t } = useTranslation("template");
  const selectedChoices = new Set(splitSemicolons(value));
  return (
    <Group>
      <legend>{t("precondition.answer")}</legend>
      {answers.map((choice) => (
        <CheckboxControl
          key={choice}
          label={choice}
          value={selectedChoices.has(choice)}
          onChange={(checked) =>
            onChange(
              answers
                .filter((candidate) => (candidate === choice ? checked : selectedChoices.has(candidate)))
                .join(";"),
            )
          }
        />
      ))}
      {error && <FieldErrorText as="div">{fieldErrorText(error)}</FieldErrorText>}
    </Group>
  );
}

const Group = styled.fieldset`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-12);
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
  legend {
    margin-bottom: var(--base-size-4);
    padding: 0;
    font-weight: var(--base-text-weight-semibold);
  }
`;

const Row = styled.div`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr)) auto;
  gap: var(--base-size-12);
  align-items: start;
  > :last-child {
    grid-column: 5;
    /* Aligned with the inputs, not their labels. */
    margin-top: 25px;
  }
  @media (max-width: 1011px) {
    grid-template-columns: minmax(0, 1fr);
    padding-bottom: var(--base-size-12);
    border-bottom: 1px solid var(--borderColor-muted);
    > :last-child {
      grid-column: 1;
      margin-top: 0;
    }
  }
`;
