import { ImageIcon } from "@primer/octicons-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { useGrants } from "#api/session.ts";
import { spansCustomers } from "#domain/access/authorities.ts";
import type { DocumentationGroupRow } from "#domain/endpoints/documentation/groups.ts";
import type { DocumentationSummary } from "#domain/endpoints/documentation/list.ts";
import { taskPath } from "#domain/task/taskTree.ts";
import { GroupFrame, GroupPage } from "#features/documentationGroup/GroupFrame.tsx";
import { countExpectedPhotos } from "#features/documentationGroup/groupVisits.ts";
import {
  useGroupDocumentations,
  useGroupPhotos,
  useGroupTasks,
} from "#features/documentationGroup/useGroup.ts";
import { VisitLink } from "#features/documentationGroup/VisitLink.tsx";
import { usePhotoViewer } from "#features/photo/usePhotoViewer.tsx";
import { LoadError } from "#ui/feedback/LoadError.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";
import { EmptyState } from "#ui/layout/EmptyState.tsx";
import { BeforeAfter } from "./BeforeAfter.tsx";
import { ComparisonGrid } from "./ComparisonGrid.tsx";
import { ComparisonSelectionBar } from "./ComparisonSelectionBar.tsx";
import { type ComparedTask, compareTasks } from "./compareTasks.ts";
import { ExportHistory } from "./ExportHistory.tsx";
import { TemplateChoice } from "./TemplateChoice.tsx";
import { useComparisonSelection } from "./useComparisonSelection.ts";

const listPath = "/documentationComparison";

/** /documentationComparison/{documentationName} (2§2): photos of the same task across documentations. */
export default function ComparisonShow() {
  return <GroupFrame list={listPath}>{(group) => <Comparison key={group.name} group={group} />}</GroupFrame>;
}

function Comparison({ group }: { group: DocumentationGroupRow }) {
  const documentations = useGroupDocumentations(group);
  return (
    <GroupPage group={group} list={listPath}>
      {documentations.error ? (
        <LoadError failure={documentations.error} onRetry={documentations.refetch} />
      ) : documentations.loading ? (
        <Loading />
      ) : (
        <ComparisonContent group={group} documentations={documentations.items} />
      )}
    </GroupPage>
  );
}

interface ComparisonContentProps {
  group: DocumentationGroupRow;
  documentations: readonly DocumentationSummary[];
}

function ComparisonContent({ group, documentations }: ComparisonContentProps) {
  const { t } = useTranslation("comparison");
  const showsKeyGrid = spansCustomers(useGrants());
  const expectedCount = countExpectedPhotos(documentations);
  const photos = useGroupPhotos(group, expectedCount);
  const tasks = useGroupTasks(group);
  const [excludedTemplates, setExcludedTemplates] = useState<ReadonlySet<string>>(new Set());
  const [slider, setSlider] = useState<ComparedTask | null>(null);
  const comparedDocumentations = useMemo(
    () => documentations.filter(({ templateId }) => !excludedTemplates.has(templateId)),
    [documentations, excludedTemplates],
  );
  const rows = useMemo(
    () => compareTasks(comparedDocumentations, tasks.data ?? [], photos.items, "name"),
    [comparedDocumentations, tasks.data, photos.items],
  );
  const keyRows = useMemo(
    () => (showsKeyGrid ? compareTasks(comparedDocumentations, tasks.data ?? [], photos.items, "key") : []),
    [showsKeyGrid, comparedDocumentations, tasks.data, photos.items],
  );
  const orderedPhotos = useMemo(() => rows.flatMap((row) => row.photos.map(({ photo }) => photo)), [rows]);
  const templates = group.templates.filter(({ id }) => !excludedTemplates.has(id));
  const selection = useComparisonSelection(orderedPhotos, () =>
    rows.flatMap(({ cells }) =>
      templates.flatMap(({ id }) =>
        (cells.get(id) ?? []).flatMap(({ photos }) => photos.map(({ id }) => id)),
      ),
    ),
  );
  const documentationsById = useMemo(
    () => new Map(documentations.map((documentation) => [documentation.id, documentation])),
    [documentations],
  );
  const taskNames = useMemo(
    () => new Map(tasks.data?.map(({ id, groups, name }) => [id, taskPath(groups, name)])),
    [tasks.data],
  );
  const viewer = usePhotoViewer(orderedPhotos, (id) => taskNames.get(id), {
    panel: ({ documentationId }) => {
      const documentation = documentationsById.get(documentationId);
      return documentation && <VisitLink documentation={documentation} group={group} />;
    },
  });
  const error = photos.error ?? tasks.error;
  const gridProps = { templates, selection, onEnlarge: viewer.open, onCompare: setSlider };
  return (
    <>
      <TemplateChoice
        templates={group.templates}
        hiddenIds={excludedTemplates}
        onChange={setExcludedTemplates}
      />
      <ComparisonSelectionBar group={group} selection={selection} all={orderedPhotos.length} />
      {error ? (
        <LoadError failure={error} onRetry={() => Promise.all([photos.refetch(), tasks.refetch()])} />
      ) : photos.loading || !tasks.data ? (
        <ReservedHeight>
          <Loading />
        </ReservedHeight>
      ) : templates.length === 0 || rows.length === 0 ? (
        <EmptyState icon={ImageIcon} title={t(templates.length === 0 ? "noTemplates" : "noPhotos")} />
      ) : (
        <>
          <ComparisonGrid {...gridProps} id="by-task" title={t("grid")} first={t("task")} rows={rows} />
          {showsKeyGrid && (
            <ComparisonGrid
              {...gridProps}
              id="by-key"
              title={t("keyGrid")}
              text={keyRows.length === 0 ? t("noKeys") : t("keyGridText")}
              first={t("key")}
              rows={keyRows}
            />
          )}
        </>
      )}
      <ExportHistory group={group} />
      {viewer.dialog}
      {slider && <BeforeAfter task={slider} onClose={() => setSlider(null)} />}
    </>
  );
}

/** As tall as the window, so that the history below does not move when the photos load. */
const ReservedHeight = styled.div`
  min-height: 100dvh;
`;
