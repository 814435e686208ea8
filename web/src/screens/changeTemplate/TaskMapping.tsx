import { Button, Label } from "@primer/react";
import { memo, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { DocumentationTask, PhotoRow } from "#domain/endpoints/documentation/details.ts";
import { isCompatible, type Target } from "#domain/template/mapping.ts";
import { Answer } from "#features/documentation/Answer.tsx";
import { Note } from "#ui/layout/typography.ts";
import { LazySelect } from "./LazySelect.tsx";
import { PhotoMapping } from "./PhotoMapping.tsx";
import { dropValue, keepValue } from "./templateMapping.ts";

interface TaskMappingProps {
  task: DocumentationTask;
  targets: readonly Target[];
  value: string;
  photos: readonly PhotoRow[];
  fileCount: number;
  targetsByPhoto: ReadonlyMap<string, string>;
  onTaskChange: (id: string, value: string) => void;
  onPhotosChange: (ids: readonly string[], target: string) => void;
}

/** Maps a task of the documentation to a target. Its photos follow it or are moved separately. */
export const TaskMapping = memo(function TaskMapping(props: TaskMappingProps) {
  const { task, targets, value, photos, fileCount, targetsByPhoto, onTaskChange, onPhotosChange } = props;
  const { t } = useTranslation("tools");
  const { t: tDocumentation } = useTranslation("documentation");
  const [isOpen, setOpen] = useState(false);
  const hasMedia = fileCount > 0 || photos.some(({ id }) => !targetsByPhoto.has(id));
  return (
    <Row $level={task.level}>
      <TaskSummary>
        <Name>{task.name}</Name>
        <Label>{tDocumentation(`taskType.${task.type}`)}</Label>
        {task.answer && (
          <AnswerLine>
            <Answer task={task} />
          </AnswerLine>
        )}
        {fileCount > 0 && <Note>{t("change.files", { count: fileCount })}</Note>}
        {photos.length > 0 && (
          <>
            <Note>{t("change.photos", { count: photos.length })}</Note>
            <Button size="small" variant="invisible" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {t(isOpen ? "change.hidePhotos" : "change.showPhotos")}
            </Button>
          </>
        )}
      </TaskSummary>
      <LazySelect
        label={`${t("change.newTask")}: ${task.name}`}
        value={value}
        onChange={(next) => onTaskChange(task.id, next)}
        getChoices={() => [
          { value: keepValue, label: t("change.keep") },
          {
            value: dropValue,
            label: t(task.answer ? "change.removeWithAnswer" : "change.remove"),
            disabled: hasMedia,
          },
          ...targets
            .filter((target) => isCompatible(task, target.task))
            .map((target) => ({ value: target.task.id, label: `→ ${target.task.name}` })),
        ]}
      />
      {isOpen && (
        <PhotoMapping
          photos={photos}
          targets={targets}
          targetsByPhoto={targetsByPhoto}
          onPhotosChange={onPhotosChange}
        />
      )}
    </Row>
  );
});

const Row = styled.li<{ $level: number }>`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(220px, 40%);
  gap: var(--base-size-8) var(--base-size-16);
  align-items: center;
  padding: var(--base-size-8) var(--base-size-16);
  padding-left: calc(var(--base-size-16) + ${({ $level }) => $level} * var(--base-size-20));
  border-bottom: 1px solid var(--borderColor-muted);
  &:last-child {
    border-bottom: 0;
  }
  @media (max-width: 767px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const TaskSummary = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--base-size-4) var(--base-size-8);
  min-width: 0;
`;

const Name = styled.span`
  font-weight: var(--base-text-weight-medium);
  overflow-wrap: anywhere;
`;

const AnswerLine = styled.div`
  flex-basis: 100%;
  overflow-wrap: anywhere;
  white-space: pre-line;
`;
