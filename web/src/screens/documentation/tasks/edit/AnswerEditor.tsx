import { Button } from "@primer/react";
import type { TFunction } from "i18next";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { call } from "#api/client.ts";
import { fieldFaultText } from "#api/errorTexts.ts";
import type { FieldError } from "#domain/core/problem.ts";
import { type DocumentationTask, listDocumentationTasks } from "#domain/endpoints/documentation/details.ts";
import { updateDocumentationTask } from "#domain/endpoints/review/review.ts";
import { parseAnswer } from "#domain/task/answers.ts";
import { AnswerControl } from "#features/answer/AnswerControl.tsx";
import { decimalText } from "#features/documentation/decimal.ts";
import { formatAnswer } from "#features/documentation/formatAnswer.ts";
import { SaveConflict } from "#screens/documentation/change/SaveConflict.tsx";
import { useDocumentationMutation } from "#screens/documentation/change/useDocumentationMutation.ts";
import { useVersionedSave } from "#screens/documentation/change/useVersionedSave.ts";
import { useBeforeUnload } from "#ui/dialog/useBeforeUnload.ts";
import { Buttons } from "#ui/layout/boxes.ts";
import { FieldErrorText } from "#ui/layout/typography.ts";

interface AnswerEditorProps {
  documentationId: string;
  task: DocumentationTask;
  onClose: () => void;
}

/** Corrects an answer in place (2§5). Enter saves, Escape cancels; a refusal keeps what was typed. */
export function AnswerEditor({ documentationId, task: shown, onClose }: AnswerEditorProps) {
  const { t } = useTranslation("review");
  const { t: common } = useTranslation();
  const [task, setTask] = useState(shown);
  const start = task.type === "DECIMAL" ? decimalText(task.answer ?? "") : (task.answer ?? "");
  const [value, setValue] = useState(start);
  const [error, setFault] = useState<FieldError | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const focused = useRef(false);
  const message = useId();
  const { write, invalidate } = useDocumentationMutation(documentationId);
  const { saving, objection, trySave } = useVersionedSave<DocumentationTask>({
    save: (version) => {
      const checked = parseAnswer(task, value);
      const answer = "answer" in checked ? checked.answer : value;
      return write(
        () => call(updateDocumentationTask, { params: { id: task.id }, body: { answer, version } }),
        ["events"],
        (row, cache) => cache.task(row),
      );
    },
    reload: async () => {
      const { items } = await call(listDocumentationTasks, { query: { documentationId } });
      return items.find(({ id }) => id === task.id) ?? null;
    },
  });
  const refused = error ?? objection?.failure.fields.answer;
  useBeforeUnload(value !== start);

  async function save(version: number) {
    const checked = parseAnswer(task, value);
    if ("fault" in checked) {
      setFault(checked.fault);
      form.current?.querySelector<HTMLElement>("input, textarea, select")?.focus();
    } else if (checked.answer === (task.answer || null) && version === task.version) onClose();
    else if (await trySave(version)) onClose();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.defaultPrevented) return;
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      if (!saving) onClose();
    } else if (event.key === "Enter" && !event.shiftKey && event.target instanceof HTMLTextAreaElement) {
      event.preventDefault();
      form.current?.requestSubmit();
    }
  }

  return (
    <Form
      ref={form}
      noValidate
      aria-label={t("answer.editOf", { task: task.name })}
      aria-describedby={refused ? message : undefined}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (!saving) void save(task.version);
      }}
    >
      <SaveConflict
        objection={refused && objection?.theirs === undefined ? null : objection}
        saving={saving}
        differences={(theirs) => [
          {
            label: t("answer.answer"),
            theirs: answerText(theirs, theirs.answer ?? "", common),
            mine: answerText(task, value, common),
          },
        ]}
        onTakeTheirs={() => {
          void invalidate(["tasks", "events"]);
          onClose();
        }}
        onSaveMine={(theirs) => {
          setTask(theirs);
          void save(theirs.version);
        }}
      />
      <AnswerControl
        task={task}
        value={value}
        invalid={Boolean(refused)}
        focusRef={(element) => {
          if (!element || focused.current) return;
          focused.current = true;
          element.focus();
        }}
        onChange={(next) => {
          setValue(next);
          setFault(null);
        }}
      />
      {refused && (
        <FieldErrorText id={message} role="alert">
          {fieldFaultText(refused)}
        </FieldErrorText>
      )}
      <Buttons>
        <Button
          type="submit"
          size="small"
          variant="primary"
          loading={saving}
          loadingAnnouncement={common("state.saving")}
        >
          {common("actions.save")}
        </Button>
        <Button type="button" size="small" disabled={saving} onClick={onClose}>
          {common("actions.cancel")}
        </Button>
        {task.required !== "YES" && value !== "" && (
          <Button
            type="button"
            size="small"
            variant="invisible"
            disabled={saving}
            onClick={() => {
              setValue("");
              setFault(null);
            }}
          >
            {t("answer.clear")}
          </Button>
        )}
      </Buttons>
    </Form>
  );
}

/** An answer as one text, for comparison with another of the same task. */
function answerText(
  task: Pick<DocumentationTask, "type" | "params">,
  answer: string,
  common: TFunction,
): string {
  const shown = formatAnswer({ ...task, answer });
  switch (shown.kind) {
    case "none":
      return "";
    case "yesNo":
      return common(shown.yes ? "state.yes" : "state.no");
    case "values":
      return shown.values.join(", ");
    case "range":
      return `${shown.from} – ${shown.to}`;
    case "table":
      return shown.rows.map((row) => row.filter(Boolean).join(", ")).join("\n");
    case "text":
      return shown.text;
  }
}

const Form = styled.form`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-8);
  min-width: 0;
`;
