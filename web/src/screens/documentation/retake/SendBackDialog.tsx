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
import { canBeSentBack, takesAnswer, takesPhotos } from "#domain/task/types.ts";
import { PhotoImage } from "#features/photo/PhotoImage.tsx";
import { Modal } from "#ui/dialog/Modal.tsx";
import { BareFieldset, Stack } from "#ui/layout/boxes.ts";
import { BreakableItem, ChoiceGroupTitle, Muted } from "#ui/layout/typography.ts";
import { Answer } from "../tasks/Answer.tsx";
import { SendBackForm, type Sent, type Subject } from "./SendBackForm.tsx";
import { useRetakes } from "./useRetakes.ts";

interface SendBackDialogProps {
  details: DocumentationDetails;
  tasks: readonly DocumentationTask[] | undefined;
  photos: readonly PhotoRow[];
  /** What is chosen to begin with: the photo that is shown, or a task. */
  initial?: readonly Subject[];
  /** With what came of it, if it has been sent back. */
  onClose: (sent: Sent | null) => void;
}

/** How new photos, files or drawings are asked for. */
const newMediaTexts: Partial<Record<TaskType, "newFiles" | "newDrawing">> = {
  FILE: "newFiles",
  DRAWING: "newDrawing",
};

const keyOf = ({ photoId, documentationTaskId }: Subject): string => photoId ?? documentationTaskId ?? "";

/** Sends photos and tasks of a documentation back, several with one link. */
export function SendBackDialog({ details, tasks, photos, initial = [], onClose }: SendBackDialogProps) {
  const { t } = useTranslation("retake");
  const retakes = useRetakes(details);
  const [chosen, setChosen] = useState<readonly Subject[]>(initial);
  const open = new Set(
    (retakes.data ?? []).flatMap((row) => (row.outcome === null ? [keyOf(subjectOf(row))] : [])),
  );
  const subjects = chosen.filter((subject) => !open.has(keyOf(subject)));
  const reasonPlace = useRef<HTMLTextAreaElement>(null);
  const [sent, setSent] = useState<Sent | null>(null);
  const toggle = (subject: Subject) =>
    setChosen((before) =>
      before.some((one) => keyOf(one) === keyOf(subject))
        ? before.filter((one) => keyOf(one) !== keyOf(subject))
        : [...before, subject],
    );
  const isChosen = (subject: Subject) => subjects.some((one) => keyOf(one) === keyOf(subject));
  const arrived = photos.filter(({ hasData }) => hasData);
  const loose = arrived.filter(
    ({ documentationTaskId: task }) => !tasks?.some(({ id, type }) => id === task && takesPhotos(type)),
  );
  const choices = (tasks ?? []).filter(({ type, enabled }) => enabled && canBeSentBack(type));
  const words = new Set(choices.flatMap(({ id, type }) => (takesAnswer(type) ? id : [])));
  const tiles = (shown: readonly PhotoRow[]) =>
    shown.length > 0 && (
      <Tiles>
        {shown.map((photo) => {
          const on = isChosen({ photoId: photo.id });
          return (
            <li key={photo.id}>
              <Tile
                type="button"
                aria-pressed={on}
                aria-label={photo.alias ?? photo.name}
                title={photo.alias ?? photo.name}
                disabled={open.has(photo.id)}
                onClick={() => toggle({ photoId: photo.id })}
              >
                <PhotoImage photo={photo} small />
                {on && (
                  <Mark>
                    <CheckIcon size={12} />
                  </Mark>
                )}
              </Tile>
            </li>
          );
        })}
      </Tiles>
    );
  return (
    <Modal title={t("title")} narrow="fullscreen" initialFocus={reasonPlace} onClose={() => onClose(sent)}>
      <SendBackForm
        details={details}
        subjects={subjects}
        inWords={
          subjects.length > 0 && subjects.every((subject) => words.has(subject.documentationTaskId ?? ""))
        }
        reasonPlace={reasonPlace}
        onSent={setSent}
        onClose={(done) => onClose(done ?? sent)}
      >
        <BareFieldset>
          <ChoiceGroupTitle as="legend">{t("what", { count: subjects.length })}</ChoiceGroupTitle>
          <Choices tabIndex={-1}>
            {choices.length === 0 && loose.length === 0 && <Muted as="p">{t("nothing")}</Muted>}
            {choices.map((task) => (
              <Stack key={task.id} $gap={8}>
                <BreakableItem>
                  <strong>{task.name}</strong>
                </BreakableItem>
                {words.has(task.id) && <Answer task={task} />}
                {tiles(arrived.filter(({ documentationTaskId }) => documentationTaskId === task.id))}
                <FormControl disabled={open.has(task.id)}>
                  <Checkbox
                    checked={isChosen({ documentationTaskId: task.id })}
                    onChange={() => toggle({ documentationTaskId: task.id })}
                  />
                  <FormControl.Label>
                    {t(words.has(task.id) ? "newAnswer" : (newMediaTexts[task.type] ?? "newPhotos"))}
                  </FormControl.Label>
                </FormControl>
              </Stack>
            ))}
            {tiles(loose)}
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

const Mark = styled.span`
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
