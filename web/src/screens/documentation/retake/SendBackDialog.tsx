import { CheckIcon } from "@primer/octicons-react";
import { Checkbox, FormControl } from "@primer/react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { TaskType } from "#domain/core/documentationTypes.ts";
import type {
  DocumentationDetails,
  DocumentationTask,
  PhotoRow,
} from "#domain/endpoints/documentation/details.ts";
import type { RetakeRow } from "#domain/endpoints/documentation/retake.ts";
import { findApplicableTasks } from "#domain/task/applicability.ts";
import { platformOf } from "#domain/task/preconditions.ts";
import { canBeSentBack, takesAnswer, takesPhotos } from "#domain/task/types.ts";
import { Answer } from "#features/documentation/Answer.tsx";
import { PhotoImage } from "#features/photo/PhotoImage.tsx";
import { Modal } from "#ui/dialog/Modal.tsx";
import { BareFieldset, Stack } from "#ui/layout/boxes.ts";
import { BreakableItem, ChoiceGroupTitle, Muted } from "#ui/layout/typography.ts";
import { keyOf, SendBackForm, type SendBackResponse, type Subject } from "./SendBackForm.tsx";
import { useRetakes } from "./useRetakes.ts";

interface SendBackDialogProps {
  details: DocumentationDetails;
  tasks: readonly DocumentationTask[] | undefined;
  photos: readonly PhotoRow[];
  /** The initial selection: the shown photo, or a task. */
  initial?: readonly Subject[];
  /** Called with the response, or with null if nothing was sent back. */
  onClose: (response: SendBackResponse | null) => void;
}

/** The checkbox text by task type; other media tasks ask for new photos. */
const newMediaTexts: Partial<Record<TaskType, "newFiles" | "newDrawing">> = {
  FILE: "newFiles",
  DRAWING: "newDrawing",
};

/** Sends photos and tasks of a documentation back, several with one link. */
export function SendBackDialog({ details, tasks, photos, initial = [], onClose }: SendBackDialogProps) {
  const { t } = useTranslation("retake");
  const retakes = useRetakes(details);
  const [selected, setSelected] = useState<readonly Subject[]>(initial);
  const openKeys = new Set(
    (retakes.data ?? []).flatMap((row) => (row.outcome === null ? [keyOf(subjectOf(row))] : [])),
  );
  const subjects = selected.filter((subject) => !openKeys.has(keyOf(subject)));
  const reasonRef = useRef<HTMLTextAreaElement>(null);
  const [response, setResponse] = useState<SendBackResponse | null>(null);
  const toggle = (subject: Subject) =>
    setSelected((current) =>
      current.some((item) => keyOf(item) === keyOf(subject))
        ? current.filter((item) => keyOf(item) !== keyOf(subject))
        : [...current, subject],
    );
  const isSubjectSelected = (subject: Subject) => subjects.some((item) => keyOf(item) === keyOf(subject));
  const arrivedPhotos = photos.filter(({ hasData }) => hasData);
  const photosWithoutTask = arrivedPhotos.filter(
    ({ documentationTaskId: task }) => !tasks?.some(({ id, type }) => id === task && takesPhotos(type)),
  );
  const applicable = findApplicableTasks(tasks ?? [], {
    countPhotos: (task) => photos.filter(({ documentationTaskId }) => documentationTaskId === task).length,
    platform: platformOf(details.appVersion),
  });
  const choices = (tasks ?? []).filter(({ id, type }) => applicable.has(id) && canBeSentBack(type));
  const textTaskIds = new Set(choices.flatMap(({ id, type }) => (takesAnswer(type) ? id : [])));
  const renderTiles = (tilePhotos: readonly PhotoRow[]) =>
    tilePhotos.length > 0 && (
      <Tiles>
        {tilePhotos.map((photo) => {
          const isSelected = isSubjectSelected({ photoId: photo.id });
          return (
            <li key={photo.id}>
              <Tile
                type="button"
                aria-pressed={isSelected}
                aria-label={photo.alias ?? photo.name}
                title={photo.alias ?? photo.name}
                disabled={openKeys.has(photo.id)}
                onClick={() => toggle({ photoId: photo.id })}
              >
                <PhotoImage photo={photo} small />
                {isSelected && (
                  <SelectedMark>
                    <CheckIcon size={12} />
                  </SelectedMark>
                )}
              </Tile>
            </li>
          );
        })}
      </Tiles>
    );
  return (
    <Modal
      title={t("title")}
      narrow="fullscreen"
      // With nothing chosen yet, focusing the reason would scroll past the choices on a phone.
      {...(initial.length > 0 && { initialFocus: reasonRef })}
      onClose={() => onClose(response)}
    >
      <SendBackForm
        details={details}
        subjects={subjects}
        describe={({ photoId, documentationTaskId }) => {
          const photo = photos.find(({ id }) => id === photoId);
          const task = tasks?.find(({ id }) => id === documentationTaskId);
          return { name: photo ? (photo.alias ?? photo.name) : (task?.name ?? ""), photo };
        }}
        asksForAnswers={
          subjects.length > 0 &&
          subjects.every((subject) => textTaskIds.has(subject.documentationTaskId ?? ""))
        }
        reasonRef={reasonRef}
        onSent={setResponse}
        onClose={(newResponse) => onClose(newResponse ?? response)}
      >
        <BareFieldset>
          <ChoiceGroupTitle as="legend">{t("selectPrompt", { count: subjects.length })}</ChoiceGroupTitle>
          <Choices tabIndex={-1}>
            {choices.length === 0 && photosWithoutTask.length === 0 && (
              <Muted as="p">{t("nothingToSendBack")}</Muted>
            )}
            {choices.map((task) => (
              <Stack key={task.id} $gap={8}>
                <BreakableItem>
                  <strong>{task.name}</strong>
                </BreakableItem>
                {textTaskIds.has(task.id) && <Answer task={task} />}
                {renderTiles(
                  arrivedPhotos.filter(({ documentationTaskId }) => documentationTaskId === task.id),
                )}
                <FormControl disabled={openKeys.has(task.id)}>
                  <Checkbox
                    checked={isSubjectSelected({ documentationTaskId: task.id })}
                    onChange={() => toggle({ documentationTaskId: task.id })}
                  />
                  <FormControl.Label>
                    {t(textTaskIds.has(task.id) ? "newAnswer" : (newMediaTexts[task.type] ?? "newPhotos"))}
                  </FormControl.Label>
                </FormControl>
              </Stack>
            ))}
            {renderTiles(photosWithoutTask)}
          </Choices>
        </BareFieldset>
      </SendBackForm>
    </Modal>
  );
}

export const subjectOf = ({ photoId, documentationTaskId }: RetakeRow): Subject =>
  photoId ? { photoId } : { documentationTaskId: documentationTaskId ?? "" };

const Choices = styled.div`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-16);
  max-height: 264px;
  padding: var(--base-size-12);
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-medium);
  overflow-y: auto;
  /* The dialog fills the screen and scrolls. */
  @media (max-width: 767px) {
    max-height: none;
  }
`;

const Tiles = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, 72px);
  gap: var(--base-size-8);
`;

const Tile = styled.button`
  display: block;
  position: relative;
  width: 100%;
  padding: 0;
  border: 0;
  border-radius: var(--borderRadius-medium);
  background: none;
  cursor: pointer;
  &[aria-pressed="true"] {
    outline: 3px solid var(--borderColor-accent-emphasis);
    outline-offset: -1px;
  }
  &:disabled {
    opacity: 0.4;
    cursor: not-allowed;
  }
`;

const SelectedMark = styled.span`
  position: absolute;
  top: 4px;
  right: 4px;
  display: grid;
  place-items: center;
  width: 20px;
  height: 20px;
  border-radius: 50%;
  background: var(--bgColor-accent-emphasis);
  color: var(--fgColor-onEmphasis);
`;
