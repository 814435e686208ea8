import { GitCompareIcon } from "@primer/octicons-react";
import { Button, Checkbox } from "@primer/react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import styled from "styled-components";
import type { DocumentationGroupRow } from "#domain/endpoints/documentation/groups.ts";
import { formatDateTime } from "#ui/format/dates.ts";
import { useIsInView } from "#ui/hooks/useIsInView.ts";
import { Muted } from "#ui/layout/typography.ts";
import type { ComparedTask, ComparedVisit } from "./compareTasks.ts";
import { GridPhoto } from "./GridPhoto.tsx";
import type { ComparisonSelection } from "./useComparisonSelection.ts";

/** Photos shown in a cell until 'show all'. */
const collapsedCount = 24;
/** Estimates for rows that are not rendered: pixels per line of photos, and visits per line. */
const lineHeight = 136;
const visitsPerLine = 2;

export interface TaskRowProps {
  row: ComparedTask;
  /** Renders even if it is not near the screen. */
  isInitiallyRendered: boolean;
  templates: DocumentationGroupRow["templates"];
  selection: ComparisonSelection;
  onEnlarge: (id: string) => void;
  onCompare: (row: ComparedTask) => void;
}

/** A task's photos, with a cell for each template. Rendered when near the screen. */
export function TaskRow({
  row,
  isInitiallyRendered,
  templates,
  selection,
  onEnlarge,
  onCompare,
}: TaskRowProps) {
  const { t } = useTranslation("comparison");
  const containerRef = useRef<HTMLTableRowElement>(null);
  const isNear = useIsInView(containerRef, "800px") || isInitiallyRendered;
  /** Templates whose cells show all their photos. */
  const [expandedTemplates, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const ids = row.photos.map(({ photo }) => photo.id);
  const selectedCount = ids.filter(selection.has).length;
  const arrivedCount = row.photos.filter(({ photo }) => photo.hasData).length;
  const maxVisits = Math.max(0, ...templates.map(({ id }) => row.cells.get(id)?.length ?? 0));
  const height =
    useReservedHeight(containerRef, isNear) ??
    Math.ceil(Math.min(maxVisits, collapsedCount) / visitsPerLine) * lineHeight;
  return (
    <Row ref={containerRef} role="row" style={isNear ? undefined : { height }}>
      <Task scope="row" role="rowheader">
        <Head>
          <Checkbox
            aria-label={t("selectTask", { task: row.name })}
            checked={selectedCount === ids.length}
            indeterminate={selectedCount > 0 && selectedCount < ids.length}
            onChange={() => selection.set(ids, selectedCount < ids.length)}
          />
          <Name>{row.name}</Name>
        </Head>
        {arrivedCount > 1 && (
          <Button
            size="small"
            leadingVisual={GitCompareIcon}
            aria-label={`${t("compare")}: ${t("compareTask", { task: row.name })}`}
            onClick={() => onCompare(row)}
          >
            {t("compare")}
          </Button>
        )}
      </Task>
      {templates.map(({ id, name }) => {
        const visits = row.cells.get(id) ?? [];
        return (
          <Cell key={id} role="cell" data-label={name} data-empty={visits.length === 0}>
            {isNear && (
              <Visits
                visits={visits}
                selection={selection}
                onEnlarge={onEnlarge}
                all={expandedTemplates.has(id)}
                onShowAll={() => setExpanded(new Set(expandedTemplates).add(id))}
              />
            )}
          </Cell>
        );
      })}
    </Row>
  );
}

/** The row's height when last rendered, so that scrolling back does not shift the page. */
function useReservedHeight(containerRef: RefObject<HTMLElement | null>, isRendered: boolean): number | null {
  const [height, setHeight] = useState<number | null>(null);
  useEffect(() => {
    if (isRendered && containerRef.current?.offsetHeight) setHeight(containerRef.current.offsetHeight);
  });
  return height;
}

interface VisitsProps extends Pick<TaskRowProps, "selection" | "onEnlarge"> {
  visits: readonly ComparedVisit[];
  all: boolean;
  onShowAll: () => void;
}

function Visits({ visits, selection, onEnlarge, all, onShowAll }: VisitsProps) {
  const { t } = useTranslation("comparison");
  const { t: tGroup } = useTranslation("group");
  const { t: tCommon } = useTranslation();
  const total = visits.reduce((sum, { photos }) => sum + photos.length, 0);
  if (total === 0) return <Muted>{tCommon("state.emptyValue")}</Muted>;
  let remaining = all ? Number.POSITIVE_INFINITY : collapsedCount;
  return (
    <>
      <VisitList>
        {visits.map(({ documentation, photos }) => {
          const visiblePhotos = photos.slice(0, Math.max(0, remaining));
          remaining -= visiblePhotos.length;
          if (visiblePhotos.length === 0) return null;
          const date = formatDateTime(documentation.dateCreated);
          return (
            <Visit key={documentation.id}>
              <Link to={`/documentation/details/${documentation.id}`} aria-label={tGroup("open", { date })}>
                {date}
              </Link>
              <Photos>
                {visiblePhotos.map((photo) => (
                  <li key={photo.id}>
                    <GridPhoto
                      photo={photo}
                      documentation={documentation}
                      selected={selection.has(photo.id)}
                      range={selection.range}
                      onEnlarge={onEnlarge}
                    />
                  </li>
                ))}
              </Photos>
            </Visit>
          );
        })}
      </VisitList>
      {!all && total > collapsedCount && (
        <MoreButton size="small" onClick={onShowAll}>
          {t("showMore", { count: total - collapsedCount })}
        </MoreButton>
      )}
    </>
  );
}

const Row = styled.tr``;

const Task = styled.th``;

const Cell = styled.td``;

const Head = styled.div`
  display: flex;
  align-items: flex-start;
  gap: var(--base-size-8);
  margin-bottom: var(--base-size-8);
`;

const Name = styled.span`
  min-width: 0;
  overflow-wrap: anywhere;
  font-weight: var(--base-text-weight-semibold);
`;

/** Visits side by side, for comparison. */
const VisitList = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: var(--base-size-12) var(--base-size-16);
`;

const Visit = styled.div`
  font-size: var(--text-body-size-small);
  font-variant-numeric: tabular-nums;
`;

const Photos = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: var(--base-size-8);
  margin-top: var(--base-size-4);
`;

const MoreButton = styled(Button)`
  margin-top: var(--base-size-12);
`;
