import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { Section } from "#features/documentation/DocumentationSection.tsx";
import { FramedScroller } from "#ui/layout/boxes.ts";
import { TaskRow, type TaskRowProps } from "./ComparisonTaskRow.tsx";
import type { ComparedTask } from "./compareTasks.ts";

interface ComparisonGridProps extends Omit<TaskRowProps, "row" | "isInitiallyRendered"> {
  id: string;
  title: string;
  text?: string;
  /** The header of the task column. */
  first: string;
  rows: readonly ComparedTask[];
}

/** Minimum column widths in pixels: below them the grid scrolls sideways. */
const taskWidth = 200;
const cellWidth = 260;
/** Rows that render immediately, so that the first screen does not shift. */
const initialRowCount = 8;

/** Tasks by template (2§2). On a phone each task is a block with stacked templates. */
export function ComparisonGrid({ id, title, text, first, rows, ...rowProps }: ComparisonGridProps) {
  const { t } = useTranslation("comparison");
  return (
    <ReservedHeight>
      <Section id={id} title={title} count={rows.length}>
        {text && <Text>{text}</Text>}
        {rows.length > 0 && (
          // In the tab order, so that the keyboard can scroll it.
          <FramedScroller tabIndex={0} role="group" aria-labelledby={id}>
            {/* Roles are explicit because display: block removes the native ones. */}
            <Table
              role="table"
              aria-labelledby={id}
              style={{ minWidth: taskWidth + rowProps.templates.length * cellWidth }}
            >
              <Rows as="thead" role="rowgroup">
                <tr>
                  <th scope="col">{first}</th>
                  {rowProps.templates.map(({ id: template, name }) => (
                    <th key={template} scope="col">
                      {name}
                    </th>
                  ))}
                </tr>
              </Rows>
              <Rows role="rowgroup">
                {rows.map((task, index) => (
                  <TaskRow
                    isInitiallyRendered={index < initialRowCount}
                    key={task.name}
                    row={task.name === "" ? { ...task, name: t("noTask") } : task}
                    {...rowProps}
                  />
                ))}
              </Rows>
            </Table>
          </FramedScroller>
        )}
      </Section>
    </ReservedHeight>
  );
}

const Rows = styled.tbody``;

const ReservedHeight = styled.div`
  margin-bottom: var(--base-size-32);
`;

const Text = styled.p`
  margin-bottom: var(--base-size-12);
  color: var(--fgColor-muted);
`;

const Table = styled.table`
  table-layout: fixed;
  width: 100%;
  border-collapse: separate;
  border-spacing: 0;
  th,
  td {
    padding: var(--base-size-12);
    text-align: start;
    vertical-align: top;
  }
  thead th {
    background: var(--bgColor-muted);
    border-bottom: 1px solid var(--borderColor-default);
    color: var(--fgColor-muted);
    font-size: var(--text-body-size-small);
    font-weight: var(--base-text-weight-semibold);
  }
  tbody tr + tr > * {
    border-top: 1px solid var(--borderColor-muted);
  }
  th:first-child {
    width: ${taskWidth}px;
  }
  @media (min-width: 768px) {
    th:first-child {
      position: sticky;
      z-index: 1;
      left: 0;
    }
    tbody th:first-child {
      background: var(--bgColor-default);
    }
  }
  @media (max-width: 767px) {
    &,
    tbody,
    tbody tr,
    tbody th,
    tbody td {
      display: block;
      width: auto !important;
      min-width: 0 !important;
    }
    thead {
      display: none;
    }
    tbody td {
      border-top: 0 !important;
      padding-top: 0;
    }
    tbody td[data-empty="true"] {
      display: none;
    }
    tbody td::before {
      content: attr(data-label);
      display: block;
      margin-bottom: var(--base-size-4);
      color: var(--fgColor-muted);
      font-size: var(--text-body-size-small);
      font-weight: var(--base-text-weight-semibold);
    }
  }
`;
