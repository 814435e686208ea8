import { Button, Checkbox } from "@primer/react";
import { useCallback, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { DocumentationListRow } from "#domain/endpoints/documentation/list.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { formatDateTime } from "#ui/format/dates.ts";
import { Stack } from "#ui/layout/boxes.ts";
import { DocumentationLegend } from "./DocumentationLegend.tsx";
import { Photos, TaskRow } from "./MergeTaskRow.tsx";
import { allSelected, type Choice, selectNone, withToggledPhoto, withToggledTask } from "./mergeChoice.ts";
import { buildRows } from "./mergeRows.ts";
import type { Originals } from "./useOriginals.ts";

interface TaskChoiceProps {
  documentations: readonly DocumentationListRow[];
  originals: Originals;
  choice: Choice;
  selectedTaskIds: ReadonlySet<string>;
  onChange: (choice: Choice) => void;
}

/** Selects the tasks and photos to include; differing answers stand out. */
export function TaskChoice({
  documentations,
  originals,
  choice,
  selectedTaskIds,
  onChange,
}: TaskChoiceProps) {
  const { t } = useTranslation("tools");
  const [onlyConflicts, setOnlyConflicts] = useState(false);
  const rows = useMemo(() => buildRows(originals.tasks), [originals]);
  const photosByTask = useMemo(
    () => Map.groupBy(originals.photos, ({ documentationTaskId }) => documentationTaskId),
    [originals],
  );
  // Visits to a site share a name; the date distinguishes them.
  const names = useMemo(
    () =>
      new Map(
        documentations.map(({ id, name, alias, dateCreated }) => [
          id,
          `${alias ?? name}, ${formatDateTime(dateCreated)}`,
        ]),
      ),
    [documentations],
  );
  const conflictCount = rows.filter(({ differs }) => differs).length;
  // Stable handlers, so that unchanged rows do not re-render.
  const latest = useRef({ originals, choice, onChange });
  latest.current = { originals, choice, onChange };
  const toggleTask = useCallback((id: string) => {
    const { originals, choice, onChange } = latest.current;
    onChange(withToggledTask(originals, choice, id));
  }, []);
  const togglePhoto = useCallback((id: string) => {
    const { choice, onChange } = latest.current;
    onChange(withToggledPhoto(choice, id));
  }, []);
  const visibleRows = onlyConflicts && conflictCount > 0 ? rows.filter(({ differs }) => differs) : rows;
  const unassignedPhotos = photosByTask.get(null) ?? [];
  return (
    <Stack $gap={12}>
      {conflictCount > 0 && <Banner kind="warning">{t("merge.conflicts", { count: conflictCount })}</Banner>}
      <Bar>
        <Button type="button" size="small" onClick={() => onChange(allSelected)}>
          {t("merge.selectAll")}
        </Button>
        <Button type="button" size="small" onClick={() => onChange(selectNone(originals))}>
          {t("merge.selectNone")}
        </Button>
        {conflictCount > 0 && (
          <OnlyConflicts htmlFor="only-conflicts">
            <Checkbox
              id="only-conflicts"
              checked={onlyConflicts}
              onChange={() => setOnlyConflicts(!onlyConflicts)}
            />
            {t("merge.onlyConflicts")}
          </OnlyConflicts>
        )}
      </Bar>
      <DocumentationLegend names={names} />
      <List>
        {visibleRows.map((row) => (
          <TaskRow
            key={row.id}
            row={row}
            names={names}
            selectedTaskIds={selectedTaskIds}
            photosByTask={photosByTask}
            excludedPhotoIds={choice.photos}
            onToggleTask={toggleTask}
            onTogglePhoto={togglePhoto}
          />
        ))}
        {unassignedPhotos.length > 0 && !onlyConflicts && (
          <UnassignedPhotos>
            <strong>{t("merge.photosWithoutTask")}</strong>
            <Photos photos={unassignedPhotos} excludedPhotoIds={choice.photos} onToggle={togglePhoto} />
          </UnassignedPhotos>
        )}
      </List>
    </Stack>
  );
}

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--base-size-8) var(--base-size-12);
`;

const OnlyConflicts = styled.label`
  display: flex;
  align-items: center;
  gap: var(--base-size-8);
  cursor: pointer;
`;

const List = styled.ul`
  margin: 0;
  padding: 0;
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-medium);
  overflow: hidden;
  list-style: none;
`;

const UnassignedPhotos = styled.li`
  padding: var(--base-size-8) var(--base-size-16);
`;
