import { Button, Checkbox, Label } from "@primer/react";
import { memo, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { PhotoRow } from "#domain/endpoints/documentation/details.ts";
import { takesAnswer } from "#domain/task/types.ts";
import { Answer } from "#features/documentation/Answer.tsx";
import { PhotoImage } from "#features/photo/PhotoImage.tsx";
import { Note } from "#ui/layout/typography.ts";
import { DocumentationNumber } from "./DocumentationLegend.tsx";
import type { MergeRow } from "./mergeRows.ts";
import { PhotoChoice } from "./PhotoChoice.tsx";
import type { OriginalTask } from "./useOriginals.ts";

interface TaskRowProps {
  row: MergeRow;
  names: ReadonlyMap<string, string>;
  selectedTaskIds: ReadonlySet<string>;
  photosByTask: ReadonlyMap<string | null, PhotoRow[]>;
  excludedPhotoIds: ReadonlySet<string>;
  onToggleTask: (id: string) => void;
  onTogglePhoto: (id: string) => void;
}

/** A task of the template with each documentation's version below, to include or exclude. */
export const TaskRow = memo(function TaskRow(props: TaskRowProps) {
  const { row, names, selectedTaskIds, photosByTask, excludedPhotoIds, onToggleTask, onTogglePhoto } = props;
  const { t } = useTranslation("tools");
  const name = row.tasks[0]!.name;
  const isGroup = row.tasks[0]!.type === "GROUP";
  return (
    <Item $level={row.level} $differs={row.differs}>
      <Header $group={isGroup}>
        <span>{name}</span>
        {row.differs && <Label variant="attention">{t("merge.differentAnswers")}</Label>}
      </Header>
      {row.tasks.map((task) => (
        <Version key={task.id}>
          <Line>
            <Checkbox
              id={`take-${task.id}`}
              checked={selectedTaskIds.has(task.id)}
              aria-label={t("merge.taskFrom", {
                task: task.name,
                name: names.get(task.documentationId) ?? "",
              })}
              onChange={() => onToggleTask(task.id)}
            />
            <label htmlFor={`take-${task.id}`} title={names.get(task.documentationId)}>
              <DocumentationNumber documentations={names} id={task.documentationId} />
              <TaskContents task={task} photos={photosByTask.get(task.id)} />
            </label>
          </Line>
          {(photosByTask.get(task.id)?.length ?? 0) > 0 && selectedTaskIds.has(task.id) && (
            <Photos
              photos={photosByTask.get(task.id) ?? []}
              excludedPhotoIds={excludedPhotoIds}
              onToggle={onTogglePhoto}
            />
          )}
        </Version>
      ))}
    </Item>
  );
});

function TaskContents({ task, photos }: { task: OriginalTask; photos: PhotoRow[] | undefined }) {
  const { t } = useTranslation("tools");
  if (task.answer) return <Answer task={task} />;
  if (photos || !takesAnswer(task.type)) return null;
  return <Note>{t("merge.noAnswer")}</Note>;
}

interface PhotosProps {
  photos: readonly PhotoRow[];
  excludedPhotoIds: ReadonlySet<string>;
  onToggle: (id: string) => void;
}

/** The number of included photos; expands to the photos. */
export function Photos({ photos, excludedPhotoIds, onToggle }: PhotosProps) {
  const { t } = useTranslation("tools");
  const [isOpen, setIsOpen] = useState(false);
  const availablePhotos = photos.filter(({ hasData }) => hasData);
  const missingCount = photos.length - availablePhotos.length;
  const includedCount = availablePhotos.filter(({ id }) => !excludedPhotoIds.has(id)).length;
  return (
    <PhotoBar>
      <span>{t("merge.photos", { selectedCount: includedCount, count: availablePhotos.length })}</span>
      {availablePhotos.length > 0 && (
        <Button size="small" variant="invisible" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {t(isOpen ? "merge.hidePhotos" : "merge.showPhotos")}
        </Button>
      )}
      {!isOpen && availablePhotos.length > 0 && (
        <Strip aria-hidden="true">
          {availablePhotos.slice(0, collapsedPhotoCount).map((photo) => (
            <SmallPhoto key={photo.id} data-left={excludedPhotoIds.has(photo.id)}>
              <PhotoImage photo={photo} small />
            </SmallPhoto>
          ))}
          {availablePhotos.length > collapsedPhotoCount && (
            <Note>+{availablePhotos.length - collapsedPhotoCount}</Note>
          )}
        </Strip>
      )}
      {missingCount > 0 && <Note>{t("merge.notArrived", { count: missingCount })}</Note>}
      {isOpen && (
        <PhotoChoice photos={availablePhotos} excludedPhotoIds={excludedPhotoIds} onToggle={onToggle} />
      )}
    </PhotoBar>
  );
}

/** Thumbnails shown while the photos are collapsed. */
const collapsedPhotoCount = 8;

const Strip = styled.div`
  display: flex;
  flex: 1 0 100%;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--base-size-4);
  margin: var(--base-size-4) 0;
`;

const SmallPhoto = styled.div`
  width: 48px;
  &[data-left="true"] {
    opacity: 0.35;
  }
`;

const Item = styled.li<{ $level: number; $differs: boolean }>`
  padding: var(--base-size-8) var(--base-size-16);
  padding-left: calc(var(--base-size-16) + ${({ $level }) => $level} * var(--base-size-20));
  border-bottom: 1px solid var(--borderColor-muted);
  box-shadow: ${({ $differs }) => ($differs ? "inset 3px 0 0 var(--borderColor-attention-emphasis)" : "none")};
  &:last-child {
    border-bottom: 0;
  }
`;

const Header = styled.div<{ $group: boolean }>`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--base-size-8);
  font-weight: ${({ $group }) => ($group ? "var(--base-text-weight-semibold)" : "var(--base-text-weight-medium)")};
  overflow-wrap: anywhere;
`;

const Version = styled.div`
  margin-top: var(--base-size-4);
`;

const Line = styled.div`
  display: flex;
  align-items: baseline;
  gap: var(--base-size-8);
  label {
    min-width: 0;
    overflow-wrap: anywhere;
    cursor: pointer;
  }
`;

const PhotoBar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 var(--base-size-8);
  padding-left: var(--base-size-24);
  color: var(--fgColor-muted);
  font-size: var(--text-body-size-small);
`;
