import { ChevronDownIcon, ChevronRightIcon, TasklistIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { memo, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { splitSemicolons } from "#domain/core/text/separatedList.ts";
import type { FlatNode } from "#domain/core/tree/tree.ts";
import { hasRequirementChoice, takesFiles } from "#domain/task/types.ts";
import type { TemplateTask } from "#domain/template/task.ts";
import { predefinedOptions } from "#domain/template/types.ts";
import { Modal } from "#ui/dialog/Modal.tsx";
import { Scroller } from "#ui/layout/boxes.ts";
import { EmptyState } from "#ui/layout/EmptyState.tsx";
import { NoteLines, visuallyHidden } from "#ui/layout/typography.ts";
import { Frame, Table, Toolbar } from "../templateStyles.ts";
import { GroupButtons } from "./GroupButtons.tsx";
import { usePreconditionText } from "./preconditionText.ts";
import { useOpenGroups } from "./useOpenGroups.ts";

/** The tasks of a template, read only, as a tree table (3§2). */
export function TaskTable({ tasks, label }: { tasks: readonly TemplateTask[]; label?: string }) {
  const { t } = useTranslation("template");
  const groups = useOpenGroups(tasks);
  const [selectedTask, setSelectedTask] = useState<TemplateTask | null>(null);
  const headers = [
    t("tasks.number"),
    t("fields.name"),
    t("fields.type"),
    t("fields.required"),
    t("fields.options"),
    t("fields.preconditions"),
  ];
  if (tasks.length === 0) return <EmptyState icon={TasklistIcon} title={t("tasks.empty")} />;
  return (
    <>
      <Toolbar>
        <span>{t("tasks.count", { count: groups.flatTasks.length })}</span>
        <GroupButtons groups={groups} />
      </Toolbar>
      <Frame>
        <Scroller>
          <TreeTable role="treegrid" aria-label={label ?? t("tabs.tasks")}>
            <thead>
              <tr>
                {headers.map((header) => (
                  <th key={header} scope="col">
                    {header}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {groups.visibleTasks.map((flatNode) => (
                <TaskTableRow
                  key={flatNode.node.id}
                  flatNode={flatNode}
                  closed={groups.closed.has(flatNode.node.id)}
                  onToggle={groups.toggle}
                  onShowPreconditions={setSelectedTask}
                />
              ))}
            </tbody>
          </TreeTable>
        </Scroller>
      </Frame>
      {selectedTask && (
        <PreconditionsDialog
          task={selectedTask}
          tasks={groups.flatTasks.map(({ node }) => node)}
          onClose={() => setSelectedTask(null)}
        />
      )}
    </>
  );
}

interface TaskTableRowProps {
  flatNode: FlatNode<TemplateTask>;
  closed: boolean;
  onToggle: (id: string) => void;
  onShowPreconditions: (task: TemplateTask) => void;
}

const TaskTableRow = memo(function TaskTableRow({
  flatNode: { node, level },
  closed,
  onToggle,
  onShowPreconditions,
}: TaskTableRowProps) {
  const { t } = useTranslation("template");
  const { t: tCommon } = useTranslation();
  const { t: tDocumentation } = useTranslation("documentation");
  const isGroup = node.type === "GROUP";
  const hasNoRequirement = !hasRequirementChoice(node.type);
  const options = useOptionsText(node);
  const style: Record<`--${string}`, number> = { "--level": level };
  return (
    <tr aria-level={level + 1} aria-expanded={isGroup ? !closed : undefined} style={style}>
      <td>{node.position + 1}</td>
      <td>
        <Name $level={level}>
          {isGroup && (
            <Toggle
              type="button"
              aria-expanded={!closed}
              aria-label={t(closed ? "tasks.open" : "tasks.close", { name: node.name })}
              onClick={() => onToggle(node.id)}
            >
              {closed ? <ChevronRightIcon /> : <ChevronDownIcon />}
            </Toggle>
          )}
          <div>
            <Strong $group={isGroup}>{node.name}</Strong>
            {node.description && <NoteLines>{node.description}</NoteLines>}
          </div>
        </Name>
      </td>
      <td>{tDocumentation(`taskType.${node.type}`)}</td>
      <td data-none={hasNoRequirement || undefined}>
        {hasNoRequirement ? tCommon("state.emptyValue") : tDocumentation(`required.${node.required}`)}
      </td>
      <td data-none={!options || undefined}>{options ?? tCommon("state.emptyValue")}</td>
      <td data-none={node.preconditions.length === 0 || undefined}>
        {node.preconditions.length === 0 ? (
          tCommon("state.emptyValue")
        ) : (
          <Button
            size="small"
            variant="link"
            aria-haspopup="dialog"
            aria-label={`${t("tasks.preconditionsOf", { name: node.name })} (${node.preconditions.length})`}
            onClick={() => onShowPreconditions(node)}
          >
            {t("tasks.preconditions", { count: node.preconditions.length })}
          </Button>
        )}
      </td>
    </tr>
  );
});

/** The text of a task's choices, file extensions, suggestion list or predefined option. */
function useOptionsText({ type, options, fileExtensions, suggestionListName }: TemplateTask): string | null {
  const { t } = useTranslation("template");
  if (type === "PREDEFINED") {
    const option = predefinedOptions.find((predefinedOption) => predefinedOption === options);
    return option ? t(`predefinedOptions.${option}`) : options;
  }
  if (type === "HEADER") return t("tasks.heading", { size: options ?? "1" });
  const choices = takesFiles(type) ? fileExtensions : options;
  return choices ? splitSemicolons(choices).join("; ") : (suggestionListName ?? null);
}

interface PreconditionsDialogProps {
  task: TemplateTask;
  tasks: readonly TemplateTask[];
  onClose: () => void;
}

function PreconditionsDialog({ task, tasks, onClose }: PreconditionsDialogProps) {
  const { t } = useTranslation("template");
  const preconditionText = usePreconditionText();
  const tasksById = useMemo(() => new Map(tasks.map((candidate) => [candidate.id, candidate])), [tasks]);
  return (
    <Modal title={t("tasks.preconditionsOf", { name: task.name })} onClose={onClose}>
      <p>{t("precondition.all")}</p>
      <List>
        {task.preconditions.map((precondition) => (
          <li key={precondition.id}>{preconditionText(precondition, tasksById)}</li>
        ))}
      </List>
    </Modal>
  );
}

/** On a phone a task is a card: its name, with the details below. */
const TreeTable = styled(Table)`
  @media (max-width: 767px) {
    /* For screen readers only. */
    thead {
      display: block;
      ${visuallyHidden}
    }
    tbody tr {
      display: grid;
      grid-template-columns: 44px minmax(0, 1fr);
      padding: var(--base-size-8) 0;
    }
    td {
      grid-column: 2;
      padding-top: 0;
      padding-bottom: 0;
    }
    td:first-child {
      grid-column: 1;
      padding-right: 0;
      color: var(--fgColor-muted);
    }
    td:nth-child(n + 3) {
      padding-left: calc(var(--base-size-12) + var(--level) * 20px);
      color: var(--fgColor-muted);
      font-size: var(--text-body-size-small);
    }
    td[data-none] {
      display: none;
    }
  }
`;

const Name = styled.div<{ $level: number }>`
  display: flex;
  align-items: flex-start;
  gap: var(--base-size-4);
  min-width: 200px;
  @media (max-width: 767px) {
    min-width: 0;
  }
  padding-left: ${({ $level }) => $level * 20}px;
`;

const Strong = styled.div<{ $group: boolean }>`
  font-weight: ${({ $group }) => ($group ? "var(--base-text-weight-semibold)" : "inherit")};
`;

const Toggle = styled.button`
  display: grid;
  place-items: center;
  flex: none;
  width: 24px;
  height: 24px;
  margin: -1px 0;
  padding: 0;
  border: 0;
  border-radius: var(--borderRadius-medium);
  background: none;
  color: var(--fgColor-muted);
  cursor: pointer;
  &:hover {
    background: var(--control-transparent-bgColor-hover);
  }
`;

const List = styled.ul`
  margin: var(--base-size-8) 0 0;
  padding-left: var(--base-size-24);
`;
