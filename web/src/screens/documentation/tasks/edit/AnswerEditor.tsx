import { Button } from "@primer/react";
import type { TFunction } from "i18next";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { call } from "#api/client.ts";
import { fieldErrorText } from "#api/errorTexts.ts";
import type { FieldError } from "#domain/core/problem.ts";
import { type DocumentationTask, listDocumentationTasks } from "#domain/endpoints/documentation/details.ts";
import { updateDocumentationTask } from "#domain/endpoints/review/review.ts";
import { parseAnswer } from "#domain/task/answers.ts";
import { AnswerControl } from "#features/answer/AnswerControl.tsx";
import { decimalText } from "#features/documentation/decimal.ts";
import { formatAnswer } from "#features/documentation/formatAnswer.ts";
import { useDocumentationMutation } from "#screens/documentation/change/useDocumentationMutation.ts";
import { useVersionedSave } from "#screens/documentation/change/useVersionedSave.ts";
import { useUnsavedChanges } from "#ui/dialog/unsavedChanges.ts";
import { SaveConflict } from "#ui/form/SaveConflict.tsx";
import { Buttons } from "#ui/layout/boxes.ts";
import { FieldErrorText } from "#ui/layout/typography.ts";

interface AnswerEditorProps {
  documentationId: string;
  task: DocumentationTask;
  onClose: () => void;
}

/** Corrects an answer in place (2§5). Enter saves and Escape cancels. If saving fails, the input stays. */
export function AnswerEditor({ documentationId, task: latestTask, onClose }: AnswerEditorProps) {
  const { t } = useTranslation("review");
  const { t: tCommon } = useTranslation();
  const [task, setTask] = useState(latestTask);
  const answerable = task.enabled ? task : { ...task, required: "NO" as const };
  const initialValue = task.type === "DECIMAL" ? decimalText(task.answer ?? "") : (task.answer ?? "");
  const [value, setValue] = useState(initialValue);
  const [error, setError] = useState<FieldError | null>(null);
  const formRef = useRef<HTMLFormElement>(null);
  const hasFocused = useRef(false);
  const messageId = useId();
  const { write, invalidate } = useDocumentationMutation(documentationId);
  const {
    isSaving,
    objection: saveFailure,
    trySave,
  } = useVersionedSave<DocumentationTask>({
    save: (version) => {
      const parsedAnswer = parseAnswer(answerable, value);
      const answer = "answer" in parsedAnswer ? parsedAnswer.answer : value;
      return write(
        () => call(updateDocumentationTask, { params: { id: task.id }, body: { answer, version } }),
        // Other tasks may apply now.
        ["events", "tasks"],
        (row, cache) => cache.task(row),
      );
    },
    reload: async () => {
      const { items } = await call(listDocumentationTasks, { query: { documentationId } });
      return items.find(({ id }) => id === task.id) ?? null;
    },
  });
  const fieldError = error ?? saveFailure?.failure.fields.answer;
  useUnsavedChanges(value !== initialValue);

  async function save(version: number) {
    const parsedAnswer = parseAnswer(answerable, value);
    if ("error" in parsedAnswer) {
      setError(parsedAnswer.error);
      formRef.current?.querySelector<HTMLElement>("input, textarea, select")?.focus();
    } else if (parsedAnswer.answer === (task.answer || null) && version === task.version) onClose();
    else if (await trySave(version)) onClose();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.defaultPrevented) return;
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      if (!isSaving) onClose();
    } else if (event.key === "Enter" && !event.shiftKey && event.target instanceof HTMLTextAreaElement) {
      event.preventDefault();
      formRef.current?.requestSubmit();
    }
  }

  return (
    <Form
      ref={formRef}
      noValidate
      aria-label={t("answer.editOf", { task: task.name })}
      aria-describedby={fieldError ? messageId : undefined}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (!isSaving) void save(task.version);
      }}
    >
      <SaveConflict
        saveFailure={fieldError && saveFailure?.serverRow === undefined ? null : saveFailure}
        isSaving={isSaving}
        differences={(serverTask) => [
          {
            label: t("answer.answer"),
            serverText: answerText(serverTask, serverTask.answer ?? "", tCommon),
            localText: answerText(task, value, tCommon),
          },
        ]}
        onUseServerRow={() => {
          void invalidate(["tasks", "events"]);
          onClose();
        }}
        onSaveLocal={(serverTask) => {
          setTask(serverTask);
          void save(serverTask.version);
        }}
      />
      <AnswerControl
        task={task}
        value={value}
        invalid={Boolean(fieldError)}
        focusRef={(element) => {
          if (!element || hasFocused.current) return;
          hasFocused.current = true;
          element.focus();
        }}
        onChange={(next) => {
          setValue(next);
          setError(null);
        }}
      />
      {fieldError && (
        <FieldErrorText id={messageId} role="alert">
          {fieldErrorText(fieldError)}
        </FieldErrorText>
      )}
      <Buttons>
        <Button
          type="submit"
          size="small"
          variant="primary"
          loading={isSaving}
          loadingAnnouncement={tCommon("state.saving")}
        >
          {tCommon("actions.save")}
        </Button>
        <Button type="button" size="small" disabled={isSaving} onClick={onClose}>
          {tCommon("actions.cancel")}
        </Button>
        {task.required !== "YES" && value !== "" && (
          <Button
            type="button"
            size="small"
            variant="invisible"
            disabled={isSaving}
            onClick={() => {
              setValue("");
              setError(null);
            }}
          >
            {t("answer.clear")}
          </Button>
        )}
      </Buttons>
    </Form>
  );
}

/** An answer as text, to compare two versions. */
function answerText(
  task: Pick<DocumentationTask, "type" | "params">,
  answer: string,
  common: TFunction,
): string {
  const formattedAnswer = formatAnswer({ ...task, answer });
  switch (formattedAnswer.kind) {
    case "none":
      return "";
    case "yesNo":
      return common(formattedAnswer.yes ? "state.yes" : "state.no");
    case "values":
      return formattedAnswer.values.join(", ");
    case "range":
      return `${formattedAnswer.from} – ${formattedAnswer.to}`;
    case "table":
      return formattedAnswer.rows.map((row) => row.filter(Boolean).join(", ")).join("\n");
    case "text":
      return formattedAnswer.text;
  }
}

const Form = styled.form`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-8);
  min-width: 0;
`;
