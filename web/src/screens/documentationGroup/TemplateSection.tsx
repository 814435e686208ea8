import { Button } from "@primer/react";
import { useCallback, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import styled from "styled-components";
import { Creator } from "#features/documentation/Creator.tsx";
import { Section } from "#features/documentation/DocumentationSection.tsx";
import { StatusLabel } from "#features/documentation/StatusLabel.tsx";
import {
  countExpectedPhotos,
  type TemplateVisits,
  type Visit,
} from "#features/documentationGroup/groupVisits.ts";
import { formatDateTime } from "#ui/format/dates.ts";
import { useIsInView } from "#ui/hooks/useIsInView.ts";
import { Note } from "#ui/layout/typography.ts";
import { PhotoGrid, PhotoGridSkeleton } from "./PhotoGrid.tsx";

/** Photos of a visit shown until 'show all'. */
const collapsedCount = 60;
/** Estimated pixels of a row of thumbnails, and the maximum per row. They reserve space for visits that are not rendered. */
const rowHeight = 160;
const photosPerRow = 9;

interface TemplateSectionProps {
  template: TemplateVisits;
  /** The group's name, and whether it is a tag, whose visits have different names. */
  group: { name: string; tag: boolean };
  loading: boolean;
  onOpen: (id: string) => void;
}

/** All visits with one template, newest first. */
export function TemplateSection({ template, group, loading, onOpen }: TemplateSectionProps) {
  return (
    <Part>
      <Section
        id={`template-${template.id}`}
        title={template.name}
        count={loading ? undefined : template.photoCount}
      >
        {template.visits.map((visit) => (
          <VisitPhotos
            key={visit.documentation.id}
            visit={visit}
            group={group}
            loading={loading}
            onOpen={onOpen}
          />
        ))}
      </Section>
    </Part>
  );
}

interface VisitPhotosProps extends Omit<TemplateSectionProps, "template"> {
  visit: Visit;
}

/** Rendered when near the screen: a group can have ten thousand photos. */
function VisitPhotos({ visit: { documentation, photos }, group, loading, onOpen }: VisitPhotosProps) {
  const { t } = useTranslation("group");
  const containerRef = useRef<HTMLElement>(null);
  const isNear = useIsInView(containerRef, "1000px");
  const [showsAll, setShowsAll] = useState(false);
  const [height, setHeight] = useState<number | null>(null);
  const { id, name, templateName, creator, deviceId, dateCreated } = documentation;
  const date = formatDateTime(dateCreated);
  const visiblePhotos = showsAll ? photos : photos.slice(0, collapsedCount);
  // Keeps the height, so that scrolling back does not shift the page.
  const measure = useCallback((element: HTMLDivElement | null) => {
    if (element?.offsetHeight) setHeight(element.offsetHeight);
  }, []);
  // Photos load a thousand at a time and are shown as they load.
  const isWaiting = loading && photos.length === 0;
  const expected = isWaiting
    ? Math.min(countExpectedPhotos([documentation]), collapsedCount)
    : visiblePhotos.length;
  const reservedHeight = height ?? Math.ceil(expected / photosPerRow) * rowHeight;
  return (
    <VisitPart ref={containerRef} aria-label={t("photosOf", { template: templateName, date })}>
      <Head>
        <h3>
          <Link to={`/documentation/details/${id}`} aria-label={t("open", { date })}>
            {date}
          </Link>
        </h3>
        {name !== group.name && <Note>{group.tag ? name : t("nameFromTag", { name })}</Note>}
        <Note>
          <Creator creator={creator} deviceId={deviceId} />
        </Note>
        <StatusLabel {...documentation} />
        {!loading && <Note>{t("photos", { count: photos.length })}</Note>}
      </Head>
      {isNear && !isWaiting ? (
        <div ref={measure}>
          <PhotoGrid photos={visiblePhotos} onOpen={onOpen} />
          {photos.length > visiblePhotos.length && (
            <Button onClick={() => setShowsAll(true)}>{t("showAll", { count: photos.length })}</Button>
          )}
        </div>
      ) : isNear ? (
        <PhotoGridSkeleton count={expected} />
      ) : (
        <div style={{ height: reservedHeight }} />
      )}
    </VisitPart>
  );
}

const Part = styled.div`
  & + & {
    margin-top: var(--base-size-32);
  }
`;

const VisitPart = styled.section`
  padding: var(--base-size-12) 0 var(--base-size-16);
  border-top: 1px solid var(--borderColor-muted);
`;

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--base-size-4) var(--base-size-12);
  margin-bottom: var(--base-size-8);
  h3 {
    font-size: var(--text-body-size-medium);
    font-weight: var(--base-text-weight-semibold);
    font-variant-numeric: tabular-nums;
  }
`;
