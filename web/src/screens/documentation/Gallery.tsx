import { CommentIcon, ImageIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { ApiError } from "#api/apiError.ts";
import type { PhotoRow } from "#domain/endpoints/documentation/details.ts";
import { Panel, Section } from "#features/documentation/DocumentationSection.tsx";
import { Pager } from "#features/photo/Pager.tsx";
import { PhotoImage } from "#features/photo/PhotoImage.tsx";
import { openLabel, Thumbnail } from "#features/photo/Thumbnail.tsx";
import { useGridFocus } from "#features/photo/useGridFocus.ts";
import { LoadError } from "#ui/feedback/LoadError.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";
import { EmptyState } from "#ui/layout/EmptyState.tsx";
import { TileName } from "#ui/layout/typography.ts";
import { SentBackMark } from "./retake/SentBackProvider.tsx";
import { ThreadMark } from "./threads/ThreadMarks.tsx";

/** Limited, because two thousand thumbnails would make the page heavy. */
const thumbnailsPerPage = 48;
const firstIndexOfPage = (index: number) => index - (index % thumbnailsPerPage);

interface GalleryProps {
  photos: readonly PhotoRow[];
  loading: boolean;
  error: ApiError | null;
  refetch: () => unknown;
  /** Whether the gallery starts collapsed, because the tasks above already show all photos. */
  isCollapsible?: boolean;
  /** Buttons beside the heading. */
  actions?: ReactNode;
  onOpen: (id: string) => void;
}

/** The photos of a documentation (2§2). One thumbnail is in the tab order; arrow keys move to the others. */
export function Gallery({
  photos,
  loading,
  error,
  refetch,
  isCollapsible: startsCollapsed = false,
  actions,
  onOpen,
}: GalleryProps) {
  const { t } = useTranslation("documentation");
  const { t: tCommon } = useTranslation();
  const { current, setCurrentIndex, gridProps } = useGridFocus(photos.length, firstIndexOfPage);
  const [isExpanded, setIsExpanded] = useState(false);
  const isCollapsed = startsCollapsed && !isExpanded && photos.length > 0;
  const firstIndex = firstIndexOfPage(current);
  const pagePhotos = photos.slice(firstIndex, firstIndex + thumbnailsPerPage);

  return (
    <Section
      id="photos"
      title={t("gallery.title")}
      count={loading ? undefined : photos.length}
      actions={
        <>
          {startsCollapsed && photos.length > 0 && (
            <Button size="small" aria-expanded={isExpanded} onClick={() => setIsExpanded(!isExpanded)}>
              {t(isExpanded ? "gallery.hideAll" : "gallery.showAll")}
            </Button>
          )}
          {actions}
        </>
      }
    >
      {error && photos.length === 0 ? (
        <Panel>
          <LoadError failure={error} onRetry={refetch} />
        </Panel>
      ) : loading ? (
        <Loading />
      ) : photos.length === 0 ? (
        <Panel>
          <EmptyState icon={ImageIcon} title={t("gallery.empty")} text={t("gallery.emptyText")} />
        </Panel>
      ) : isCollapsed ? null : (
        <>
          <Grid {...gridProps}>
            {pagePhotos.map((photo, index) => (
              <li key={photo.id}>
                <Thumbnail
                  type="button"
                  tabIndex={firstIndex + index === current ? 0 : -1}
                  aria-label={openLabel(t, photo)}
                  onFocus={() => setCurrentIndex(firstIndex + index)}
                  onClick={() => onOpen(photo.id)}
                >
                  <PhotoImage photo={photo} />
                </Thumbnail>
                <SentBackMark photoId={photo.id} />
                <ThreadMark photoId={photo.id} />
                <TileName title={photo.name}>{photo.alias ?? photo.name}</TileName>
                {photo.alias && <Comment title={photo.name}>{photo.name}</Comment>}
                {photo.comment && <Comment title={photo.comment}>{photo.comment}</Comment>}
                {photo.reviewComment && (
                  <Comment title={`${t("gallery.reviewComment")}: ${photo.reviewComment}`}>
                    <CommentIcon size={12} aria-label={t("gallery.reviewComment")} /> {photo.reviewComment}
                  </Comment>
                )}
              </li>
            ))}
          </Grid>
          <Pager
            label={t("gallery.pages")}
            previousLabel={tCommon("table.previous")}
            nextLabel={tCommon("table.next")}
            pageLabel={(number) => t("gallery.page", { page: number })}
            page={firstIndex / thumbnailsPerPage + 1}
            pageCount={Math.ceil(photos.length / thumbnailsPerPage)}
            onPage={(number) => setCurrentIndex((number - 1) * thumbnailsPerPage)}
          />
        </>
      )}
    </Section>
  );
}

const Grid = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(148px, 1fr));
  gap: var(--base-size-16) var(--base-size-12);
  margin-bottom: var(--base-size-16);
  @media (max-width: 543px) {
    grid-template-columns: repeat(auto-fill, minmax(104px, 1fr));
    gap: var(--base-size-12) var(--base-size-8);
  }
  li {
    position: relative;
    min-width: 0;
  }
`;

const Comment = styled(TileName)`
  margin-top: 0;
  color: var(--fgColor-muted);
`;
