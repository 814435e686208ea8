import { Textarea } from "@primer/react";
import { useContext } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { fieldErrorText } from "#api/errorTexts.ts";
import type { DraftMedia } from "#domain/capture/draft.ts";
import type { DraftError } from "#domain/capture/draftValidation.ts";
import type { DraftTask } from "#domain/capture/newDocumentation.ts";
import { maxAnswerLength } from "#domain/task/answers.ts";
import { requiresExplanation } from "#domain/task/taskValidation.ts";
import { isSuggested, takesFiles, takesMedia } from "#domain/task/types.ts";
import { AnswerControl } from "#features/answer/AnswerControl.tsx";
import { ReferencePhotos } from "#features/photo/ReferencePhotos.tsx";
import { BreakableItem, FieldErrorText } from "#ui/layout/typography.ts";
import { RetakesContext, SettingsContext, useActions } from "./CaptureFormContext.ts";
import { FilesField } from "./FilesField.tsx";
import { PhotosField } from "./PhotosField.tsx";
import { RetakeBanner } from "./RetakeBanner.tsx";
import { TaskName } from "./TaskName.tsx";
import { fieldId } from "./taskNodes.ts";
import { UnexpectedAnswerWarning } from "./UnexpectedAnswerWarning.tsx";

interface TaskFieldProps {
  task: DraftTask;
  media: readonly DraftMedia[];
  draftError: DraftError["reason"] | null;
  /** Whether the task's preconditions do not hold. */
  isSkipped: boolean;
}

/** One task: its question, reference photos and captured content. */
export function TaskField({ task, media, draftError, isSkipped }: TaskFieldProps) {
  const { t } = useTranslation("documentation");
  const { answer } = useActions();
  const { referencePhotos } = useContext(SettingsContext);
  const retake = useContext(RetakesContext).get(task.id);
  const errorId = `${fieldId(task.id)}-fault`;
  return (
    <Field
      id={fieldId(task.id)}
      role="group"
      aria-label={task.name}
      aria-describedby={draftError ? errorId : undefined}
      data-missing={draftError !== null}
    >
      <BreakableItem as="div">
        <TaskName task={task} />
        {task.description && <SmallText>{task.description}</SmallText>}
        {isSkipped && <SkippedNote />}
        {task.required !== "YES" && task.required !== "NO" && (
          <SmallText>{t(`required.${task.required}`)}</SmallText>
        )}
      </BreakableItem>
      {referencePhotos && task.referencePhotos.length > 0 && (
        <ReferencePhotos ids={task.referencePhotos} task={task.name} />
      )}
      {retake && <RetakeBanner retake={retake} />}
      {takesMedia(task.type) ? (
        <>
          {takesFiles(task.type) ? (
            <FilesField task={task} media={media} />
          ) : (
            <PhotosField task={task} media={media} />
          )}
          {requiresExplanation(task, media.length > 0) && (
            <Explanation task={task} invalid={draftError !== null} />
          )}
        </>
      ) : (
        <AnswerControl
          task={{ ...task, suggestionListId: task.suggestionList }}
          value={task.answer ?? ""}
          invalid={draftError !== null}
          focusRef={noFocus}
          savesOnInput
          listsOptions={task.showOptionsInTaskList}
          onlyFromList={task.suggestionList !== null && task.params.addContactPersonEnabled !== "true"}
          onChange={(value) => answer(task.id, value)}
        />
      )}
      {task.suggestionList && isSuggested(task.type) && <UnexpectedAnswerWarning task={task} />}
      {draftError && (
        <FieldErrorText id={errorId}>
          <DraftErrorText draftError={draftError} />
        </FieldErrorText>
      )}
    </Field>
  );
}

/** Explains that a task is shown only because of its content, with the same text as the details page. */
export function SkippedNote() {
  const { t } = useTranslation("documentation");
  return <SmallText>{t("tasks.skipped")}</SmallText>;
}

/** The form focuses nothing when it opens. */
const noFocus = () => {};

export function DraftErrorText({ draftError }: { draftError: DraftError["reason"] }) {
  const { t } = useTranslation("capture");
  switch (draftError) {
    case "photo":
    case "file":
    case "explanation":
    case "position":
      return <>{t(`missing.${draftError}`)}</>;
  }
  return <>{fieldErrorText(draftError)}</>;
}

/** The explanation for a missing photo or file, if one is required. */
function Explanation({ task, invalid }: { task: DraftTask; invalid: boolean }) {
  const { t } = useTranslation("capture");
  const { answer } = useActions();
  return (
    <Textarea
      block
      rows={2}
      resize="vertical"
      maxLength={maxAnswerLength}
      aria-label={t("form.explanationOf", { task: task.name })}
      placeholder={t("form.explanation")}
      value={task.answer ?? ""}
      onChange={(event) => answer(task.id, event.target.value)}
      {...(invalid && { validationStatus: "error" as const })}
    />
  );
}

const Field = styled.div`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-8);
  min-width: 0;
  scroll-margin-top: 96px;
  &[data-missing="true"] {
    padding-left: var(--base-size-12);
    border-left: 3px solid var(--borderColor-danger-emphasis);
  }
`;

const SmallText = styled.div`
  max-width: 72ch;
  color: var(--fgColor-muted);
  font-size: var(--text-body-size-small);
  white-space: pre-line;
`;
