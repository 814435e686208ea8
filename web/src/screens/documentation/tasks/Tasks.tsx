import { ChecklistIcon, FilterIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { memo, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { ApiError } from "#api/apiError.ts";
import type { CompletionGap } from "#domain/core/documentationTypes.ts";
import type {
  DocumentationDetails,
  DocumentationTask,
  FileRow,
  PhotoRow,
} from "#domain/endpoints/documentation/details.ts";
import { Panel, Section } from "#features/documentation/DocumentationSection.tsx";
import { LoadError } from "#ui/feedback/LoadError.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";
import { LabelLine } from "#ui/layout/boxes.ts";
import { EmptyState } from "#ui/layout/EmptyState.tsx";
import { MissingTasks } from "./MissingTasks.tsx";
import { TaskFilterMenu, useTaskFilters } from "./TaskFilterMenu.tsx";
import { showTask, TaskList } from "./TaskList.tsx";
import {
  buildTaskTree,
  countVisibleTasks,
  filterTree,
  findMissingTasks,
  groupIds,
  hasHiddenTasks,
  progressOf,
} from "./taskTree.ts";

interface TasksProps {
  /** Undefined until loaded. */
  tasks: DocumentationTask[] | undefined;
  error: ApiError | null;
  refetch: () => unknown;
  photos: readonly PhotoRow[];
  /** Null if they are not known: the session cannot read files, or they were not loaded. */
  files: readonly FileRow[] | null;
  platform: "APP" | "WEB";
  /** The id of the documentation if its answers can be edited, otherwise null. */
  editableDocumentationId: string | null;
  /** What was missing when the documentation was completed. */
  gaps: readonly CompletionGap[];
  /** The customer's task filters. */
  filters: DocumentationDetails["taskFilters"];
  /** Whether the photos are shown here; otherwise in the gallery above. */
  showsPhotos: boolean;
  onOpenPhoto: (id: string) => void;
}

/** The grouped tasks with their answers (2§2). Groups collapse; tasks that do not apply can be shown. */
export const Tasks = memo(function Tasks(props: TasksProps) {
  const {
    tasks: data,
    error,
    refetch,
    photos,
    files,
    platform,
    editableDocumentationId,
    gaps,
    filters,
    showsPhotos,
    onOpenPhoto,
  } = props;
  const { t } = useTranslation("documentation");
  const [closedIds, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [showsSkipped, setSkippedToo] = useState(false);
  const tree = useMemo(
    () => (data ? buildTaskTree({ tasks: data, photos, files, platform }) : null),
    [data, photos, files, platform],
  );
  const taskFilters = useTaskFilters(filters);
  const visibleTree = useMemo(() => tree && filterTree(tree, taskFilters.active), [tree, taskFilters.active]);
  if (!tree || !visibleTree)
    return (
      <Section id="tasks" title={t("tasks.title")}>
        <Panel>{error ? <LoadError failure={error} onRetry={refetch} /> : <Loading />}</Panel>
      </Section>
    );
  const groups = groupIds(visibleTree);
  const toggle = (id: string) =>
    setClosed(
      (current) => new Set(current.has(id) ? [...current].filter((item) => item !== id) : [...current, id]),
    );
  return (
    <Section
      id="tasks"
      title={t("tasks.title")}
      actions={
        <>
          {tree.length > 0 && <TaskFilterMenu filters={filters} {...taskFilters} />}
          {hasHiddenTasks(visibleTree) && (
            <Button size="small" aria-pressed={showsSkipped} onClick={() => setSkippedToo(!showsSkipped)}>
              {t(showsSkipped ? "tasks.hideSkipped" : "tasks.showSkipped")}
            </Button>
          )}
          {groups.length > 0 && (
            <>
              <Button size="small" onClick={() => setClosed(new Set())}>
                {t("tasks.openAll")}
              </Button>
              <Button size="small" onClick={() => setClosed(new Set(groups))}>
                {t("tasks.closeAll")}
              </Button>
            </>
          )}
        </>
      }
    >
      {tree.length === 0 ? (
        <Panel>
          <EmptyState icon={ChecklistIcon} title={t("tasks.empty")} />
        </Panel>
      ) : (
        <>
          <Progress>
            {t("tasks.answeredTasks", { ...progressOf(tree) })}
            {taskFilters.active.length > 0 && (
              <LabelLine>
                <span role="status">
                  {t("tasks.visibleTasks", {
                    visibleCount: countVisibleTasks(visibleTree),
                    count: countVisibleTasks(tree),
                  })}
                </span>
                <Button size="small" variant="invisible" onClick={taskFilters.clear}>
                  {t("tasks.showAll")}
                </Button>
              </LabelLine>
            )}
          </Progress>
          <MissingTasks
            missing={findMissingTasks(tree, gaps)}
            onShow={(id) => {
              setClosed(new Set());
              // Rendered before the task is looked for: it may have been filtered out or in a closed group.
              flushSync(taskFilters.clear);
              showTask(id);
            }}
          />
          <Panel>
            {visibleTree.length === 0 && <EmptyState icon={FilterIcon} title={t("tasks.noMatches")} />}
            <TaskList
              nodes={visibleTree}
              level={3}
              closed={closedIds}
              showsSkipped={showsSkipped}
              editableDocumentationId={editableDocumentationId}
              showsPhotos={showsPhotos}
              onToggle={toggle}
              onOpenPhoto={onOpenPhoto}
            />
          </Panel>
        </>
      )}
    </Section>
  );
});

const Progress = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--base-size-4) var(--base-size-12);
  margin-bottom: var(--base-size-8);
  color: var(--fgColor-muted);
  font-size: var(--text-body-size-small);
`;
